import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { readRawBytes } from "@tierwise/data/files";

/** Identifies the files that a cache was built from. */
export interface CacheSource {
  /** Names, sizes and digests of the files. */
  readonly fingerprint: string;
  /** The identity from {@link FileState}; empty if the files could change while their identity stays the same. */
  readonly identity: string;
}

/** The state of files, as reported by the file system. */
export interface FileState {
  readonly sizes: readonly bigint[];
  /**
   * Name, device, inode, size, modification time and change time. While these stay the same, the content stays the same. Empty if the
   * content could change unnoticed.
   */
  readonly identity: string;
}

/** The coarsest time resolution of any file system, in milliseconds. */
const LONGEST_TICK = 2000;

/**
 * Returns the state of files; undefined if a file is missing or is not a regular file.
 *
 * A program that writes to a file can set its modification time back, but not its change time, which the system sets. The change time has a
 * limited resolution, though, so a second change soon after the first could go unnoticed. A file that has just changed is therefore
 * identified by its content.
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

/** Computes the fingerprint of files from their bytes while they are read. */
export interface FingerprintTaker {
  /** Returns a function that receives the raw bytes of a file. */
  watch(path: string): (bytes: Uint8Array) => void;
  /** Returns the fingerprint, after all bytes of these files have been received. */
  finish(paths: readonly string[]): string;
}

/**
 * Creates the fingerprint of the files that a cache is built from: name, size and SHA-256 of each. The digest covers exactly the bytes that
 * are parsed. If a file changes while it is read, the changed file therefore does not match.
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

/** Whether files match a fingerprint. Files are read only if their names and sizes match. */
export async function matchesFingerprint(
  paths: readonly string[],
  { sizes }: FileState,
  source: string,
): Promise<boolean> {
  const known = source.split("\n").map((line) => line.slice(0, line.lastIndexOf(" ")));
  if (known.length !== paths.length) return false;
  if (!paths.every((path, i) => known[i] === `${basename(path)} ${sizes[i]}`)) return false;
  const fingerprint = createFingerprint();
  for (const path of paths) await readRawBytes(path, fingerprint.watch(path));
  return fingerprint.finish(paths) === source;
}
