import type { FileHandle } from "node:fs/promises";
import {
  type ArrayEntry,
  codeOf,
  join,
  open,
  readArray,
  readdir,
  readFile,
  rename,
  rm,
  type StoredArray,
  stat,
  writeArray,
  writeFlushed,
} from "./files.ts";
import {
  checkHeader,
  type Header,
  headerFormat,
  headerVersion,
  isSealed,
  type StoredMember,
  sealed,
} from "./header.ts";

/** The file whose renaming makes a model or checkpoint complete. */
export const headerFile = "ranker.json";
/** The files of arrays that this package writes; any other in the directory is left alone. */
const arrayFile =
  /^(?:member-[0-9]+\.)?(?:(?:weights|current|first|second)\.(?:input|output)(?:-bias)?|last-steps)-([0-9]+)\.bin$/;
/** How often a reader begins anew because a writer was faster. */
const mostAttempts = 1000;

/** Reads and checks the header of a model; undefined where there is none. */
export async function findHeader(directory: string): Promise<Header | undefined> {
  const path = join(directory, headerFile);
  try {
    if (!(await stat(path)).isFile()) throw new Error(`${path} is not a plain file; expected a model's header`);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return findFirstEnsemble(directory);
    throw error;
  }
  const bytes = await readFile(path);
  const parsed = parseJson(bytes.toString("utf8"), path) as Partial<Header> | null;
  if (parsed?.format !== headerFormat) {
    const format = JSON.stringify(parsed?.format);
    throw new Error(`${path} is not a ranker's: its format is ${format}; expected "${headerFormat}"`);
  }
  if (parsed.version === 1) return checkHeader(await (await import("./upgrade.ts")).fromFirst(directory, parsed), path);
  if (parsed.version !== headerVersion && parsed.version !== 2) {
    throw new Error(`${path} has version ${parsed.version}; this release reads versions 1 to ${headerVersion}`);
  }
  if (!isSealed(bytes)) throw new Error(`${path} does not have the digest that it names: it is damaged`);
  const header = checkHeader(parsed, path);
  return header.version === 2 ? (await import("./upgrade.ts")).fromSecond(header) : header;
}

/** An ensemble of version 1: it has no header of its own, but a record that says how many members there are. */
async function findFirstEnsemble(directory: string): Promise<Header | undefined> {
  const found = await stat(join(directory, "member-1", headerFile)).catch(() => undefined);
  if (found === undefined) return undefined;
  const { firstEnsemble } = await import("./upgrade.ts");
  const header = await firstEnsemble(directory, headerFile);
  return header && checkHeader(header, join(directory, "member-1", headerFile));
}

/** A text of a file as JSON; a sentence where it is none. */
function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is not JSON: it is damaged or not a model`, { cause: error });
  }
}

/** Reads and checks the header of a model. */
export async function readHeader(directory: string): Promise<Header> {
  let found: Header | undefined;
  let code = "ENOENT";
  try {
    found = await findHeader(directory);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    code = codeOf(error) ?? code;
  }
  if (found !== undefined) return found;
  throw new Error(`${directory} is not a model: ${headerFile} cannot be read there (${code})`);
}

/** Arrays of members whose files are open, so that they can be read even after a writer has removed them. */
export interface OpenArrays {
  readonly header: Header;
  /** Reads arrays of a member, each into its place. */
  readonly read: (member: StoredMember, into: Readonly<Record<string, StoredArray>>) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens the arrays of some members that `wanted` names. Where a writer exchanges the model meanwhile, the new one is opened. */
export async function openArrays(
  directory: string,
  membersOf: (header: Header) => readonly StoredMember[],
  wanted: (name: string) => boolean,
): Promise<OpenArrays> {
  for (let attempt = 1; ; attempt++) {
    const header = await readHeader(directory);
    const handles = new Map<string, FileHandle>();
    const close = async (): Promise<void> => {
      for (const handle of handles.values()) await handle.close();
    };
    try {
      for (const { arrays } of membersOf(header)) {
        for (const [name, { file }] of Object.entries(arrays)) {
          if (wanted(name)) handles.set(file, await openToRead(join(directory, file)));
        }
      }
    } catch (error) {
      await close();
      const changed = (await findHeader(directory))?.generation !== header.generation;
      if (changed && attempt < mostAttempts) continue;
      throw error;
    }
    const read: OpenArrays["read"] = async ({ arrays }, into) => {
      for (const [name, array] of Object.entries(into)) {
        const entry = arrays[name];
        const handle = entry && handles.get(entry.file);
        if (handle === undefined) throw new Error(`${join(directory, headerFile)} names no array ${name}; expected it`);
        await readArray(handle, join(directory, entry.file), entry, array);
      }
    };
    return { header, read, close };
  }
}

async function openToRead(path: string): Promise<FileHandle> {
  try {
    if (!(await stat(path)).isFile()) throw new Error("it is not a plain file");
    return await open(path, "r");
  } catch (error) {
    throw new Error(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}

/** Writes arrays to files of a new generation, each flushed to the disk. */
export async function writeArrays(
  directory: string,
  { prefix, generation }: { prefix: string; generation: number },
  arrays: Readonly<Record<string, StoredArray>>,
): Promise<Record<string, ArrayEntry>> {
  const entries: Record<string, ArrayEntry> = {};
  for (const [name, array] of Object.entries(arrays)) {
    const file = `${prefix}${name}-${generation}.bin`;
    entries[name] = await writeArray(join(directory, file), file, array);
  }
  return entries;
}

/** Exchanges the header: flushed under another name, then renamed. Until then the directory holds what it held before, whole. */
export async function exchangeHeader(
  directory: string,
  content: Pick<Header, "generation" | "model" | "replacement">,
  mayStill: () => Promise<void>,
): Promise<Header> {
  const written = new Date().toISOString();
  const header: Header = {
    format: headerFormat,
    version: headerVersion,
    writtenBy: await versions(),
    written,
    ...content,
  };
  const path = join(directory, headerFile);
  await writeFlushed(`${path}.tmp`, sealed(header));
  await mayStill();
  await rename(`${path}.tmp`, path);
  await flushDirectory(directory);
  return header;
}

/** Removes the arrays that a header does not name, and a header that was never renamed. */
export async function removeUnnamed(directory: string, header: Header | undefined): Promise<void> {
  const named = new Set<string>();
  for (const model of [header?.model, header?.replacement]) {
    for (const { arrays } of model?.members ?? []) for (const { file } of Object.values(arrays)) named.add(file);
  }
  for (const file of await readdir(directory)) {
    const ours = arrayFile.test(file) || file === `${headerFile}.tmp`;
    // What cannot be removed now, because a reader has it open where that matters, is removed by the next writing.
    if (ours && !named.has(file)) await rm(join(directory, file), { force: true }).catch(() => {});
  }
}

/** One more than that of any file there, so that no file in use is written over. */
export async function nextGeneration(directory: string, header: Header | undefined): Promise<number> {
  let last = header?.generation ?? 0;
  for (const file of await readdir(directory)) last = Math.max(last, Number(arrayFile.exec(file)?.[1] ?? 0));
  return last + 1;
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

/** What writes: this package, where its manifest can be read, and Node. */
async function versions(): Promise<Record<string, string>> {
  // In a variable, so that bundlers do not take the manifest for a part of the program.
  const manifest = "../../package.json";
  const text = await readFile(new URL(manifest, import.meta.url), "utf8").catch(() => "{}");
  const { name, version } = JSON.parse(text) as { name?: string; version?: string };
  return { ...(name === "@tierwise/ranker" && version !== undefined && { [name]: version }), node: process.version };
}
