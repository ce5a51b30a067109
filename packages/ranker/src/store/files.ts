import type { FileHandle } from "node:fs/promises";

// Browser bundlers reject an import of "node:fs" but accept this code. In a web page, every function below calls `refuse`.
export const isNode: boolean = typeof process === "object" && process.versions?.node !== undefined;
const files = (name: "node:crypto" | "node:fs/promises" | "node:os" | "node:path" | "node:url"): unknown =>
  isNode ? process.getBuiltinModule(name) : new Proxy({}, { get: () => refuse });
function refuse(): never {
  throw new Error(
    "model directories and checkpoints need a file system, which a web page does not have; save and load them in Node",
  );
}
export const { createHash, randomBytes } = files("node:crypto") as typeof import("node:crypto");
export const { link, open, readdir, readFile, rename, rm, rmdir, stat } = files(
  "node:fs/promises",
) as typeof import("node:fs/promises");
export const { hostname } = files("node:os") as typeof import("node:os");
export const { join, resolve } = files("node:path") as typeof import("node:path");
export const { fileURLToPath } = files("node:url") as typeof import("node:url");

/** The code of a system error, such as `"ENOENT"`. */
export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | null)?.code;
}

/** Rethrows a system error with the path of the file: errors that occur in an open file, such as ENOSPC, do not contain the path. */
function naming(path: string): (error: unknown) => never {
  return (error) => {
    throw codeOf(error) === undefined ? error : Object.assign(error as Error, { path });
  };
}

export async function writeFlushed(path: string, text: string): Promise<void> {
  const handle = await open(path, "w");
  try {
    await handle.writeFile(text).catch(naming(path));
    await handle.sync().catch(naming(path));
  } finally {
    await handle.close();
  }
}

/** An array that is stored in a file as raw little-endian numbers. */
export type StoredArray = Float32Array | Float64Array | Int32Array;

export interface ArrayEntry {
  readonly file: string;
  readonly type: ArrayType;
  readonly length: number;
  readonly sha256: string;
}

const types = { float32: Float32Array, float64: Float64Array, int32: Int32Array } as const;
type ArrayType = keyof typeof types;

/** The number of bytes per read or write. */
const chunkBytes = 2 ** 26;

if (new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1) {
  throw new Error("this machine is big-endian; models can be read and written only on little-endian machines");
}

export async function writeArray(path: string, file: string, array: StoredArray): Promise<ArrayEntry> {
  const hash = createHash("sha256");
  const handle = await open(path, "w");
  try {
    for (const bytes of chunks(array)) {
      hash.update(bytes);
      await handle.writeFile(bytes).catch(naming(path));
    }
    await handle.sync().catch(naming(path));
  } finally {
    await handle.close();
  }
  return { file, type: typeOf(array), length: array.length, sha256: hash.digest("hex") };
}

/** Reads an open file into an array. Throws an error if the file differs from its header entry. */
export async function readArray(
  handle: FileHandle,
  path: string,
  { type, length, sha256 }: ArrayEntry,
  into: StoredArray,
): Promise<void> {
  if (typeOf(into) !== type || into.length !== length) {
    throw new Error(`${path} contains ${length} × ${type}; expected ${into.length} × ${typeOf(into)}`);
  }
  const hash = createHash("sha256");
  const found = await handle.stat();
  if (!found.isFile()) throw new Error(`${path} is not a plain file; expected an array of the model`);
  if (found.size !== into.byteLength) {
    throw new Error(`${path} has ${found.size} bytes; expected ${into.byteLength}; the file is damaged`);
  }
  for (const bytes of chunks(into)) {
    await readFully(handle, bytes, path);
    hash.update(bytes);
  }
  if (hash.digest("hex") !== sha256)
    throw new Error(`${path} does not match its checksum in the header; the file is damaged`);
}

async function readFully(handle: FileHandle, into: Uint8Array, path: string): Promise<void> {
  for (let at = 0; at < into.length; ) {
    const { bytesRead } = await handle.read(into, at, into.length - at);
    if (bytesRead === 0) throw new Error(`${path} is truncated; the file is damaged`);
    at += bytesRead;
  }
}

function* chunks({ buffer, byteOffset, byteLength }: StoredArray): Generator<Uint8Array> {
  for (let from = 0; from < byteLength; from += chunkBytes) {
    yield new Uint8Array(buffer, byteOffset + from, Math.min(chunkBytes, byteLength - from));
  }
}

function typeOf(array: StoredArray): ArrayType {
  for (const name of Object.keys(types) as ArrayType[]) if (array instanceof types[name]) return name;
  throw new TypeError(`an array of ${array.constructor.name} cannot be stored`);
}
