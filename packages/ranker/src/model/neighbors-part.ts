import type { Csr, ValuedCsr } from "@tierwise/data/rows";

/** How the nearest training rows vote on the items of a row; see {@link NeighborsPart}. */
export interface NeighborSettings {
  /** k, the number of nearest training rows that vote. */
  readonly count: number;
  /** p: the weight of a vote is the cosine similarity raised to this power. */
  readonly power: number;
  /** λ, the weight of the votes relative to the scores of the networks. */
  readonly weight: number;
}

/**
 * Votes of the nearest training rows in the hidden layer, which are added to the scores. The score of item i is
 *
 *     s_i + λ·Σ over neighbors j with item i of c_j^p / Σ over all neighbors of c_j^p,
 *
 * where the neighbors are the k training rows j with the largest cosine similarities c_j between their hidden units and those of the row.
 * The model contains the training rows, in base64, and computes their hidden units when it first scores a row.
 */
export interface NeighborsPart extends NeighborSettings {
  /** The original features of the training rows. */
  readonly rows: {
    /** The offset of each row, as int32. */
    readonly indptr: string;
    /** The features of the entries, as int32. */
    readonly indices: string;
    /** The values of the entries, as float32. */
    readonly values: string;
  };
  /** The relevant items of the training rows. */
  readonly items: {
    /** The offset of each row, as int32. */
    readonly indptr: string;
    /** The items, as int32. */
    readonly indices: string;
  };
}

/** Training rows, and the items that are relevant in each. */
export interface NeighborRows {
  readonly rows: ValuedCsr;
  readonly items: Csr;
}

/** Creates the neighbors part of a model from training rows with their original features. */
export function encodeNeighbors({ rows, items }: NeighborRows, settings: NeighborSettings): NeighborsPart {
  checkNeighborSettings(settings);
  const { count, power, weight } = settings;
  return {
    ...{ count, power, weight },
    rows: { indptr: encode(rows.indptr), indices: encode(rows.indices), values: encode(rows.values) },
    items: { indptr: encode(items.indptr), indices: encode(items.indices) },
  };
}

function checkNeighborSettings({ count, power, weight }: NeighborSettings): void {
  if (!Number.isInteger(count) || count < 1) {
    throw new RangeError(`neighbors.count is ${count}; expected a positive integer`);
  }
  for (const [name, value] of Object.entries({ power, weight })) {
    if (!(value > 0 && value < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`neighbors.${name} is ${value}; expected a positive number`);
    }
  }
}

export function decodeNeighbors({ rows, items }: NeighborsPart): NeighborRows {
  return {
    rows: {
      indptr: new Int32Array(decode(rows.indptr)),
      indices: new Int32Array(decode(rows.indices)),
      values: new Float32Array(decode(rows.values)),
    },
    items: { indptr: new Int32Array(decode(items.indptr)), indices: new Int32Array(decode(items.indices)) },
  };
}

/** The first problem of a stored part, phrased as the end of a sentence that starts with "neighbors"; undefined if the part is valid. */
export function neighborsProblem(part: NeighborsPart, featureCount: number, itemCount: number): string | undefined {
  try {
    checkNeighborSettings(part);
    const { rows, items } = decodeNeighbors(part);
    if (rows.values.length !== rows.indices.length || !rows.values.every(Number.isFinite)) {
      return "do not have one finite value per entry";
    }
    const problem = csrProblem(rows, featureCount) ?? csrProblem(items, itemCount);
    return rows.indptr.length === items.indptr.length ? problem : "do not have items for every row";
  } catch (error) {
    return `cannot be read (${error instanceof Error ? error.message : String(error)})`;
  }
}

function csrProblem({ indptr, indices }: Csr, columns: number): string | undefined {
  const ordered = indptr.every((offset, i) => (i === 0 ? offset === 0 : offset >= indptr[i - 1]));
  if (indptr.length < 2 || !ordered || indptr[indptr.length - 1] !== indices.length) return "have invalid offsets";
  return indices.every((index) => index >= 0 && index < columns) ? undefined : "have an index that is out of range";
}

const bytesAtOnce = 2 ** 13;

function encode({ buffer, byteOffset, byteLength }: Float32Array | Int32Array): string {
  const bytes = new Uint8Array(buffer, byteOffset, byteLength);
  let text = "";
  for (let from = 0; from < byteLength; from += bytesAtOnce) {
    text += String.fromCharCode(...bytes.subarray(from, from + bytesAtOnce));
  }
  return btoa(text);
}

function decode(text: string): ArrayBuffer {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes.buffer;
}
