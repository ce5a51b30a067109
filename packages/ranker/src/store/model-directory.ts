import type { FileHandle } from "node:fs/promises";
import { retryWhileInUse } from "@tierwise/data/windows";
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
  versionFor,
} from "./header.ts";
import { versions } from "./versions.ts";

/** The header file; a model or checkpoint is complete once its header is renamed to this name. */
export const headerFile = "ranker.json";
/** The array files that this package writes; other files in the directory are left alone. */
const arrayFile =
  /^(?:member-[0-9]+\.)?(?:(?:weights|current|first|second)\.(?:input|output)(?:-bias)?|last-steps)-([0-9]+)\.bin$/;
/** The maximum number of attempts to open the files while a writer is replacing them. */
const mostAttempts = 1000;

/** Reads and checks the header of a model; undefined if there is none. */
export async function findHeader(directory: string): Promise<Header | undefined> {
  const path = join(directory, headerFile);
  try {
    if (!(await stat(path)).isFile()) throw new Error(`${path} is not a plain file; expected the header of a model`);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return findFirstEnsemble(directory);
    throw error;
  }
  const bytes = await readFile(path);
  const parsed = parseJson(bytes.toString("utf8"), path) as Partial<Header> | null;
  if (parsed?.format !== headerFormat) {
    const format = JSON.stringify(parsed?.format);
    throw new Error(`${path} is not the header of a model: its format is ${format}; expected "${headerFormat}"`);
  }
  if (parsed.version === 1) return checkHeader(await (await import("./upgrade.ts")).fromFirst(directory, parsed), path);
  if (![2, 3, 4, headerVersion].includes(parsed.version as number)) {
    throw new Error(`${path} has version ${parsed.version}; this release reads versions 1 to ${headerVersion}`);
  }
  if (!isSealed(bytes)) throw new Error(`${path} does not match its digest; the file is damaged`);
  const header = checkHeader(parsed, path);
  return header.version === 2 ? (await import("./upgrade.ts")).fromSecond(header) : header;
}

/** Finds an ensemble of version 1, which has a record with the number of members instead of a header. */
async function findFirstEnsemble(directory: string): Promise<Header | undefined> {
  const found = await stat(join(directory, "member-1", headerFile)).catch(() => undefined);
  if (found === undefined) return undefined;
  const { firstEnsemble } = await import("./upgrade.ts");
  const header = await firstEnsemble(directory, headerFile);
  return header && checkHeader(header, join(directory, "member-1", headerFile));
}

/** Parses the text of a file as JSON; if it is not JSON, throws an error that names the file. */
function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is not JSON; the file is damaged or not a model`, { cause: error });
  }
}

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
  if (code === "ENOENT" && (await stat(directory).catch(() => undefined)) === undefined) {
    throw new Error(`${directory}: there is no such model directory or model file`);
  }
  throw new Error(`${directory} is not a model: ${headerFile} cannot be read there (${code})`);
}

/** Arrays whose files are open, so that they can be read even after a writer has removed the files. */
export interface OpenArrays {
  readonly header: Header;
  /** Reads the named arrays of a member into the given arrays. */
  readonly read: (member: StoredMember, into: Readonly<Record<string, StoredArray>>) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens the arrays that `wanted` selects. If a writer replaces the model in the meantime, opens the arrays of the new model. */
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
        if (handle === undefined) throw new Error(`${join(directory, headerFile)} does not list the array ${name}`);
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

/** Writes arrays to files of a new generation, each flushed to disk. */
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

/** Replaces the header: writes and flushes it under another name, then renames it. Until then, the directory has its previous contents. */
export async function exchangeHeader(
  directory: string,
  content: Pick<Header, "generation" | "model" | "replacement">,
  verifyLock: () => Promise<void>,
): Promise<Header> {
  const written = new Date().toISOString();
  const header: Header = {
    format: headerFormat,
    version: versionFor([content.model, content.replacement]),
    writtenBy: await versions(),
    written,
    ...content,
  };
  const path = join(directory, headerFile);
  await writeFlushed(`${path}.tmp`, sealed(header));
  await verifyLock();
  await retryWhileInUse(() => rename(`${path}.tmp`, path));
  await flushDirectory(directory);
  return header;
}

/** Removes array files that the header does not list, and a temporary header file that was never renamed. */
export async function removeUnnamed(directory: string, header: Header | undefined): Promise<void> {
  const named = new Set<string>();
  for (const model of [header?.model, header?.replacement]) {
    for (const { arrays } of model?.members ?? []) for (const { file } of Object.values(arrays)) named.add(file);
  }
  for (const file of await readdir(directory)) {
    const ours = arrayFile.test(file) || file === `${headerFile}.tmp`;
    // On some platforms a file that a reader has open cannot be removed; the next write removes it.
    if (ours && !named.has(file)) await rm(join(directory, file), { force: true }).catch(() => {});
  }
}

/** One more than the highest generation of existing files, so that no file in use is overwritten. */
export async function nextGeneration(directory: string, header: Header | undefined): Promise<number> {
  let last = header?.generation ?? 0;
  for (const file of await readdir(directory)) last = Math.max(last, Number(arrayFile.exec(file)?.[1] ?? 0));
  return last + 1;
}

/** Flushes a directory, which makes a rename durable; platforms that cannot flush a directory do not need this. */
async function flushDirectory(directory: string): Promise<void> {
  const handle = await open(directory, "r").catch(() => undefined);
  try {
    await handle?.sync();
  } catch {
    // Errors are ignored, because Windows cannot flush directories.
  } finally {
    await handle?.close();
  }
}
