import { randomUUID } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import type { JobFile } from "../job/job.ts";
import { fileChecksum } from "./file-checksum.ts";
import type { JobStore } from "./job-store.ts";

/** Files of a store on the local disk. */
export interface LocalCopies {
  /** The local path of each file, by the path in the job's description. A file is fetched and verified once. */
  readonly pathsOf: (files: readonly JobFile[]) => Promise<Record<string, string>>;
}

/**
 * Keeps copies of the files of a store in a directory, which several workers on a machine may share: `ab12…/train.txt`. A copy from an
 * earlier run is verified before its first use, like a new one.
 */
export function createLocalCopies(store: JobStore, directory: string): LocalCopies {
  const copies = new Map<string, Promise<string>>();
  const copyOf = (file: JobFile): Promise<string> => {
    const known = copies.get(file.checksum) ?? fetch(store, directory, file);
    copies.set(file.checksum, known);
    // A failure may be temporary: the next job tries again.
    known.catch(() => copies.delete(file.checksum));
    return known;
  };
  return {
    async pathsOf(files) {
      const entries = files.map(async (file) => [file.path, await copyOf(file)] as const);
      return Object.fromEntries(await Promise.all(entries));
    },
  };
}

async function fetch(store: JobStore, directory: string, { path, checksum }: JobFile): Promise<string> {
  if (!/^[0-9a-f]{64}$/.test(checksum)) {
    throw new RangeError(`checksum of ${path} is ${JSON.stringify(checksum)}; expected 64 hexadecimal digits`);
  }
  // The name stays, because readers recognize formats by it.
  const local = join(directory, checksum, basename(path.replaceAll("\\", "/")) || "file");
  const held = await fileChecksum(local).catch(() => undefined);
  if (held?.checksum === checksum) return local;
  await mkdir(join(directory, checksum), { recursive: true });
  const temporary = `${local}.${randomUUID()}.tmp`;
  try {
    await store.readFile(checksum, temporary);
    const found = await fileChecksum(temporary);
    if (found.checksum !== checksum) {
      throw new Error(`the stored copy of ${path} is damaged: its checksum is ${found.checksum}; expected ${checksum}`);
    }
    await rename(temporary, local);
    return local;
  } finally {
    await rm(temporary, { force: true });
  }
}
