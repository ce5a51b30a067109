import { expect, test } from "vitest";
import { type LabeledRows, replayRows, rowIndices } from "../../src/index.ts";

/** Rows with one label each, which is also the value of feature 0. */
function rowsWith(labels: readonly number[], groups?: readonly number[]): LabeledRows {
  const indptr = Int32Array.from({ length: labels.length + 1 }, (_, row) => row);
  const features = { indptr, indices: new Int32Array(labels.length), values: Float32Array.from(labels) };
  const sizes = { numRows: labels.length, numFeatures: 1, numLabels: 100 };
  const grouped = groups && { groups: Int32Array.from(groups) };
  return { ...sizes, features, labels: { indptr, indices: Int32Array.from(labels) }, ...grouped };
}

test("every old row is either replayed or returned as not chosen, with its features and labels", () => {
  const old = Array.from({ length: 50 }, (_, i) => i);
  const { rows, rest } = replayRows(rowsWith([90, 91]), rowsWith(old), { share: 0.3, seed: 7 });
  expect([rows.numRows, rest.numRows]).toEqual([17, 35]);
  const labelsOf = (part: LabeledRows) =>
    old
      .concat(50, 51)
      .slice(0, part.numRows)
      .map((row) => rowIndices(part.labels, row)[0]);
  expect(labelsOf(rows).slice(0, 2)).toEqual([90, 91]);
  expect([...labelsOf(rows).slice(2), ...labelsOf(rest)].sort((a, b) => a - b)).toEqual(old);
  expect([...rows.features.values]).toEqual(labelsOf(rows));
  expect(replayRows(rowsWith([90, 91]), rowsWith(old), { share: 0.3, seed: 7 }).rows).toEqual(rows);
});

test("groups of old rows stay separate from groups of new rows", () => {
  const { rows } = replayRows(rowsWith([1, 2], [0, 0]), rowsWith([3, 4], [0, 1]), { share: 1 });
  expect([...(rows.groups ?? [])]).toEqual([0, 0, 1, 2]);
});

test("rejects rows of different sizes and shares above 1", () => {
  const rows = rowsWith([1]);
  expect(() => replayRows(rows, rows, { share: 2 })).toThrow("share is 2; expected a number from 0 to 1");
  expect(() => replayRows(rows, { ...rows, numLabels: 3 })).toThrow("the old rows have 1 features and 3 labels");
});
