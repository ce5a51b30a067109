import { useState } from "preact/hooks";
import type { OpenedFile } from "./opened-file.ts";
import { takeFile, takeSample } from "./take-file.ts";

/** Opens a file that the user drops or chooses, or a sample. */
export function DropZone({
  words,
  samples,
  opened,
  onFile,
}: {
  /** A description of the files that can be opened. */
  readonly words: string;
  /** The paths of the samples in the site, with their descriptions. */
  readonly samples: readonly (readonly [path: string, words: string])[];
  /** The name of the open file. */
  readonly opened: string | undefined;
  readonly onFile: (file: OpenedFile) => void;
}): preact.JSX.Element {
  const [problem, setProblem] = useState<string>();
  const [isOver, setOver] = useState(false);
  const take = async (source: OpenedFile | Promise<OpenedFile>): Promise<void> => {
    try {
      onFile(await source);
      setProblem(undefined);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer?.files[0];
    if (dropped !== undefined) void take(takeFile(dropped));
  };
  return (
    <>
      <label
        class={isOver ? "drop over" : "drop"}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <b>Drop a file here, or choose one</b>
        <span>{words}</span>
        <span class="choose">{opened === undefined ? "Choose a file" : <bdi>{opened}</bdi>}</span>
        <input
          type="file"
          class="unseen"
          onChange={({ currentTarget }) => {
            const chosen = currentTarget.files?.[0];
            if (chosen !== undefined) void take(takeFile(chosen));
            currentTarget.value = "";
          }}
        />
      </label>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="bar">
        <label class="field">
          <span>Sample</span>
          <select
            value={samples.find(([path]) => path.split("/").at(-1) === opened)?.[0] ?? ""}
            onChange={({ currentTarget }) => currentTarget.value !== "" && void take(takeSample(currentTarget.value))}
          >
            <option value="">Choose a sample …</option>
            {samples.map(([path, title]) => (
              <option key={path} value={path}>
                {title}
              </option>
            ))}
          </select>
        </label>
      </div>
    </>
  );
}
