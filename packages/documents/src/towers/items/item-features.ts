import { strictCsrProblem } from "@tierwise/data/reading";
import type { ValuedCsr } from "@tierwise/data/rows";

/** Items with sparse features: a catalog that a two-tower model ranks. */
export interface ItemFeatures {
  /** The name of each item, without duplicates. */
  readonly itemNames: readonly string[];
  /** The name of each feature, without duplicates. */
  readonly featureNames: readonly string[];
  /** One row per item. A missing entry means 0, or an unknown value if the feature is present in all training items. */
  readonly features: ValuedCsr;
  /** The title of each item, for display. Default: its name. */
  readonly itemTitles?: readonly string[];
}

/**
 * Throws an error unless the sizes of the arrays match, all values are finite and no name occurs twice.
 *
 * @param items - The items to check.
 */
export function checkItemFeatures(items: ItemFeatures): void {
  const { itemNames, featureNames, features, itemTitles } = items;
  const problem = strictCsrProblem(features, itemNames.length, featureNames.length);
  if (problem !== undefined) throw new RangeError(`items.features: ${problem}`);
  if (itemTitles && itemTitles.length !== itemNames.length) {
    throw new RangeError(`itemTitles.length is ${itemTitles.length}; expected ${itemNames.length}, one per item`);
  }
  for (const [name, list] of Object.entries({ itemNames, featureNames })) {
    const seen = new Set<string>();
    for (const each of list) {
      if (seen.has(each)) throw new RangeError(`${name} contains ${JSON.stringify(each)} twice`);
      seen.add(each);
    }
  }
}

/** Arranges the features of items in the columns of a model, and drops features that the model does not have. */
export function alignItemFeatures(items: ItemFeatures, featureNames: readonly string[]): ValuedCsr {
  const columnOf = new Map(featureNames.map((name, column) => [name, column]));
  const columns = Int32Array.from(items.featureNames, (name) => columnOf.get(name) ?? -1);
  const { indptr, indices, values } = items.features;
  const kept = { indptr: new Int32Array(indptr.length), indices: [] as number[], values: [] as number[] };
  for (let i = 0; i + 1 < indptr.length; i++) {
    for (let e = indptr[i]; e < indptr[i + 1]; e++) {
      if (columns[indices[e]] < 0) continue;
      kept.indices.push(columns[indices[e]]);
      kept.values.push(values[e]);
    }
    kept.indptr[i + 1] = kept.indices.length;
  }
  return { indptr: kept.indptr, indices: Int32Array.from(kept.indices), values: Float32Array.from(kept.values) };
}

/**
 * Copies the items with the given names, in the given order. A name that does not occur in `items` gives an item without features.
 *
 * @param items - The items to choose from.
 * @param names - The names of the chosen items.
 *
 * @example
 * ```ts
 * import { parseItems, selectItems } from "@tierwise/documents";
 *
 * const items = parseItems("id,genres\na,Drama\nb,Comedy|Drama\n");
 * const { features } = selectItems(items, ["b", "unknown"]);
 * console.log(features.indptr.join(" ")); // 0 2 2
 * ```
 */
export function selectItems(items: ItemFeatures, names: readonly string[]): ItemFeatures {
  const rowOf = new Map(items.itemNames.map((name, row) => [name, row]));
  const { indptr, indices, values } = items.features;
  const rows = names.map((name) => rowOf.get(name) ?? -1);
  const ends = Int32Array.from([0, ...rows.map((row) => (row < 0 ? 0 : indptr[row + 1] - indptr[row]))]);
  for (let i = 1; i < ends.length; i++) ends[i] += ends[i - 1];
  const chosen = { indices: new Int32Array(ends[rows.length]), values: new Float32Array(ends[rows.length]) };
  for (const [i, row] of rows.entries()) {
    if (row < 0) continue;
    chosen.indices.set(indices.subarray(indptr[row], indptr[row + 1]), ends[i]);
    chosen.values.set(values.subarray(indptr[row], indptr[row + 1]), ends[i]);
  }
  const { itemTitles, featureNames } = items;
  return {
    itemNames: names,
    featureNames,
    features: { indptr: ends, ...chosen },
    ...(itemTitles && { itemTitles: rows.map((row, i) => itemTitles[row] ?? names[i]) }),
  };
}
