import type { Csr, ValuedCsr, Vocabulary } from "@tierwise/data/rows";
import type { FittedTransform } from "../transforms/transform.ts";
import { transformProblem } from "../transforms/transform-rows.ts";
import { type NeighborsPart, neighborsProblem } from "./neighbors-part.ts";

/** Information about the features and items of a model: names, items that features refer to, and transforms of the features. */
export interface ModelVocabulary extends Vocabulary {
  /** The transforms that are first applied to every row of features, in order. Default: none. */
  readonly transforms?: readonly FittedTransform[] | undefined;
  /** The training rows whose votes are added to the scores. Default: none. */
  readonly neighbors?: NeighborsPart | undefined;
}

/** Returns only the properties of a vocabulary that are defined. */
export function knownVocabulary(vocabulary: ModelVocabulary): ModelVocabulary {
  const { itemNames, itemTitles, featureNames, featureItems, transforms, neighbors } = vocabulary;
  return {
    ...(itemNames && { itemNames }),
    ...(itemTitles && { itemTitles }),
    ...(featureNames && { featureNames }),
    ...(featureItems && { featureItems }),
    ...(transforms && { transforms }),
    ...(neighbors && { neighbors }),
  };
}

/** Throws an error unless a vocabulary matches the numbers of features and items. */
export function checkVocabulary(vocabulary: ModelVocabulary, featureCount: number, itemCount: number): void {
  const { itemNames, itemTitles, featureNames, featureItems, transforms, neighbors } = vocabulary;
  const wrong = neighbors && neighborsProblem(neighbors, featureCount, itemCount);
  if (wrong) throw new RangeError(`neighbors ${wrong}; expected the neighbors of a model`);
  const problem = transforms && transformProblem(transforms, featureCount);
  if (problem) throw new RangeError(`transforms ${problem}; expected the result of fitTransforms`);
  for (const [name, entries] of Object.entries({ itemNames, itemTitles })) {
    if (entries !== undefined && entries.length !== itemCount) {
      throw new RangeError(`${name}.length is ${entries.length}; expected ${itemCount}, one per item`);
    }
  }
  for (const [name, entries] of Object.entries({ featureNames, featureItems })) {
    if (entries !== undefined && entries.length !== featureCount) {
      throw new RangeError(`${name}.length is ${entries.length}; expected ${featureCount}, one per feature`);
    }
  }
  for (const [feature, item] of featureItems?.entries() ?? []) {
    if (!Number.isInteger(item) || item < -1 || item >= itemCount) {
      throw new RangeError(`featureItems[${feature}] is ${item}; expected an item, 0 to ${itemCount - 1}, or -1`);
    }
  }
}

/**
 * The items that the features of each row refer to, such as the items that a user has already rated. Pass the result to `rank` as `exclude`
 * to rank only new items.
 *
 * @param model - A model with `featureItems`; any other model causes an error.
 * @param rows - Rows of features of the model.
 * @returns The distinct items of each row, ascending.
 *
 * @example
 * ```ts
 * import { createRanker, seenItems } from "@tierwise/ranker";
 *
 * // Feature i means that item i was liked, feature 3 + i that it was not.
 * const ranker = createRanker({ features: 6, items: 3, hidden: 4, featureItems: [0, 1, 2, 0, 1, 2] });
 * const row = { indptr: Int32Array.of(0, 2), indices: Int32Array.of(2, 3), values: Float32Array.of(1, 1) };
 * console.log(seenItems(ranker, row).indices.join(" ")); // 0 2
 * const { items } = await ranker.rank(row, { k: 3, exclude: seenItems(ranker, row) });
 * console.log(items.join(" ")); // 1 -1 -1
 * ```
 */
export function seenItems({ featureItems }: Vocabulary, rows: ValuedCsr): Csr {
  if (featureItems === undefined) {
    throw new TypeError("featureItems is missing; expected a model that states which item each feature refers to");
  }
  const { indptr, indices } = rows;
  const offsets = new Int32Array(indptr.length);
  const found: number[] = [];
  for (let row = 0; row + 1 < indptr.length; row++) {
    const seen = new Set<number>();
    for (let k = indptr[row]; k < indptr[row + 1]; k++) {
      const item = featureItems[indices[k]];
      if (item >= 0) seen.add(item);
    }
    for (const item of [...seen].sort((a, b) => a - b)) found.push(item);
    offsets[row + 1] = found.length;
  }
  return { indptr: offsets, indices: Int32Array.from(found) };
}
