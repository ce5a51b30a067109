import { stat } from "node:fs/promises";
import { UsageError } from "../errors/usage-error.ts";
import { byteSize } from "../terminal/numbers.ts";
import type { Session } from "../terminal/session.ts";

/** Runs `tierwise export` for a document model. */
export async function exportLists(
  directory: string,
  files: readonly (readonly [format: string, path: string])[],
  session: Session,
): Promise<void> {
  const other = files.find(([format]) => format !== "onnx");
  if (other !== undefined) {
    throw new UsageError(
      `--${other[0]} does not apply: ${directory} contains a document model; expected --onnx (its documents.json is already plain JSON)`,
    );
  }
  const { documentOnnx, loadDocumentModel } = await import("@tierwise/documents");
  const { writeFileAtomic } = await import("@tierwise/data/files");
  const [[format, path]] = files;
  await writeFileAtomic(path, [documentOnnx(await loadDocumentModel(directory))]);
  const written = { format, path, bytes: (await stat(path)).size };
  session.print(`${path}: ${format}, ${byteSize(written.bytes)}`);
  session.result([written]);
}
