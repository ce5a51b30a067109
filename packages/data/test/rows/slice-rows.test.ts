import { expect, test } from "vitest";
import { rowIndices, rowValues, sliceRows } from "../../src/rows.ts";

const labels = { indptr: Int32Array.of(0, 2, 2, 3, 6), indices: Int32Array.of(4, 1, 0, 2, 3, 5) };
const features = { ...labels, values: Float32Array.of(1, 2, 3, 4, 5, 6) };

test("every slice contains views of the matrix rows", () => {
  for (let from = 0; from <= 4; from++) {
    for (let to = from; to <= 4; to++) {
      const slice = sliceRows(features, from, to);
      expect([slice.indptr.length, slice.indptr[0]]).toEqual([to - from + 1, 0]);
      expect(slice.indices).toHaveLength(slice.indptr[to - from]);
      expect(slice.indices.buffer).toBe(features.indices.buffer);
      for (let row = from; row < to; row++) {
        expect(rowIndices(slice, row - from)).toEqual(rowIndices(features, row));
        expect(rowValues(slice, row - from)).toEqual(rowValues(features, row));
      }
    }
  }
  expect(sliceRows(features, 0, 4)).toBe(features);
  expect(sliceRows(labels, 1, 3)).toEqual({ indptr: Int32Array.of(0, 0, 1), indices: Int32Array.of(0) });
});

test.each([
  [-1, 2, "from is -1; expected an integer from 0 to 4"],
  [5, 5, "from is 5"],
  [3, 2, "to is 2; expected an integer from 3 (the value of from) to 4 (the number of rows)"],
  [0, 5, "to is 5"],
  [0, 1.5, "to is 1.5"],
])("rejects rows %f to %f", (from, to, message) => {
  expect(() => sliceRows(labels, from, to)).toThrow(message);
});
