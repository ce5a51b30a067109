import { type ArrayEntry, readArray, type StoredArray, writeArray } from "./array-file.ts";
import { checkHeader, type Header, headerFormat, headerVersion } from "./header.ts";
import { join, mkdir, open, readdir, readFile, rename, resolve, rm } from "./node-files.ts";

/** The file whose renaming makes a model or checkpoint complete. */
const headerFile = "ranker.json";
/** The files that this module writes; any other in the directory is left alone. */
const arrayFile = /^(?:(?:weights|current|first|second)\.(?:input|output)(?:-bias)?|last-steps)-([0-9]+)\.bin$/;
/** Who is writing to a directory: one at a time. */
const writers = new Map<string, Promise<void>>();

/** What a header says, less what writing it adds. */
export type HeaderContent = Omit<Header, "arrays" | "format" | "generation" | "version">;

/**
 * Writes a model or a checkpoint to a directory: arrays to files of a new generation, each flushed to the disk, then the header
 * that names them, flushed and renamed to its place. Until that renaming the directory holds what it held before, whole; the
 * files of former generations are removed after it. So it can be interrupted at any moment.
 */
export async function writeModel(
  directory: string,
  content: HeaderContent,
  arrays: Readonly<Record<string, StoredArray>>,
): Promise<void> {
  const place = resolve(directory);
  const before = writers.get(place) ?? Promise.resolve();
  const writing = before.catch(() => {}).then(() => writeGeneration(directory, content, arrays));
  writers.set(place, writing);
  try {
    await writing;
  } finally {
    if (writers.get(place) === writing) writers.delete(place);
  }
}

async function writeGeneration(
  directory: string,
  content: HeaderContent,
  arrays: Readonly<Record<string, StoredArray>>,
): Promise<void> {
  await mkdir(directory, { recursive: true });
  const generation = await nextGeneration(directory);
  const entries: Record<string, ArrayEntry> = {};
  const written: string[] = [];
  const header = join(directory, headerFile);
  try {
    for (const [name, array] of Object.entries(arrays)) {
      const file = `${name}-${generation}.bin`;
      written.push(file);
      entries[name] = await writeArray(join(directory, file), file, array);
    }
    written.push(`${headerFile}.tmp`);
    const text = { format: headerFormat, version: headerVersion, generation, ...content, arrays: entries };
    await writeFlushed(`${header}.tmp`, `${JSON.stringify(text, null, 2)}\n`);
    await rename(`${header}.tmp`, header);
  } catch (error) {
    // Nothing half-written is left, and what was there stays.
    for (const file of written) await rm(join(directory, file), { force: true }).catch(() => {});
    throw error;
  }
  await flushDirectory(directory);
  const current = new Set(Object.values(entries).map(({ file }) => file));
  for (const file of await readdir(directory)) {
    if (arrayFile.test(file) && !current.has(file)) await rm(join(directory, file), { force: true });
  }
}

/** Reads and checks the header of a model. */
export async function readHeader(directory: string): Promise<Header> {
  const path = join(directory, headerFile);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw new Error(
      `${directory} is not a model: ${headerFile} cannot be read there (${(error as NodeJS.ErrnoException).code})`,
      {
        cause: error,
      },
    );
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is not JSON: it is damaged or not a model`, { cause: error });
  }
  return checkHeader(parsed, path);
}

/** Reads the arrays that are named, each into its place. */
export async function readArrays(
  directory: string,
  { arrays }: Header,
  into: Readonly<Record<string, StoredArray>>,
): Promise<void> {
  for (const [name, array] of Object.entries(into)) {
    const entry = arrays[name];
    if (entry === undefined) throw new Error(`${join(directory, headerFile)} names no array ${name}; expected it`);
    await readArray(join(directory, entry.file), entry, array);
  }
}

/** One more than that of any file there, so that no file in use is written over. */
async function nextGeneration(directory: string): Promise<number> {
  let last = 0;
  for (const file of await readdir(directory)) {
    last = Math.max(last, Number(arrayFile.exec(file)?.[1] ?? 0));
  }
  return last + 1;
}

async function writeFlushed(path: string, text: string): Promise<void> {
  const handle = await open(path, "w");
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a renaming last; some platforms cannot flush a directory, and need not. */
async function flushDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r").catch(() => undefined);
  try {
    await handle?.sync();
  } catch {
    // Windows refuses.
  } finally {
    await handle?.close();
  }
}
