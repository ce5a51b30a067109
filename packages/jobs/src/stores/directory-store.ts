import { randomUUID } from "node:crypto";
import { copyFile, link, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { JobStore } from "./job-store.ts";

/**
 * Creates a store in a directory, which several machines can share through a network file system. Results are stored as
 * `results/ab/abcdef….json` and files as `files/ab/abcdef…`. Writes are atomic.
 *
 * @param directory - The directory; created when something is stored.
 *
 * @example
 * ```ts
 * import { mkdtemp } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { directoryStore } from "@tierwise/jobs";
 *
 * const store = directoryStore(await mkdtemp(join(tmpdir(), "jobs-")));
 * console.log(await store.writeResult("abc", "1"), await store.writeResult("abc", "2")); // true false
 * console.log(await store.readResults(["abc", "def"])); // [ '1', undefined ]
 * ```
 */
export function directoryStore(directory: string): JobStore {
  const resultPath = (key: string): string => join(directory, "results", key.slice(0, 2), `${plain(key)}.json`);
  const filePath = (checksum: string): string => join(directory, "files", checksum.slice(0, 2), plain(checksum));
  return {
    readResults: (keys) => Promise.all(keys.map((key) => readText(resultPath(key)))),
    async writeResult(key, json) {
      const path = resultPath(key);
      return publish(path, async (temporary) => {
        const handle = await open(temporary, "wx");
        try {
          await handle.writeFile(json);
          await handle.sync();
        } finally {
          await handle.close();
        }
      });
    },
    removeResult: (key) => rm(resultPath(key), { force: true }),
    hasFile: async (checksum) => (await stat(filePath(checksum)).catch(() => undefined)) !== undefined,
    async writeFile(checksum, path) {
      await publish(filePath(checksum), (temporary) => copyFile(path, temporary));
    },
    async readFile(checksum, path) {
      const held = filePath(checksum);
      try {
        await copyFile(held, path);
      } catch (error) {
        throw new Error(`${directory} does not contain the file ${checksum}`, { cause: error });
      }
    },
    close: async () => {},
  };
}

/** Writes a temporary file, then renames it to `path` unless `path` exists. Returns whether it was renamed. */
async function publish(path: string, write: (temporary: string) => Promise<void>): Promise<boolean> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    await write(temporary);
    return await linkOrRename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Links a file to `path`, or returns false if `path` exists. Without hard links, replaces an existing file, whose content is the same. */
async function linkOrRename(temporary: string, path: string): Promise<boolean> {
  try {
    await link(temporary, path);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "ENOSYS") throw error;
    await rename(temporary, path);
    return true;
  }
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Checks a key or checksum, so that it cannot name a file outside the directory. */
function plain(name: string): string {
  if (!/^[0-9a-z-]+$/.test(name)) {
    throw new RangeError(`${JSON.stringify(name)} is not a key; expected lowercase letters, digits and hyphens`);
  }
  return name;
}
