import { strictCsrProblem } from "@tierwise/data/reading";
import { type Csr, sliceRows, type ValuedCsr } from "@tierwise/data/rows";
import type { LossSpec } from "@tierwise/losses";
import type { Model } from "@tierwise/metrics";
import type { DocumentProgress } from "../model/document-model.ts";
import { alignItemFeatures, checkItemFeatures, type ItemFeatures } from "./items/item-features.ts";
import { type SparseScaling, scaleRows } from "./items/scaling.ts";
import { type TowerShape, type TowerWeights, towerShape } from "./layers/parameters.ts";
import { scoreItems, searchItems } from "./search/search-items.ts";
import { towerVectors } from "./tower-vectors.ts";
import type { TwoTowerScorer } from "./two-tower-scorer.ts";

/** The parts of a two-tower model that are stored. */
export interface TwoTowerContent {
  /** The scorer and its options. */
  readonly scorer: TwoTowerScorer;
  /** D, the number of context features. */
  readonly featureCount: number;
  /** The names of the context features, if known. */
  readonly featureNames?: readonly string[];
  /** For each context feature, the position in `trainedItems` of the item that it refers to; −1 if it refers to no item. */
  readonly featureItems?: readonly number[];
  /** The names of the item features. */
  readonly itemFeatureNames: readonly string[];
  /** How context features are scaled. */
  readonly contextScaling: SparseScaling;
  /** How item features are scaled. */
  readonly itemScaling: SparseScaling;
  /** The weights of both towers. */
  readonly weights: TowerWeights;
  /** The items of the training data. */
  readonly trainedItems: readonly string[];
  /** The items' own vectors, in the order of `trainedItems`; empty if items have none. */
  readonly ownVectors: Float32Array;
  /** The items to rank. */
  readonly items: ItemFeatures;
  /** The loss that the model was trained with, if it has a spec. */
  readonly loss?: LossSpec;
  /** The progress of training, epoch by epoch. */
  readonly history: readonly DocumentProgress[];
  /** The number of epochs that the model was trained for. */
  readonly bestStep: number;
  /** Any JSON to store with the model, such as how its data were read. */
  readonly record?: unknown;
}

/** A model whose score is the inner product of a context vector and an item vector; see {@link twoTower}. */
export interface TwoTowerModel extends TwoTowerContent, Model {
  /** N × d, the vectors of the items to rank. */
  readonly itemVectors: Float32Array;
  /**
   * The vectors of contexts.
   *
   * @param rows - B rows of D features.
   * @returns B × d numbers, row by row.
   */
  contextVectors(rows: ValuedCsr): Float32Array;
  /**
   * Returns a model that ranks other items with the same weights, without training. Items of the training data keep their own vectors; all
   * others are scored by their features alone.
   *
   * @param items - The items to rank. Their features are matched by the names used in training; unknown features are ignored.
   */
  withItems(items: ItemFeatures): TwoTowerModel;
  /**
   * The items that the features of each row refer to, such as items already rated; empty without `featureItems`.
   *
   * @param rows - B rows of D features.
   */
  seenItems(rows: ValuedCsr): Csr;
}

export function twoTowerModel(content: TwoTowerContent): TwoTowerModel {
  const { scorer, featureCount, items, itemFeatureNames, contextScaling, weights } = content;
  const shape = towerShape(scorer, { featureCount, itemFeatureCount: itemFeatureNames.length });
  const width = scorer.options.dimensions;
  const itemVectors = vectorsOf(content, shape);
  const itemCount = items.itemNames.length;
  const contextVectors = (rows: ValuedCsr): Float32Array => {
    const problem = strictCsrProblem(rows, rows.indptr.length - 1, featureCount);
    if (problem !== undefined) throw new RangeError(`rows: ${problem}`);
    return towerVectors(shape, weights, "context", scaleRows(rows, contextScaling, scorer.options.unitContexts));
  };
  return {
    ...content,
    itemCount,
    itemNames: items.itemNames,
    itemVectors,
    contextVectors,
    withItems: (others) => twoTowerModel({ ...content, items: others }),
    seenItems: (rows) => seenItems(content, rows),
    async rank(rows, options) {
      const vectors = (from: number, to: number, out: Float32Array): void =>
        out.set(contextVectors(sliceRows(rows, from, to)));
      return searchItems({ vectors: itemVectors, width }, rows.indptr.length - 1, vectors, options);
    },
    scores: (rows) => scoreItems({ vectors: itemVectors, width }, contextVectors(rows)),
  };
}

/** v_i = t(f_i) + e_i for each item i to rank: the item tower at its features, plus its own vector. */
function vectorsOf(content: TwoTowerContent, shape: TowerShape): Float32Array {
  const { items, itemFeatureNames, itemScaling, weights, trainedItems, ownVectors } = content;
  checkItemFeatures(items);
  const features = scaleRows(alignItemFeatures(items, itemFeatureNames), itemScaling, false);
  const vectors = towerVectors(shape, weights, "item", features);
  const width = shape.item[shape.item.length - 1];
  const placeOf = new Map(ownVectors.length === 0 ? [] : trainedItems.map((name, place) => [name, place]));
  for (const [i, name] of items.itemNames.entries()) {
    const place = placeOf.get(name);
    if (place === undefined) continue;
    for (let j = 0; j < width; j++) vectors[i * width + j] += ownVectors[place * width + j];
  }
  return vectors;
}

function seenItems({ featureItems = [], trainedItems, items }: TwoTowerContent, { indptr, indices }: ValuedCsr): Csr {
  const placeOf = new Map(items.itemNames.map((name, place) => [name, place]));
  const itemOf = featureItems.map((item) => placeOf.get(trainedItems[item] ?? "") ?? -1);
  const seen: number[] = [];
  const ends = new Int32Array(indptr.length);
  for (let row = 0; row + 1 < indptr.length; row++) {
    const own = new Set<number>();
    for (let e = indptr[row]; e < indptr[row + 1]; e++) own.add(itemOf[indices[e]] ?? -1);
    own.delete(-1);
    seen.push(...own);
    ends[row + 1] = seen.length;
  }
  return { indptr: ends, indices: Int32Array.from(seen) };
}
