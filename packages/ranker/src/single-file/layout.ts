import { layerLengths } from "../model/layers.ts";
import type { ArrayEntry } from "../store/files.ts";
import type { Header, StoredModel, StoredShape } from "../store/header.ts";

/*
 * The layout of a model file, all numbers little-endian:
 *
 *     0   8 bytes   "TIERWISE"
 *     8   uint32    the format version: 3 with neighbors, otherwise 2 with transforms, otherwise 1
 *     12  uint32    the number of bytes of the header
 *     16  uint64    the number of bytes of the file
 *     24  32 bytes  the SHA-256 of the header
 *     56  8 bytes   zero
 *     64            the header: JSON in UTF-8
 *     …             zeros up to a multiple of 64, where the arrays begin
 *     …             the arrays in the order of the header, each at a multiple of 64, with zeros between them
 *
 * The contents determine every byte: there are no other gaps, and the file ends with the last array.
 */

const magic = "TIERWISE";
/** The latest format version that this release reads. */
const fileVersion = 3;
export const preambleBytes = 64;
/** Arrays begin at multiples of this number of bytes, a cache line, so that a mapped file can be used in place. */
const alignment = 64;
/** The maximum number of bytes of the header, well below the maximum string length of JavaScript engines. */
export const mostHeaderBytes = 2 ** 28;

/** The header entry of an array within the file, where `offset` counts from the first array. */
export interface PlacedArray extends Omit<ArrayEntry, "file"> {
  readonly offset: number;
}

/** The header of a model file: the same information as the header of a directory, for one model. */
export interface FileHeader extends Pick<Header, "written" | "writtenBy"> {
  readonly model: StoredModel<PlacedArray>;
}

/** The fixed-size start of a model file. */
export interface Preamble {
  readonly version: number;
  readonly headerBytes: number;
  readonly fileBytes: number;
  readonly headerSha256: string;
}

export function aligned(bytes: number): number {
  return Math.ceil(bytes / alignment) * alignment;
}

/** The length of each weight array of a member, by name, in the order of the file. */
export function arrayLengths({ features, hidden, items }: StoredShape): [string, number][] {
  const { input, output } = layerLengths({ featureCount: features, hidden, itemCount: items });
  return [
    ["weights.input", input[0]],
    ["weights.input-bias", input[1]],
    ["weights.output", output[0]],
    ["weights.output-bias", output[1]],
  ];
}

export function encodePreamble({ version, headerBytes, fileBytes, headerSha256 }: Preamble): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(preambleBytes);
  const view = new DataView(bytes.buffer);
  bytes.set(new TextEncoder().encode(magic));
  view.setUint32(8, version, true);
  view.setUint32(12, headerBytes, true);
  view.setBigUint64(16, BigInt(fileBytes), true);
  for (let i = 0; i < 32; i++) bytes[24 + i] = Number.parseInt(headerSha256.slice(2 * i, 2 * i + 2), 16);
  return bytes;
}

/** Decodes and checks the preamble of the file `name` of `size` bytes. */
export function decodePreamble(bytes: Uint8Array, name: string, size: number): Preamble {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getUint32(8, true);
  if (version < 1 || version > fileVersion) {
    throw new Error(`${name} has version ${version}; this release reads versions 1 to ${fileVersion} of model files`);
  }
  const headerBytes = view.getUint32(12, true);
  const fileBytes = view.getBigUint64(16, true);
  if (fileBytes !== BigInt(size)) {
    throw new Error(`${name} has ${size} bytes; expected ${fileBytes}; the file is damaged or incomplete`);
  }
  if (headerBytes > mostHeaderBytes || preambleBytes + headerBytes > size) {
    throw new Error(
      `${name} states a header of ${headerBytes} bytes, which does not fit into the file; the file is damaged`,
    );
  }
  if (view.getBigUint64(56, true) !== 0n) throw new Error(`${name} has an invalid preamble; the file is damaged`);
  const headerSha256 = Array.from(bytes.subarray(24, 56), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { version, headerBytes, fileBytes: size, headerSha256 };
}

export function hasMagic(bytes: Uint8Array): boolean {
  return bytes.length >= magic.length && Array.from(magic).every((letter, i) => bytes[i] === letter.charCodeAt(0));
}
