import type { Remedy } from "../work/reading-options.ts";

/** A description of the problem with the votes, with one button per remedy. */
export function Problem({
  problem,
  remedies,
  onRemedy,
}: {
  readonly problem: string;
  readonly remedies: readonly Remedy[];
  readonly onRemedy: (remedy: Remedy) => void;
}): preact.JSX.Element {
  return (
    <div class="problem" role="alert">
      <p>{problem}</p>
      {remedies.length > 0 && (
        <div class="bar">
          {remedies.map((remedy) => (
            <button key={remedy.words} type="button" onClick={() => onRemedy(remedy)}>
              {remedy.words}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
