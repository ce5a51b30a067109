import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { type FileHandle, open, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { DatasetError } from "../reading/dataset-error.ts";
import { makeDirectory } from "./make-directory.ts";
import { retryWhileInUse } from "./windows.ts";

/**
 * The content of a file: a string, or chunks of strings (written as UTF-8) or bytes. The memory of a chunk may be reused once the next
 * chunk is requested.
 */
export type FileContent = string | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** Strings are joined up to this length before they are written, because every write is a system call. */
const JOINED_LENGTH = 1 << 16;

/** The incomplete temporary files of this process, which are removed when it exits. */
const temporaries = new Set<string>();

/**
 * Writes a file atomically, gzipped if its name ends in `.gz`. Creates its directory if necessary. The content is written to a temporary
 * file in the same folder, which is then renamed, so `path` always contains either the old file or the complete new file. After an error,
 * including one thrown by `content`, the old file remains. A path that is neither a file nor a directory, such as a device or a pipe, is
 * written to directly.
 *
 * @param path - The file to write.
 * @param content - A string, or chunks of strings or bytes; the output of a generator is never collected in memory.
 * @throws DatasetError if `path` is a directory. Messages of system errors contain `path`, not the temporary file.
 *
 * @example
 * ```ts
 * import { mkdtempSync, readFileSync } from "node:fs";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { writeFileAtomic } from "@tierwise/data/files";
 *
 * const path = join(mkdtempSync(join(tmpdir(), "tierwise-")), "new", "names.txt");
 * await writeFileAtomic(path, "tea\nmilk\n");
 * async function* lines() {
 *   yield "tea\n";
 *   throw new Error("no more");
 * }
 * await writeFileAtomic(path, lines()).catch((error) => console.log(error.message)); // no more
 * console.log(JSON.stringify(readFileSync(path, "utf8"))); // "tea\nmilk\n"
 * ```
 */
export async function writeFileAtomic(path: string, content: FileContent): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isDirectory()) throw new DatasetError("is a directory; expected a file", { file: path });
  const chunks = typeof content === "string" ? [content] : content;
  if (existing !== undefined && !existing.isFile()) return writeTo(path, path, chunks);
  await makeDirectory(dirname(path));
  const temporary = `${path}.${process.pid}-${randomUUID().slice(0, 8)}.tmp`;
  removeOnExit(temporary);
  try {
    await writeTo(temporary, path, chunks);
    await retryWhileInUse(() => rename(temporary, path)).catch(rethrowFor(path));
  } catch (error) {
    // An error from removing the file is ignored: only the first error states the cause.
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  } finally {
    temporaries.delete(temporary);
  }
}

/** Writes chunks to `place`. Messages of system errors contain `path` instead of `place`. */
async function writeTo(place: string, path: string, chunks: Exclude<FileContent, string>): Promise<void> {
  const handle = await open(place, place === path ? "w" : "wx").catch(rethrowFor(path));
  try {
    const save = (source: Exclude<FileContent, string>): Promise<void> => saveChunks(handle, path, source);
    if (path.endsWith(".gz")) await pipeline(Readable.from(chunks), createGzip(), save);
    else await save(chunks);
    if (place !== path) await handle.sync().catch(rethrowFor(path));
  } finally {
    await handle.close();
  }
}

async function saveChunks(handle: FileHandle, path: string, chunks: Exclude<FileContent, string>): Promise<void> {
  let text: string[] = [];
  let length = 0;
  const saveText = async (): Promise<void> => {
    if (length > 0) await handle.writeFile(text.join("")).catch(rethrowFor(path));
    text = [];
    length = 0;
  };
  for await (const chunk of chunks) {
    if (typeof chunk === "string") {
      text.push(chunk);
      length += chunk.length;
      if (length >= JOINED_LENGTH) await saveText();
    } else {
      await saveText();
      await handle.writeFile(chunk).catch(rethrowFor(path));
    }
  }
  await saveText();
}

function removeOnExit(temporary: string): void {
  if (!process.listeners("exit").includes(removeTemporaries)) process.once("exit", removeTemporaries);
  temporaries.add(temporary);
}

function removeTemporaries(): void {
  for (const temporary of temporaries) rmSync(temporary, { force: true });
}

/** Rethrows a system error about a temporary file as an error about the requested file. */
function rethrowFor(path: string): (error: unknown) => never {
  return (error) => {
    throw error instanceof Error && "code" in error ? Object.assign(error, { path }) : error;
  };
}
