import { createHash } from "node:crypto";

/** The types of arrays that a file may contain. */
const types = { Float32Array, Float64Array, Int32Array, Uint8Array } as const;
type TypeName = keyof typeof types;
type Stored = InstanceType<(typeof types)[TypeName]>;

const magic = "TIERWISE";
const headBytes = 16;

/**
 * Encodes a JSON value that contains typed arrays: eight bytes `TIERWISE`, the version and the length of the header as 32-bit integers, the
 * header as JSON, then the arrays, each starting at a multiple of eight bytes. The header contains the SHA-256 of all bytes after it.
 */
export function encodeArrays(value: object, version: number): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let at = 0;
  const content = JSON.stringify(value, (_, each: unknown) => {
    if (!ArrayBuffer.isView(each)) return each;
    const array = each as Stored;
    const bytes = new Uint8Array(array.byteLength + (-array.byteLength & 7));
    bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    parts.push(bytes);
    const place = { array: array.constructor.name, at, length: array.length };
    at += bytes.length;
    return place;
  });
  const header = Buffer.from(`{"sha256":"${digest(parts)}","content":${content}}`);
  const head = new Uint8Array(headBytes + header.length + (-header.length & 7));
  head.set(Buffer.from(magic));
  new DataView(head.buffer).setUint32(8, version, true);
  new DataView(head.buffer).setUint32(12, header.length, true);
  head.set(header, headBytes);
  return [head, ...parts];
}

/** Decodes the result of {@link encodeArrays}. Throws an error if the bytes are damaged or have another version. */
export function decodeArrays(bytes: Uint8Array, version: number): unknown {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < headBytes || Buffer.from(bytes.subarray(0, 8)).toString() !== magic) {
    throw new Error("it does not start with TIERWISE");
  }
  const found = view.getUint32(8, true);
  if (found !== version)
    throw new Error(`it has version ${found}; expected ${version}; use a later version of Tierwise`);
  const length = view.getUint32(12, true);
  const start = headBytes + length + (-length & 7);
  if (start > bytes.length) throw new Error("it is shorter than its header");
  const text = Buffer.from(bytes.subarray(headBytes, headBytes + length)).toString();
  const { sha256 } = JSON.parse(text) as { readonly sha256: unknown };
  const payload = bytes.slice(start);
  if (sha256 !== digest([payload])) throw new Error("its arrays do not match their checksum");
  const { content } = JSON.parse(text, (_, each) => arrayAt(each, payload)) as { readonly content: unknown };
  return content;
}

function arrayAt(each: unknown, payload: Uint8Array): unknown {
  const { array, at, length } = (each ?? {}) as { array?: TypeName; at?: number; length?: number };
  if (typeof array !== "string" || at === undefined || length === undefined || !Object.hasOwn(types, array))
    return each;
  return new types[array](payload.buffer as ArrayBuffer, payload.byteOffset + at, length);
}

function digest(parts: readonly Uint8Array[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest("hex");
}
