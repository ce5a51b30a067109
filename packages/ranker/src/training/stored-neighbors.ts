import type { Csr } from "@tierwise/data/rows";
import { inContentOrder } from "../data/content-order.ts";
import { type PreparedData, prepareData, relevantItems, type TrainingData } from "../data/training-data.ts";
import type { NetworkShape } from "../model/layers.ts";
import { encodeNeighbors, type NeighborSettings, type NeighborsPart } from "../model/neighbors-part.ts";

/** The maximum number of entries in the training rows that a model stores (about 45 MB of text). */
export const mostNeighborEntries = 2 ** 22;

/**
 * Creates the `neighbors` option of `createRanker` from training data.
 *
 * @param data - The training data.
 * @param sizes - The numbers of features and items.
 * @param settings - How many rows vote, and the weight of their votes.
 *
 * @example
 * ```ts
 * import { generateXmlDataset } from "@tierwise/datasets-xml";
 * import { createRanker, storedNeighbors } from "@tierwise/ranker";
 *
 * const data = generateXmlDataset({ rows: 100, features: 50, labels: 30, labelsPerRow: 3, featuresPerRow: 8, seed: 1 });
 * const sizes = { featureCount: 50, itemCount: 30 };
 * const neighbors = storedNeighbors(data, sizes, { count: 10, power: 5, weight: 2 });
 * const ranker = createRanker({ features: 50, items: 30, hidden: 16, neighbors });
 * console.log(ranker.neighbors?.count); // 10
 * ```
 */
export function storedNeighbors(
  data: TrainingData,
  sizes: Pick<NetworkShape, "featureCount" | "itemCount">,
  settings: NeighborSettings,
): NeighborsPart {
  const rows = inContentOrder(prepareData(data, sizes));
  const all = Int32Array.from({ length: rows.rowCount }, (_, row) => row);
  const entries = rows.features.indices.length;
  if (entries <= mostNeighborEntries)
    return encodeNeighbors({ rows: rows.features, items: firstTiers(rows, all) }, settings);
  throw new RangeError(
    `the dataset has ${entries} entries; expected at most ${mostNeighborEntries} to store neighbors`,
  );
}

/** The items in the first tiers of the given rows. */
export function firstTiers(data: PreparedData, rows: Int32Array): Csr {
  const indptr = new Int32Array(rows.length + 1);
  const found: number[] = [];
  for (const [i, row] of rows.entries()) {
    for (const item of relevantItems(data, row)) found.push(item);
    indptr[i + 1] = found.length;
  }
  return { indptr, indices: Int32Array.from(found) };
}
