import type { Csr, ValuedCsr } from "../rows/csr.ts";
import type { LabeledRows } from "../rows/labeled-rows.ts";
import type { Vocabulary } from "./vocabulary.ts";

/** Counts of the features or items that {@link alignRows} left out because the target does not have them. */
export interface LeftOut {
  /** The number of distinct features or items. */
  readonly names: number;
  /** The number of entries in the rows for these features or items. */
  readonly entries: number;
}

/** The result of {@link alignRows}. */
export interface AlignedRows {
  /** The rows, with the features and items of the target. */
  readonly rows: LabeledRows;
  /** Features of the rows that the target does not have. */
  readonly unknownFeatures: LeftOut;
  /** Items of the rows that the target does not have. */
  readonly unknownItems: LeftOut;
}

/**
 * Maps rows to the features and items of a model by name. Entries whose feature or item the model does not have are left out and counted.
 *
 * @param rows - The rows to map.
 * @param from - The vocabulary of the rows: a name for every feature and item.
 * @param to - The vocabulary of the model: a name for every feature and item.
 * @throws RangeError if a name occurs twice among the features or items of one vocabulary, or if names are missing.
 *
 * @example
 * ```ts
 * import { alignRows } from "@tierwise/data";
 *
 * // One row with the features hot and cold, and the item tea.
 * const rows = {
 *   numRows: 1, numFeatures: 2, numLabels: 1,
 *   features: { indptr: Int32Array.of(0, 2), indices: Int32Array.of(0, 1), values: Float32Array.of(1, 0.5) },
 *   labels: { indptr: Int32Array.of(0, 1), indices: Int32Array.of(0) },
 * };
 * const from = { featureNames: ["hot", "cold"], itemNames: ["tea"] };
 * const aligned = alignRows(rows, from, { featureNames: ["sweet", "hot"], itemNames: ["milk", "tea"] });
 * console.log(aligned.rows.features.indices, aligned.rows.labels.indices); // Int32Array(1) [ 1 ] Int32Array(1) [ 1 ]
 * console.log(aligned.unknownFeatures); // { names: 1, entries: 1 }
 * ```
 */
export function alignRows(rows: LabeledRows, from: Vocabulary, to: Vocabulary): AlignedRows {
  const features = columnMap("featureNames", from.featureNames, to.featureNames, rows.numFeatures);
  const items = columnMap("itemNames", from.itemNames, to.itemNames, rows.numLabels);
  return {
    rows: {
      ...rows,
      features: mapColumns(rows.features, features.places) as ValuedCsr,
      labels: mapColumns(rows.labels, items.places),
      numFeatures: features.count,
      numLabels: items.count,
    },
    unknownFeatures: leftOut(rows.features, features.places),
    unknownItems: leftOut(rows.labels, items.places),
  };
}

/** For each column of the rows, the column in the target (−1 if it has none), and the number of columns in the target. */
function columnMap(
  part: "featureNames" | "itemNames",
  from: readonly string[] | undefined,
  to: readonly string[] | undefined,
  columns: number,
): { readonly places: Int32Array; readonly count: number } {
  if (from === undefined || to === undefined) {
    throw new RangeError(
      `${part} of the ${from === undefined ? "rows" : "model"} is missing; expected one name per column`,
    );
  }
  if (from.length !== columns) {
    throw new RangeError(`${part} of the rows has length ${from.length}; expected ${columns}, one per column`);
  }
  placesOf(part, "rows", from);
  const places = placesOf(part, "model", to);
  return { places: Int32Array.from(from, (name) => places.get(name) ?? -1), count: to.length };
}

function placesOf(part: string, whose: string, names: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [at, name] of names.entries()) {
    if (places.has(name)) throw new RangeError(`${part} of the ${whose} contains ${JSON.stringify(name)} twice`);
    places.set(name, at);
  }
  return places;
}

/** Moves each column of a matrix to `places[column]`, or drops it if its place is −1. Columns ascend in each row of the result. */
function mapColumns({ indptr, indices, values }: Csr, places: Int32Array): Csr {
  const offsets = new Int32Array(indptr.length);
  const order: number[] = [];
  for (let row = 0; row + 1 < indptr.length; row++) {
    const entries: number[] = [];
    for (let k = indptr[row]; k < indptr[row + 1]; k++) if (places[indices[k]] >= 0) entries.push(k);
    for (const k of entries.sort((a, b) => places[indices[a]] - places[indices[b]])) order.push(k);
    offsets[row + 1] = order.length;
  }
  return {
    indptr: offsets,
    indices: Int32Array.from(order, (k) => places[indices[k]]),
    ...(values && { values: Float32Array.from(order, (k) => values[k]) }),
  };
}

function leftOut({ indices }: Csr, places: Int32Array): LeftOut {
  const names = new Set<number>();
  let entries = 0;
  for (const column of indices) {
    if (places[column] >= 0) continue;
    names.add(column);
    entries++;
  }
  return { names: names.size, entries };
}
