import type { Weights } from "../model/layers.ts";
import { type StoredMember, type StoredModel, weightArrays } from "../store/header.ts";
import { createSha256 } from "../store/sha256.ts";
import {
  aligned,
  encodePreamble,
  type FileHeader,
  mostHeaderBytes,
  type PlacedArray,
  preambleBytes,
} from "./layout.ts";

/** A member to write: its header entry and its weights. */
interface WeightedMember extends Omit<StoredMember, "arrays"> {
  readonly weights: Weights;
}

export interface ModelContent extends Omit<StoredModel, "members">, Pick<FileHeader, "written" | "writtenBy"> {
  readonly members: readonly WeightedMember[];
}

const chunkBytes = 2 ** 22;

/**
 * Generates the bytes of a model file. Weights are read twice, for the checksums in the header and for the arrays; if they change in
 * between, this throws an error.
 */
export function* encodeModelFile({
  written,
  writtenBy,
  members,
  ...model
}: ModelContent): Generator<Uint8Array<ArrayBuffer>> {
  const arrays: Float32Array[] = [];
  const entries: PlacedArray[] = [];
  let end = 0;
  const described = members.map(({ weights, ...member }) => {
    const placed: Record<string, PlacedArray> = {};
    for (const [name, array] of Object.entries(weightArrays("weights", weights)) as [string, Float32Array][]) {
      const offset = aligned(end);
      placed[name] = { offset, type: "float32", length: array.length, sha256: digestOf(chunksOf(array)) };
      arrays.push(array);
      entries.push(placed[name]);
      end = offset + array.byteLength;
    }
    return { ...member, arrays: placed };
  });
  const content: FileHeader = { written, ...(writtenBy && { writtenBy }), model: { ...model, members: described } };
  const header = new TextEncoder().encode(JSON.stringify(content));
  if (header.length > mostHeaderBytes) {
    throw new RangeError(
      `the header needs ${header.length} bytes; expected at most ${mostHeaderBytes}; use fewer or shorter names`,
    );
  }
  const dataStart = aligned(preambleBytes + header.length);
  yield encodePreamble({
    version: model.neighbors !== undefined ? 3 : model.transforms === undefined ? 1 : 2,
    headerBytes: header.length,
    fileBytes: dataStart + end,
    headerSha256: digestOf([header]),
  });
  yield header;
  let at = preambleBytes + header.length;
  for (const [i, array] of arrays.entries()) {
    const start = dataStart + entries[i].offset;
    yield new Uint8Array(start - at);
    const hash = createSha256();
    for (const chunk of chunksOf(array)) {
      hash.update(chunk);
      yield chunk;
    }
    if (hash.hex() !== entries[i].sha256) {
      throw new Error("the weights changed while the model was being written; write it again when training has ended");
    }
    at = start + array.byteLength;
  }
}

/** Generates the bytes of an array in chunks, as copies in ordinary memory, because a `Blob` does not accept shared memory. */
export function* chunksOf({
  buffer,
  byteOffset,
  byteLength,
}: Float32Array | Uint8Array): Generator<Uint8Array<ArrayBuffer>> {
  for (let from = 0; from < byteLength; from += chunkBytes) {
    yield new Uint8Array(buffer, byteOffset + from, Math.min(chunkBytes, byteLength - from)).slice();
  }
}

function digestOf(chunks: Iterable<Uint8Array>): string {
  const hash = createSha256();
  for (const chunk of chunks) hash.update(chunk);
  return hash.hex();
}
