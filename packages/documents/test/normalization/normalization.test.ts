import {
  allocate,
  allocateStandardization,
  createKernelMemory,
  createKernels,
  loadKernelModuleSync,
  matrix,
  standardizeRows,
} from "@tierwise/kernels";
import { describe, expect, test } from "vitest";
import { fitNormalization, generateDocuments, type Normalization } from "../../src/index.ts";

/** Returns the features as a network receives them. */
function normalized(normalization: Normalization, features: Float32Array): Float32Array {
  const memory = createKernelMemory({ bytes: 300_000 + 8 * features.length });
  const columns = normalization.means.length;
  const rows = matrix(allocate(memory, Float32Array, features.length), features.length / columns, columns);
  rows.data.set(features);
  const kernels = createKernels(loadKernelModuleSync(), memory);
  standardizeRows(kernels, rows, allocateStandardization(memory, normalization));
  return rows.data;
}

describe("fitNormalization", () => {
  const { lists } = generateDocuments({ lists: 50, documents: 20, features: 8, seed: 1 });
  const normalization = fitNormalization(lists);
  const count = lists.grades.length;
  const rows = normalized(normalization, lists.features);

  test("gives every feature of the training lists a mean of 0 and a variance of 1", () => {
    for (let f = 0; f < 8; f++) {
      let [sum, squares] = [0, 0];
      for (let i = 0; i < count; i++) {
        sum += rows[8 * i + f];
        squares += rows[8 * i + f] ** 2;
      }
      expect(sum / count).toBeCloseTo(0, 5);
      expect(squares / count).toBeCloseTo(1, 4);
    }
  });

  test("takes the logarithm of counts and heavy-tailed features, but not of bounded features", () => {
    expect(Array.from(normalization.log.subarray(0, 3))).toEqual([0, 1, 1]);
    expect(Array.from(fitNormalization(lists, "none").log)).toEqual(new Array(8).fill(0));
    expect(Array.from(fitNormalization(lists, "all").log)).toEqual(new Array(8).fill(1));
  });

  test("maps a constant feature to 0 and keeps the order of negative values", () => {
    const features = Float32Array.of(5, -1e6, 5, -10, 5, 0);
    const fitted = fitNormalization({ featureCount: 2, offsets: Int32Array.of(0, 3), features }, "all");
    const out = normalized(fitted, features);
    // Not exactly 0, because the kernel computes log(1 + 5) in single precision.
    for (const i of [0, 2, 4]) expect(Math.abs(out[i])).toBeLessThan(2 ** -22);
    expect(out[1]).toBeLessThan(out[3]);
    expect(out[3]).toBeLessThan(out[5]);
  });
});
