import { open, readFile } from "node:fs/promises";

type TypedArray = Float32Array | Float64Array | Int32Array | Uint8Array | Uint32Array;

const arrayTypes = { Float32Array, Float64Array, Int32Array, Uint8Array, Uint32Array } as const;
/** The property that stands for a typed array in the header; its value contains the type, the first byte and the number of entries. */
const marker = "typed array";
/** Arrays start at multiples of this number of bytes, which is the size of the widest entries. */
const alignment = 8;

/**
 * Writes a value to a file so that it can be read back bit for bit: as JSON, followed by the typed arrays in binary. The file consists of
 * the length of the header (8 bytes, little-endian), the header as JSON padded with spaces, and the arrays.
 */
export async function writeTypedFile(path: string, value: unknown): Promise<void> {
  const arrays: TypedArray[] = [];
  let at = 0;
  const json = JSON.stringify(value, (_, part: unknown) => {
    if (!isTypedArray(part)) return part;
    const place = [part.constructor.name, at, part.length];
    arrays.push(part);
    at += aligned(part.byteLength);
    return { [marker]: place };
  });
  const header = Buffer.from(json);
  const start = Buffer.alloc(alignment + aligned(header.length), " ");
  start.writeBigUInt64LE(BigInt(start.length - alignment));
  header.copy(start, alignment);
  const file = await open(path, "w");
  try {
    await file.writeFile(start);
    for (const { buffer, byteOffset, byteLength } of arrays) {
      const bytes = Buffer.alloc(aligned(byteLength));
      bytes.set(new Uint8Array(buffer, byteOffset, byteLength));
      await file.writeFile(bytes);
    }
  } finally {
    await file.close();
  }
}

/** Reads a file written by {@link writeTypedFile}. */
export async function readTypedFile(path: string): Promise<unknown> {
  const bytes = await readFile(path);
  const start = alignment + Number(bytes.readBigUInt64LE());
  return JSON.parse(bytes.toString("utf8", alignment, start), (_, part: unknown) => {
    if (typeof part !== "object" || part === null || !(marker in part)) return part;
    const [type, at, length] = part[marker] as [keyof typeof arrayTypes, number, number];
    const Type = arrayTypes[type];
    const first = bytes.byteOffset + start + at;
    // The array is copied, because the file may not be aligned in memory.
    return new Type(bytes.buffer.slice(first, first + length * Type.BYTES_PER_ELEMENT) as ArrayBuffer);
  });
}

function isTypedArray(value: unknown): value is TypedArray {
  return Object.values(arrayTypes).some((Type) => value instanceof Type);
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / alignment) * alignment;
}
