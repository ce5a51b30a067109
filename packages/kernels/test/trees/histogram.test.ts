import {
  addHistogram,
  allocate,
  binRows,
  blockWords,
  combineHistograms,
  createKernelMemory,
  createKernels,
  loadKernelModule,
  partitionRows,
} from "@tierwise/kernels";
import { describe, expect, test } from "vitest";

const rowCount = 1000;
const memory = createKernelMemory({ bytes: 2 ** 21 });
const kernels = createKernels(await loadKernelModule(), memory);
const bins = allocate(memory, Uint8Array, 32 * rowCount);
const pairs = allocate(memory, Int32Array, 4 * rowCount);
const first = BigInt64Array.from({ length: rowCount }, (_, row) => BigInt(row - 400) * 3_000_000_007n);
const second = BigInt64Array.from({ length: rowCount }, (_, row) => (1n << 40n) + BigInt(row));
for (let i = 0; i < bins.length; i++) bins[i] = (i * 7919) >> 3;
for (let row = 0; row < rowCount; row++) {
  pairs.set(new Int32Array(BigInt64Array.of(first[row], second[row]).buffer), 4 * row);
}

/** The rows with these indices, in kernel memory. */
function rowsOf(indices: readonly number[]): Int32Array {
  const rows = allocate(memory, Int32Array, indices.length);
  rows.set(indices);
  return rows;
}

/** The histogram, computed by its definition. */
function reference(rows: Iterable<number>): BigInt64Array {
  const cells = new BigInt64Array(32 * 256 * 2);
  for (const row of rows) {
    for (let f = 0; f < 32; f++) {
      const cell = 2 * (256 * f + bins[32 * row + f]);
      cells[cell] += first[row];
      cells[cell + 1] += second[row];
    }
  }
  return cells;
}

const longs = (words: Int32Array): BigInt64Array => new BigInt64Array(words.slice().buffer);
const all = Array.from({ length: rowCount }, (_, row) => row);
const odd = all.filter((row) => row % 2 === 1);

describe("addHistogram", () => {
  test("adds the pair of each row to one cell per feature, without rounding", () => {
    const out = allocate(memory, Int32Array, 2 * blockWords);
    addHistogram(kernels, out, bins, pairs, rowsOf(odd));
    expect(longs(out)).toEqual(reference(odd));
  });

  test("subtracting the histogram of some rows gives the histogram of the remaining rows", () => {
    const [whole, part] = [allocate(memory, Int32Array, 2 * blockWords), allocate(memory, Int32Array, 2 * blockWords)];
    addHistogram(kernels, whole, bins, pairs, rowsOf(all));
    addHistogram(kernels, part, bins, pairs, rowsOf(odd));
    combineHistograms(kernels, whole, part, { subtract: true });
    expect(longs(whole)).toEqual(reference(all.filter((row) => row % 2 === 0)));
    combineHistograms(kernels, whole, part);
    expect(longs(whole)).toEqual(reference(all));
  });

  test("rejects rows that do not exist", () => {
    const out = allocate(memory, Int32Array, 2 * blockWords);
    expect(() => addHistogram(kernels, out, bins, pairs, rowsOf([0, rowCount]))).toThrow(`${rowCount}`);
  });
});

describe("partitionRows", () => {
  test("splits rows by the bin of one feature and keeps their order", () => {
    const [left, right] = [1, 2].map(() => allocate(memory, Int32Array, rowCount + 1));
    const count = partitionRows(kernels, left, right, {
      bins,
      stride: 32,
      feature: 21,
      threshold: 100,
      rows: rowsOf(odd),
    });
    const goesLeft = (row: number): boolean => bins[32 * row + 21] <= 100;
    expect(Array.from(left.subarray(0, count))).toEqual(odd.filter(goesLeft));
    expect(Array.from(right.subarray(0, odd.length - count))).toEqual(odd.filter((row) => !goesLeft(row)));
  });

  test("rejects output arrays that are too short and features outside the block", () => {
    const [left, right, rows] = [2, 3, 2].map((length) => allocate(memory, Int32Array, length));
    const partition = { bins, stride: 32, feature: 0, threshold: 0, rows };
    expect(() => partitionRows(kernels, left, right, partition)).toThrow("left.length is 2; expected at least 3");
    const outside = { ...partition, feature: 32 };
    expect(() => partitionRows(kernels, right, right, outside)).toThrow("feature is 32; expected a position below 32");
  });
});

test("binRows counts the thresholds below each value, for any number of thresholds", () => {
  const sizes = [0, 1, 7, 128, 255];
  const thresholds = allocate(memory, Float32Array, 256 * sizes.length).fill(Number.POSITIVE_INFINITY);
  for (const [f, size] of sizes.entries()) for (let t = 0; t < size; t++) thresholds[256 * f + t] = t / 2;
  const values = Float32Array.from({ length: 600 }, (_, i) => (i - 20) / 4);
  const features = allocate(memory, Float32Array, values.length * sizes.length);
  for (const [i, x] of values.entries()) features.fill(x, i * sizes.length, (i + 1) * sizes.length);
  const out = allocate(memory, Uint8Array, values.length * 16);
  binRows(kernels, out, 16, features, thresholds);
  for (const [i, x] of values.entries()) {
    for (const [f, size] of sizes.entries()) {
      const below = Array.from({ length: size }, (_, t) => t / 2).filter((threshold) => threshold < x).length;
      expect(out[16 * i + f], `${x} among ${size}`).toBe(below);
    }
  }
  expect(() => binRows(kernels, out, 3, features, thresholds)).toThrow(
    "stride is 3; expected at least 5, the number of features",
  );
});
