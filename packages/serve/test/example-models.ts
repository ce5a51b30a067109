import type { ValuedCsr } from "@tierwise/data/rows";
import { createRanker, type Ranker } from "@tierwise/ranker";
import { seededRandom } from "@tierwise/testing";

/** A ranker with 40 named features and 50 named items; feature f refers to item f. */
export function namedRanker(seed = 1): Ranker {
  return createRanker({
    features: 40,
    items: 50,
    hidden: 16,
    seed,
    featureNames: Array.from({ length: 40 }, (_, feature) => `word ${feature}`),
    itemNames: Array.from({ length: 50 }, (_, item) => `item ${item}`),
    featureItems: Array.from({ length: 40 }, (_, feature) => feature),
  });
}

/** A ranker without names: 100 features, 300 items. */
export function plainRanker(seed = 1): Ranker {
  return createRanker({ features: 100, items: 300, hidden: 32, seed });
}

/** Random sparse rows of 100 features, as a matrix and as the rows of a request. */
export function randomRows(count: number, seed: number): { csr: ValuedCsr; rows: { features: object }[] } {
  const random = seededRandom(seed);
  const indptr = [0];
  const indices: number[] = [];
  const values: number[] = [];
  const rows = Array.from({ length: count }, () => {
    const features: Record<number, number> = {};
    for (let feature = 0; feature < 100; feature++) {
      if (random() > 0.1) continue;
      features[feature] = Math.fround(random() * 4 - 2);
      indices.push(feature);
      values.push(features[feature]);
    }
    indptr.push(indices.length);
    return { features };
  });
  const csr = {
    indptr: Int32Array.from(indptr),
    indices: Int32Array.from(indices),
    values: Float32Array.from(values),
  };
  return { csr, rows };
}
