import { stat } from "node:fs/promises";
import { basename } from "node:path";

/** What the file system knows of files. */
export interface FileState {
  readonly sizes: readonly bigint[];
  /**
   * Name, device, inode, size, time of modification and time of change: while these are what they were, so is the content. Empty
   * where a change could still go unseen.
   */
  readonly identity: string;
}

/** No file system has ticks longer than these milliseconds. */
const LONGEST_TICK = 2000;

/**
 * The state of plain files; nothing where one is something else, or is missing.
 *
 * Whoever writes to a file can set its time of modification back, but not that of its change, which is the system's own. It has
 * ticks, though: what was changed just now may be changed once more without a trace, so such a file is known by its content alone.
 */
export async function fileState(paths: readonly string[]): Promise<FileState | undefined> {
  const now = BigInt(Date.now() - LONGEST_TICK) * 1_000_000n;
  const found = await Promise.all(paths.map((path) => stat(path, { bigint: true }).catch(() => undefined)));
  const sizes: bigint[] = [];
  const words: string[] = [];
  let settled = true;
  for (const [i, file] of found.entries()) {
    if (file === undefined || !file.isFile()) return undefined;
    const { dev, ino, size, mtimeNs, ctimeNs } = file;
    sizes.push(size);
    words.push(`${basename(paths[i])} ${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`);
    if (ctimeNs > now || mtimeNs > now) settled = false;
  }
  return { sizes, identity: settled ? words.join("\n") : "" };
}
