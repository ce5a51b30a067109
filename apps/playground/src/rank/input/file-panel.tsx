import { useState } from "preact/hooks";
import { DropZone } from "../../files/drop-zone.tsx";
import type { OpenedFile } from "../../files/opened-file.ts";
import { samples } from "./samples.ts";

/** Opens votes: a dropped or chosen file, pasted text, or a sample. */
export function FilePanel({
  file,
  onFile,
}: {
  readonly file: OpenedFile | undefined;
  readonly onFile: (file: OpenedFile) => void;
}): preact.JSX.Element {
  const [text, setText] = useState("");
  return (
    <>
      <DropZone
        words="Battles, ratings, places, ballots, clicks, tier lists: CSV, JSON, Parquet, PrefLib and more, plain or gzipped"
        samples={samples.map((sample) => [`samples/${sample.file}`, sample.words] as const)}
        opened={file?.name}
        onFile={onFile}
      />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onFile({ name: "pasted.txt", content: new Blob([text]) });
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
