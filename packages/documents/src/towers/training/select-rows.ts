import type { Csr } from "@tierwise/data/rows";
import type { PreparedRows } from "./tower-rows.ts";

export function selectRows(rows: PreparedRows, chosen: readonly number[]): PreparedRows {
  const { packed, candidates, exclude, groups, weights } = rows;
  const { items, tierOffsets, preferenceOffsets, restIsLowest } = packed;
  const ends = [0];
  const tiers = [0];
  const named: number[] = [];
  for (const row of chosen) {
    for (let t = preferenceOffsets[row]; t < preferenceOffsets[row + 1]; t++) {
      for (let i = tierOffsets[t]; i < tierOffsets[t + 1]; i++) named.push(items[i]);
      ends.push(named.length);
    }
    tiers.push(ends.length - 1);
  }
  return {
    rowCount: chosen.length,
    packed: {
      ...packed,
      count: chosen.length,
      items: Int32Array.from(named),
      tierOffsets: Int32Array.from(ends),
      preferenceOffsets: Int32Array.from(tiers),
      restIsLowest: Uint8Array.from(chosen, (row) => restIsLowest[row]),
    },
    features: selectCsr(rows.features, chosen),
    ...(candidates && { candidates: selectCsr(candidates, chosen) }),
    ...(exclude && { exclude: selectCsr(exclude, chosen) }),
    ...(groups && { groups: Int32Array.from(chosen, (row) => groups[row]) }),
    ...(weights && { weights: Float64Array.from(chosen, (row) => weights[row]) }),
  };
}

function selectCsr<Rows extends Csr>(matrix: Rows, chosen: readonly number[]): Rows {
  const { indptr, indices, values } = matrix;
  const ends = Int32Array.from([0, ...chosen.map((row) => indptr[row + 1] - indptr[row])]);
  for (let i = 1; i < ends.length; i++) ends[i] += ends[i - 1];
  const copy = new Int32Array(ends[chosen.length]);
  const numbers = values && new Float32Array(copy.length);
  for (const [i, row] of chosen.entries()) {
    copy.set(indices.subarray(indptr[row], indptr[row + 1]), ends[i]);
    if (values) numbers?.set(values.subarray(indptr[row], indptr[row + 1]), ends[i]);
  }
  return { ...matrix, indptr: ends, indices: copy, ...(numbers && { values: numbers }) };
}
