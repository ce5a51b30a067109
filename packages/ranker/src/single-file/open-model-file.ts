import type { StoredArray } from "../store/files.ts";
import { checkModel, type StoredMember } from "../store/header.ts";
import { createSha256 } from "../store/sha256.ts";
import type { ByteSource } from "./byte-source.ts";
import {
  aligned,
  arrayLengths,
  decodePreamble,
  type FileHeader,
  hasMagic,
  type PlacedArray,
  preambleBytes,
} from "./layout.ts";

/** An open model file. The header has been checked; arrays are checked when they are read. */
export interface OpenModelFile {
  readonly header: FileHeader;
  /** Reads the named arrays of a member into the given arrays. */
  readonly read: (member: StoredMember<PlacedArray>, into: Readonly<Record<string, StoredArray>>) => Promise<void>;
  readonly close: () => Promise<void>;
}

const chunkBytes = 2 ** 24;

/** Opens a model file. Sizes are checked before memory is allocated, then the header is checked. If a check fails, the source is closed. */
export async function openModelFile(source: ByteSource): Promise<OpenModelFile> {
  try {
    const { header, dataStart } = await readHeader(source);
    return {
      header,
      async read({ arrays }, into) {
        for (const [name, array] of Object.entries(into)) {
          await readArray(source, dataStart, `array ${name} at byte ${arrays[name].offset}`, arrays[name], array);
        }
      },
      close: source.close,
    };
  } catch (error) {
    await source.close();
    throw error;
  }
}

async function readHeader(source: ByteSource): Promise<{ header: FileHeader; dataStart: number }> {
  const { name, size } = source;
  const start = new Uint8Array(Math.min(size, preambleBytes));
  await source.read(start, 0);
  if (!hasMagic(start)) throw new Error(`${name} is not a model file; expected a file that starts with TIERWISE`);
  if (size < preambleBytes) throw new Error(`${name} has only ${size} bytes; the file is damaged or incomplete`);
  const { headerBytes, headerSha256 } = decodePreamble(start, name, size);
  const bytes = new Uint8Array(headerBytes);
  await source.read(bytes, preambleBytes);
  const hash = createSha256();
  hash.update(bytes);
  if (hash.hex() !== headerSha256) throw new Error(`${name} does not match its digest; the file is damaged`);
  const header = checkedHeader(bytes, name);
  const dataStart = aligned(preambleBytes + headerBytes);
  await checkZeros(source, preambleBytes + headerBytes, Math.min(dataStart, size));
  await checkPlaces(source, header, dataStart);
  return { header, dataStart };
}

function checkedHeader(bytes: Uint8Array, name: string): FileHeader {
  let parsed: Partial<FileHeader> | null;
  try {
    parsed = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as Partial<FileHeader> | null;
  } catch (error) {
    throw new Error(`${name} has a header that is not JSON; the file is damaged`, { cause: error });
  }
  if (typeof parsed?.model !== "object" || parsed.model === null || typeof parsed.written !== "string") {
    throw new Error(`${name} has a header without a model; the file is damaged`);
  }
  checkModel(parsed.model, name, ({ offset }) => Number.isSafeInteger(offset));
  return parsed as FileHeader;
}

/**
 * Checks that the array lengths match the sizes of the network and that the arrays fill the file. A damaged header therefore cannot make a
 * reader allocate more memory than the size of the file.
 */
async function checkPlaces(source: ByteSource, { model }: FileHeader, dataStart: number): Promise<void> {
  const { name, size } = source;
  let end = 0;
  for (const { shape, arrays } of model.members) {
    const expected = arrayLengths(shape);
    const names = Object.keys(arrays);
    if (names.length !== expected.length) {
      throw new Error(
        `${name} lists ${names.length} arrays for a member; expected ${expected.length}; the file is damaged`,
      );
    }
    for (const [array, length] of expected) {
      const entry = arrays[array];
      const offset = aligned(end);
      const fits = entry?.length === length && entry.type === "float32" && entry.offset === offset;
      if (!fits || length < 1) throw new Error(`${name} has an invalid entry for array ${array}; the file is damaged`);
      if (dataStart + offset + 4 * length > size) {
        throw new Error(
          `${name} has ${size} bytes, too few for array ${array} of ${length} numbers; the file is damaged`,
        );
      }
      await checkZeros(source, dataStart + end, dataStart + offset);
      end = offset + 4 * length;
    }
  }
  if (dataStart + end !== size) {
    throw new Error(`${name} has ${size} bytes; its arrays end at byte ${dataStart + end}; the file is damaged`);
  }
}

async function checkZeros(source: ByteSource, from: number, to: number): Promise<void> {
  if (to <= from) return;
  const bytes = new Uint8Array(to - from);
  await source.read(bytes, from);
  if (bytes.some((byte) => byte !== 0)) {
    throw new Error(`${source.name} has nonzero bytes between its arrays; the file is damaged`);
  }
}

async function readArray(
  source: ByteSource,
  dataStart: number,
  what: string,
  { length, offset, sha256 }: PlacedArray,
  into: StoredArray,
): Promise<void> {
  if (!(into instanceof Float32Array) || into.length !== length) {
    throw new Error(`${source.name} has ${length} float32 values in ${what}; expected ${into.length}`);
  }
  const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
  const hash = createSha256();
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const chunk = bytes.subarray(at, at + chunkBytes);
    await source.read(chunk, dataStart + offset + at);
    hash.update(chunk);
  }
  if (hash.hex() !== sha256) {
    throw new Error(`${source.name}: ${what} does not match its checksum; the file is damaged`);
  }
}
