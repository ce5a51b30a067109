import { rmSync } from "node:fs";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { makeDirectory } from "@tierwise/data/make-directory";

/** A destination for text. */
export interface TextOutput {
  readonly write: (text: string) => Promise<void>;
  /** Completes the file, which then gets its name. */
  readonly close: () => Promise<void>;
  /** Removes what was written, after an error. */
  readonly abandon: () => Promise<void>;
}

const temporaries = new Set<string>();
process.once("exit", () => {
  for (const path of temporaries) rmSync(path, { force: true });
});

/**
 * Opens a file for writing. It gets its name only once it is complete; until then, and after an error, the old file stays.
 * Anything but a regular file, such as a device or a pipe, is written to directly.
 */
export async function openFile(path: string): Promise<TextOutput> {
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isDirectory()) throw Object.assign(new Error(`${path}: is a directory; expected a file`));
  const direct = existing !== undefined && !existing.isFile();
  const place = direct ? path : `${path}.${process.pid}.tmp`;
  if (!direct) {
    await makeDirectory(dirname(path));
    temporaries.add(place);
  }
  const remove = async (): Promise<void> => {
    if (direct) return;
    await rm(place, { force: true });
    temporaries.delete(place);
  };
  let handle: FileHandle;
  try {
    handle = await open(place, "w");
  } catch (error) {
    temporaries.delete(place);
    throw named(error, path);
  }
  return {
    write: (text) => handle.writeFile(text).catch((error: unknown) => Promise.reject(named(error, path))),
    async close() {
      try {
        if (!direct) await handle.sync();
        await handle.close();
        if (!direct) await rename(place, path);
        temporaries.delete(place);
      } catch (error) {
        await remove();
        throw named(error, path);
      }
    },
    async abandon() {
      await handle.close();
      await remove();
    },
  };
}

/** Standard output as a destination. */
export function standardOutput(): TextOutput {
  return {
    write: (text) =>
      new Promise((resolve) => {
        if (process.stdout.write(text)) resolve();
        else process.stdout.once("drain", resolve);
      }),
    close: () => Promise.resolve(),
    abandon: () => Promise.resolve(),
  };
}

/** Writes a text to a file. */
export async function writeText(path: string, text: string): Promise<void> {
  const output = await openFile(path);
  try {
    await output.write(text);
  } catch (error) {
    await output.abandon();
    throw error;
  }
  await output.close();
}

/** A system error that names the requested file instead of its temporary name. */
function named(error: unknown, path: string): unknown {
  return error instanceof Error && "code" in error ? Object.assign(error, { path }) : error;
}
