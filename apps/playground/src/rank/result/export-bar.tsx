import { useState } from "preact/hooks";
import type { OpenedFile } from "../../files/opened-file.ts";
import { CommandLine } from "../../page/command-line.tsx";
import { CopyButton } from "../../page/copy-button.tsx";
import { download } from "../../page/download.ts";
import { pngOf } from "../../page/png.ts";
import type { ExportFormat } from "../work/exported-text.ts";

const mediaTypes = { csv: "text/csv", json: "application/json", svg: "image/svg+xml" };

/** The buttons that save the ranking and the votes or copy a link, and the command that gives the same ranking. */
export function ExportBar({
  votes,
  command,
  link,
  exported,
}: {
  readonly votes: OpenedFile;
  readonly command: string;
  readonly link: () => Promise<string>;
  readonly exported: (format: ExportFormat) => Promise<string>;
}): preact.JSX.Element {
  const [problem, setProblem] = useState<string>();
  const save = async (format: ExportFormat | "png"): Promise<void> => {
    try {
      const text = await exported(format === "png" ? "svg" : format);
      if (format === "png") download("ranking.png", await pngOf(text));
      else download(`ranking.${format}`, text, mediaTypes[format]);
      setProblem(undefined);
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <>
      <div class="bar">
        {(["json", "csv", "svg", "png"] as const).map((format) => (
          <button key={format} type="button" onClick={() => void save(format)}>
            Save {format.toUpperCase()}
          </button>
        ))}
        <button type="button" onClick={() => download(votes.name, votes.content)}>
          Save the votes
        </button>
        <CopyButton words="Copy a link" text={link} />
      </div>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <p>This command gives the same numbers for the file {votes.name}:</p>
      <CommandLine command={command} />
    </>
  );
}
