import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { readStored } from "@tierwise/data/files";

/** What a cache was built from. */
export interface CacheSource {
  /** Names, sizes, and digests of the content. */
  readonly fingerprint: string;
  /** What the file system knew of the files, where that tells them from changed ones; else empty. */
  readonly identity: string;
}

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

/** Takes the bytes of files as they are read, and makes the fingerprint of them. */
export interface FingerprintTaker {
  /** What sees the bytes of a file, as they stand there. */
  watch(path: string): (bytes: Uint8Array) => void;
  /** The fingerprint, once all bytes of these files were seen. */
  finish(paths: readonly string[]): string;
}

/**
 * What a cache is valid for: name, size and SHA-256 of every file it was built from. The digest is taken of the very bytes that are
 * parsed, so that a file that changes meanwhile is not kept as what it is afterwards.
 */
export function createFingerprint(): FingerprintTaker {
  const files = new Map<string, { hash: ReturnType<typeof createHash>; size: number }>();
  return {
    watch(path) {
      const file = { hash: createHash("sha256"), size: 0 };
      files.set(path, file);
      return (bytes) => {
        file.hash.update(bytes);
        file.size += bytes.length;
      };
    },
    finish: (paths) =>
      paths
        .map((path) => {
          const { hash, size } = files.get(path) ?? { hash: createHash("sha256"), size: 0 };
          return `${basename(path)} ${size} ${hash.digest("hex")}`;
        })
        .join("\n"),
  };
}

/** Whether the content of files is that of a fingerprint. Where names or sizes are others, none is read to say so. */
export async function matchesFingerprint(
  paths: readonly string[],
  { sizes }: FileState,
  source: string,
): Promise<boolean> {
  const known = source.split("\n").map((line) => line.slice(0, line.lastIndexOf(" ")));
  if (known.length !== paths.length) return false;
  if (!paths.every((path, i) => known[i] === `${basename(path)} ${sizes[i]}`)) return false;
  const fingerprint = createFingerprint();
  for (const path of paths) await readStored(path, fingerprint.watch(path));
  return fingerprint.finish(paths) === source;
}
