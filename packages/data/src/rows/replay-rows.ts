import type { Csr } from "./csr.ts";
import type { LabeledRows } from "./labeled-rows.ts";
import { splitRows } from "./split-rows.ts";

/** Options for {@link replayRows}. */
export interface ReplayOptions {
  /** The fraction of old rows to add, 0 to 1. Default: 0.2. */
  readonly share?: number;
  /** Seed for the choice of old rows. Default: 0. */
  readonly seed?: number;
}

/** The result of {@link replayRows}. */
export interface ReplayedRows {
  /** The new rows, followed by the chosen old rows. */
  readonly rows: LabeledRows;
  /** The old rows that were not chosen. */
  readonly rest: LabeledRows;
}

/**
 * Adds a random fraction of old rows to new rows, so that a model does not forget the old rows in further training.
 *
 * @param rows - The new rows.
 * @param old - The old rows, with the same features and items as the new rows.
 * @param options - The fraction of old rows to add, and the seed.
 * @throws RangeError if the rows differ in their number of features or items.
 *
 * @example
 * ```ts
 * import { replayRows } from "@tierwise/data";
 *
 * const rowsWith = (...labels: number[]) => ({
 *   numRows: labels.length, numFeatures: 1, numLabels: 9,
 *   features: { indptr: new Int32Array(labels.length + 1), indices: new Int32Array(0), values: new Float32Array(0) },
 *   labels: { indptr: Int32Array.from({ length: labels.length + 1 }, (_, row) => row), indices: Int32Array.from(labels) },
 * });
 * const { rows, rest } = replayRows(rowsWith(7, 8), rowsWith(0, 1, 2, 3), { share: 0.5, seed: 1 });
 * console.log(rows.numRows, rest.numRows, rows.labels.indices.subarray(0, 2)); // 4 2 Int32Array(2) [ 7, 8 ]
 * ```
 */
export function replayRows(rows: LabeledRows, old: LabeledRows, options: ReplayOptions = {}): ReplayedRows {
  const { share = 0.2, seed = 0 } = options;
  if (!(share >= 0 && share <= 1)) throw new RangeError(`share is ${share}; expected a number from 0 to 1`);
  if (old.numFeatures !== rows.numFeatures || old.numLabels !== rows.numLabels) {
    throw new RangeError(
      `the old rows have ${old.numFeatures} features and ${old.numLabels} labels; expected ${rows.numFeatures} and ${rows.numLabels}, as in the new rows`,
    );
  }
  const { train: rest, validation: chosen } = splitRows(old.numRows, { validation: share, seed });
  return { rows: concatRows(rows, takeRows(old, chosen)), rest: takeRows(old, rest) };
}

function takeRows(rows: LabeledRows, chosen: Int32Array): LabeledRows {
  return {
    ...rows,
    numRows: chosen.length,
    features: takeEntries(rows.features, chosen),
    labels: takeEntries(rows.labels, chosen),
    ...(rows.groups && { groups: chosen.map((row) => (rows.groups as Int32Array)[row]) }),
  };
}

function takeEntries<Rows extends Csr>({ indptr, indices, values }: Rows, chosen: Int32Array): Rows {
  const offsets = new Int32Array(chosen.length + 1);
  for (const [i, row] of chosen.entries()) offsets[i + 1] = offsets[i] + indptr[row + 1] - indptr[row];
  const entries = new Int32Array(offsets[chosen.length]);
  for (const [i, row] of chosen.entries()) {
    for (let k = 0; k < indptr[row + 1] - indptr[row]; k++) entries[offsets[i] + k] = indptr[row] + k;
  }
  return {
    indptr: offsets,
    indices: entries.map((k) => indices[k]),
    ...(values && { values: Float32Array.from(entries, (k) => values[k]) }),
  } as Rows;
}

function concatRows(a: LabeledRows, b: LabeledRows): LabeledRows {
  const grouped = a.groups !== undefined || b.groups !== undefined;
  return {
    ...a,
    numRows: a.numRows + b.numRows,
    features: concatEntries(a.features, b.features),
    labels: concatEntries(a.labels, b.labels),
    ...(grouped && { groups: concatGroups(a, b) }),
  };
}

/** The groups of the rows of `a`, followed by those of `b` with new numbers, so that no group contains rows of both. */
function concatGroups(a: LabeledRows, b: LabeledRows): Int32Array {
  const own = ({ groups, numRows }: LabeledRows): Int32Array =>
    groups ?? Int32Array.from({ length: numRows }, (_, row) => row);
  const [first, second] = [own(a), own(b)];
  const start = first.reduce((most, group) => Math.max(most, group), -1) + 1;
  return Int32Array.from([...first, ...second.map((group) => group + start)]);
}

function concatEntries<Rows extends Csr>(a: Rows, b: Rows): Rows {
  const [from, to] = [a.indptr[0], a.indptr[a.indptr.length - 1]];
  const indptr = new Int32Array(a.indptr.length + b.indptr.length - 1);
  for (let row = 0; row < a.indptr.length; row++) indptr[row] = a.indptr[row] - from;
  for (let row = 1; row < b.indptr.length; row++) indptr[a.indptr.length - 1 + row] = to - from + b.indptr[row];
  const indices = new Int32Array(to - from + b.indices.length);
  indices.set(a.indices.subarray(from, to));
  indices.set(b.indices, to - from);
  if (a.values === undefined && b.values === undefined) return { indptr, indices } as Rows;
  const values = new Float32Array(indices.length).fill(1);
  if (a.values) values.set(a.values.subarray(from, to));
  if (b.values) values.set(b.values, to - from);
  return { indptr, indices, values } as Rows;
}
