import {
  allocate,
  allocateStandardization,
  createKernelMemory,
  createKernels,
  loadKernelModule,
  matrix,
  standardizeRows,
} from "@tierwise/kernels";
import { describe, expect, test } from "vitest";
import { random } from "../random.ts";

const module = await loadKernelModule();

/** Standardizes rows with the kernel; the values are listed feature by feature. */
function standardized(values: readonly number[], features: number, log: number, mean = 0, scale = 1): Float32Array {
  const memory = createKernelMemory({ bytes: 300_000 + 8 * values.length });
  const kernels = createKernels(module, memory);
  const rows = matrix(allocate(memory, Float32Array, values.length), values.length / features, features);
  rows.data.set(values);
  const given = {
    log: new Uint8Array(features).fill(log),
    means: new Float64Array(features).fill(mean),
    scales: new Float64Array(features).fill(scale),
  };
  standardizeRows(kernels, rows, allocateStandardization(memory, given));
  return rows.data;
}

describe("standardizeRows", () => {
  const seed = 3;
  const uniform = random(seed);
  const values = Array.from({ length: 4200 }, () => (uniform() - 0.5) * 10 ** Math.floor(uniform() * 60 - 30));

  test.each([1, 2, 3, 4, 5, 7])("logarithms are accurate to a few ulps, with %i features", (features) => {
    const special = [0, -0, 1e-45, -1e-38, 3.4e38, -3.4e38, 1, -1, 2 ** -24, 2 ** -23, 1e-7, 0.41421357, 0.4142135];
    const all = [...values, ...special];
    while (all.length % features !== 0) all.push(1);
    for (const [i, y] of standardized(all, features, 1).entries()) {
      const x = Math.fround(all[i]);
      const expected = Math.sign(x) * Math.log1p(Math.abs(x));
      expect(Math.abs(y - expected), `log of ${x}, seed ${seed}`).toBeLessThanOrEqual(
        4 * 2 ** -24 * Math.abs(expected),
      );
    }
  });

  test("subtracts the mean in double precision", () => {
    const [mean, scale] = [1e6 + 1 / 3, 0.01];
    const given = [1e6, 1e6 + 0.25, 1e6 + 0.5, 1e6 + 1, 1e6 + 2];
    const expected = given.map((x) => Math.fround((x - mean) * (1 / scale)));
    expect(Array.from(standardized(given, 5, 0, mean, scale))).toEqual(expected);
  });

  test("rejects rows of a different length", () => {
    const memory = createKernelMemory({ bytes: 300_000 });
    const rows = matrix(allocate(memory, Float32Array, 6), 2, 3);
    const given = { log: new Uint8Array(2), means: new Float64Array(2), scales: new Float64Array(2).fill(1) };
    const allocated = allocateStandardization(memory, given);
    expect(() => standardizeRows(createKernels(module, memory), rows, allocated)).toThrow(
      "rows.columns is 3; expected 2",
    );
  });
});
