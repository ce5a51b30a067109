import { type ByteSource, blobSource, bytesSource, fetchedSource, fileSource } from "../single-file/byte-source.ts";
import { fileURLToPath, isNode, stat } from "../store/files.ts";

/**
 * Where to load a model from:
 *
 * - a string: in Node, the path of a model directory or model file; in a web page, the address of a model file;
 * - a `URL`, or a string that starts with `http://` or `https://`: the address of a model file;
 * - a `Blob`, such as a `File` that a user chose, or bytes: the contents of a model file.
 */
export type ModelSource = ArrayBuffer | Blob | string | Uint8Array | URL;

/** The path of a model directory, or the bytes of a model file. */
export async function resolveSource(source: ModelSource): Promise<string | ByteSource> {
  if (typeof source === "string") {
    if (!isNode || /^https?:\/\//i.test(source)) return fetchedSource(source);
    return pathSource(source);
  }
  if (source instanceof URL) {
    return isNode && source.protocol === "file:" ? pathSource(fileURLToPath(source)) : fetchedSource(source.href);
  }
  if (source instanceof Blob) {
    const { name } = source as Partial<File>;
    return blobSource(source, name === undefined || name === "" ? "the blob" : name);
  }
  if (source instanceof Uint8Array) return bytesSource(source, "the array of bytes");
  if (source instanceof ArrayBuffer) return bytesSource(new Uint8Array(source), "the array of bytes");
  throw new TypeError(`source is ${String(source)}; expected a path, a URL, a Blob or bytes`);
}

async function pathSource(path: string): Promise<string | ByteSource> {
  const found = await stat(path).catch(() => undefined);
  // A path that does not exist is opened as a directory, which throws the appropriate error.
  return found === undefined || found.isDirectory() ? path : fileSource(path);
}
