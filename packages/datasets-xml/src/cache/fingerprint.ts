import { createHash } from "node:crypto";
import { basename } from "node:path";
import { readStored } from "@tierwise/data/files";
import type { FileState } from "./file-state.ts";

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
