import { randomStream } from "@tierwise/random";
import type { ItemFeatures } from "../../src/index.ts";

/** Random sparse rows, each with at least one entry. */
export function sparse(rows: number, columns: number, share: number, seed: number) {
  const random = randomStream(seed);
  const [indptr, indices, values] = [[0], [] as number[], [] as number[]];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (random() > share && column !== row % columns) continue;
      indices.push(column);
      values.push(0.5 + random());
    }
    indptr.push(indices.length);
  }
  return { indptr: Int32Array.from(indptr), indices: Int32Array.from(indices), values: Float32Array.from(values) };
}

export function itemsOf(count: number, features: number, seed: number): ItemFeatures {
  return {
    itemNames: Array.from({ length: count }, (_, i) => `item ${i}`),
    featureNames: Array.from({ length: features }, (_, f) => `feature ${f}`),
    features: sparse(count, features, 0.4, seed),
  };
}

/** A sparse matrix whose row i has ones in the columns `rows[i]`. */
export function ones(rows: readonly (readonly number[])[]) {
  const indptr = Int32Array.from([0, ...rows.map((row) => row.length)]);
  for (let i = 1; i < indptr.length; i++) indptr[i] += indptr[i - 1];
  const indices = Int32Array.from(rows.flat());
  return { indptr, indices, values: new Float32Array(indices.length).fill(1) };
}
