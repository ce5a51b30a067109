import { rowIndices } from "@tierwise/data";
import { generateXmlDataset } from "@tierwise/datasets-xml";
import { describe, expect, test } from "vitest";
import { prepareData } from "../../src/data/training-data.ts";
import { type LabelTarget, labelTarget } from "../../src/engines/kernels/label-target.ts";
import { plainTarget } from "./reference-penalty.ts";

function dense({ indptr, indices, values }: LabelTarget): Float64Array {
  const items = indptr.length - 1;
  const all = new Float64Array(items * items);
  for (let i = 0; i < items; i++) {
    for (let k = indptr[i]; k < indptr[i + 1]; k++) all[i * items + indices[k]] = values[k];
  }
  return all;
}

function targetOf(tiers: readonly number[][], items: number, rows = tiers.map((_, row) => row)): LabelTarget {
  const indptr = Int32Array.from({ length: tiers.length + 1 }, (_, row) => row);
  const indices = new Int32Array(tiers.length);
  const features = { indptr, indices, values: new Float32Array(tiers.length).fill(1) };
  const preferences = tiers.map((tier) => ({ tiers: tier.length === 0 ? [] : [tier] }));
  return labelTarget(
    prepareData({ features, preferences }, { featureCount: 1, itemCount: items }),
    Int32Array.from(rows),
  );
}

describe("the GLaS target for inner products", () => {
  test("contains the mean of P(i | j) and P(j | i) at (i, j)", () => {
    // Label 0 occurs in three rows, label 1 in two, and both together in one row; label 2 occurs alone, and label 3 never occurs.
    const target = targetOf([[0, 1], [0], [1], [2], [], [0]], 4);
    const share = (1 / 3 + 1 / 2) / 2;
    const expected = [1, share, 0, 0, share, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    expect(Array.from(dense(target))).toEqual(expected.map(Math.fround));
    // Only pairs that occur are stored.
    expect(target.indices).toHaveLength(6);
  });

  test("counts only the rows that are passed to it", () => {
    const tiers = [[0, 1], [0, 1], [0], [1, 2]];
    expect(dense(targetOf(tiers, 3, [0, 2]))).toEqual(dense(targetOf([[0, 1], [0]], 3)));
  });

  test("uses the first tier of a row with several tiers", () => {
    const features = { indptr: Int32Array.of(0, 0), indices: new Int32Array(0), values: new Float32Array(0) };
    const data = prepareData({ features, preferences: [{ tiers: [[2, 0], [1]] }] }, { featureCount: 1, itemCount: 3 });
    const target = labelTarget(data, Int32Array.of(0));
    expect(Array.from(dense(target))).toEqual([1, 0, 1, 0, 1, 0, 1, 0, 1]);
  });

  test.each([1, 2, 3])("equals the target computed by counting every pair (seed %i)", (seed) => {
    const items = 60;
    const data = generateXmlDataset({ rows: 150, features: 20, labels: items, labelsPerRow: 4, seed });
    const rows = Array.from({ length: data.numRows }, (_, row) => Array.from(rowIndices(data.labels, row)));
    const prepared = prepareData(data, { featureCount: 20, itemCount: items });
    const target = labelTarget(
      prepared,
      Int32Array.from(rows, (_, row) => row),
    );
    expect(dense(target)).toEqual(plainTarget(rows, items).map(Math.fround));
    for (let i = 0; i < items; i++) {
      const row = target.indices.subarray(target.indptr[i], target.indptr[i + 1]);
      expect(row).toEqual(row.toSorted());
    }
  });
});
