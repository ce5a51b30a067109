import { createHash, randomUUID } from "node:crypto";
import { mkdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { JobFile } from "../job/job.ts";
import { fileChecksum } from "./file-checksum.ts";
import type { JobStore } from "./job-store.ts";

/** Local copies of the files in a store. */
export interface LocalCopies {
  /** The local path of each file, by the path in the job's description. A file is fetched and verified once. */
  readonly pathsOf: (files: readonly JobFile[]) => Promise<Record<string, string>>;
}

/**
 * Keeps copies of the files of a store in a directory, which several workers on a machine may share. Files from the same directory keep
 * their names and are copied to the same folder, because readers recognize formats by file name and look for related files in the folder of
 * a file. A copy from an earlier run is verified before its first use, like a new copy.
 */
export function createLocalCopies(store: JobStore, directory: string): LocalCopies {
  const copies = new Map<string, Promise<void>>();
  const copy = (file: JobFile, local: string): Promise<void> => {
    const known = copies.get(local) ?? fetch(store, file, local);
    copies.set(local, known);
    // A failure may be temporary: the next job tries again.
    known.catch(() => copies.delete(local));
    return known;
  };
  return {
    async pathsOf(files) {
      const paths: Record<string, string> = {};
      for (const group of byFolder(files)) {
        const folder = join(directory, nameOf(group));
        for (const file of group) {
          paths[file.path] = join(folder, basename(posix(file.path)) || "file");
          await copy(file, paths[file.path]);
        }
      }
      return paths;
    },
  };
}

/** Groups files that were in the same directory. */
function byFolder(files: readonly JobFile[]): JobFile[][] {
  const folders = new Map<string, JobFile[]>();
  for (const file of files) {
    const folder = dirname(posix(file.path));
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  return [...folders.values()];
}

/** The name of the folder for these files, which is a hash of their names and contents. */
function nameOf(files: readonly JobFile[]): string {
  const contents = files.map(({ path, checksum }) => `${checksum} ${basename(posix(path))}`).sort();
  return createHash("sha256").update(contents.join("\n")).digest("hex").slice(0, 32);
}

/** Converts a path to forward slashes, in case the client runs on Windows. */
function posix(path: string): string {
  return path.replaceAll("\\", "/");
}

async function fetch(store: JobStore, { path, checksum }: JobFile, local: string): Promise<void> {
  if (!/^[0-9a-f]{64}$/.test(checksum)) {
    throw new RangeError(`checksum of ${path} is ${JSON.stringify(checksum)}; expected 64 hexadecimal digits`);
  }
  const held = await fileChecksum(local).catch(() => undefined);
  if (held?.checksum === checksum) return;
  await mkdir(dirname(local), { recursive: true });
  const temporary = `${local}.${randomUUID()}.tmp`;
  try {
    await store.readFile(checksum, temporary);
    const found = await fileChecksum(temporary);
    if (found.checksum !== checksum) {
      throw new Error(`the stored copy of ${path} is damaged: its checksum is ${found.checksum}; expected ${checksum}`);
    }
    await rename(temporary, local);
  } finally {
    await rm(temporary, { force: true });
  }
}
