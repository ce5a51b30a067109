import { useState } from "preact/hooks";
import type { VotesFile } from "../state/rank-state.ts";
import { samples } from "./samples.ts";
import { takeFile } from "./take-file.ts";

/** Opens votes: a dropped or chosen file, pasted text, or a sample. */
export function FilePanel({
  file,
  onFile,
}: {
  readonly file: VotesFile | undefined;
  readonly onFile: (file: VotesFile) => void;
}): preact.JSX.Element {
  const [text, setText] = useState("");
  const [problem, setProblem] = useState<string>();
  const [isOver, setOver] = useState(false);
  const take = async (source: Promise<VotesFile>): Promise<void> => {
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
  const openSample = async (name: string): Promise<VotesFile> => {
    const response = await fetch(`./samples/${name}`);
    if (!response.ok) throw new Error(`the sample ${name} could not be loaded`);
    return { name, bytes: new Uint8Array(await response.arrayBuffer()) };
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
        <span>
          Battles, ratings, places, ballots, clicks, tier lists: CSV, JSON, PrefLib and more, plain or gzipped
        </span>
        <input
          type="file"
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
            value={samples.find((sample) => sample.file === file?.name)?.file ?? ""}
            onChange={({ currentTarget }) => currentTarget.value !== "" && void take(openSample(currentTarget.value))}
          >
            <option value="">Choose a sample …</option>
            {samples.map((sample) => (
              <option key={sample.file} value={sample.file}>
                {sample.words}
              </option>
            ))}
          </select>
        </label>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onFile({ name: "pasted.txt", bytes: new TextEncoder().encode(text) });
        }}
      >
        <label class="field wide">
          <span>Or paste text</span>
          <textarea
            rows={5}
            value={text}
            placeholder={"tea > coffee = milk\ncoffee > tea"}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary" disabled={text.trim() === ""}>
          Rank this text
        </button>
      </form>
    </>
  );
}
