import type { VotesFile } from "../state/rank-state.ts";

/** The largest file that the page opens, in bytes. */
const mostBytes = 64_000_000;

/** The content of a file; throws if it is too large for the page. Nothing leaves the browser. */
export async function takeFile(file: File): Promise<VotesFile> {
  const { name, size } = file;
  if (size > mostBytes) {
    throw new RangeError(
      `${name} has ${Math.round(size / 1e6)} MB; this page reads up to ${mostBytes / 1e6} MB. The command reads larger files: tierwise fit FILE`,
    );
  }
  return { name, bytes: new Uint8Array(await file.arrayBuffer()) };
}
