import { allocate, exponentiateRows, expScale, matrix, rowStatistics, softmaxRows } from "@tierwise/kernels";
import { describe, expect, test } from "vitest";
import { builds, edgeSizes, kernelsOf } from "../builds.ts";
import { random, randomMatrix } from "../random.ts";

/** The distance from |x| to the next larger float. */
function unitInLastPlace(x: number): number {
  return 2 ** Math.max(Math.floor(Math.log2(Math.abs(x))) - 23, -149);
}

describe.each(builds)("exponentials, %s", async (build) => {
  const kernels = await kernelsOf(build, 2 ** 27);
  const { memory } = kernels;
  const uniform = random(2);

  test("expScale is accurate to 1.5 units in the last place, or 2 for subnormal results", () => {
    const count = 1_000_003;
    const x = allocate(memory, Float32Array, count);
    const out = allocate(memory, Float32Array, count);
    for (let i = 0; i < count; i++) x[i] = -103.9 + (192.6 * i) / count;
    expScale(kernels, out, x);
    let worst = 0;
    let worstSubnormal = 0;
    for (let i = 0; i < count; i++) {
      const exact = Math.exp(x[i]);
      const error = Math.abs(out[i] - exact) / unitInLastPlace(exact);
      if (exact >= 2 ** -126) worst = Math.max(worst, error);
      else worstSubnormal = Math.max(worstSubnormal, error);
    }
    expect(worst).toBeLessThan(1.5);
    expect(worstSubnormal).toBeLessThan(2);
  });

  test("expScale handles special values", () => {
    const x = allocate(memory, Float32Array, 9);
    const inputs = [0, -0, Infinity, -Infinity, Number.NaN, 88.72283, 88.73, -104, -1e30];
    x.set(inputs);
    expScale(kernels, x, x);
    expect([...x.subarray(0, 5)]).toEqual([1, 1, Infinity, 0, Number.NaN]);
    expect(Math.abs(x[5] / Math.exp(Math.fround(88.72283)) - 1)).toBeLessThan(2 ** -22);
    expect([...x.subarray(6)]).toEqual([Infinity, 0, 0]);
  });

  test.each(edgeSizes)("expScale shifts and scales %i elements and leaves their neighbors unchanged", (count) => {
    const out = allocate(memory, Float32Array, count + 4).fill(7);
    const x = randomMatrix(kernels, 1, count, uniform).data;
    expScale(kernels, out.subarray(0, count), x, { shift: 0.5, scale: 3 });
    for (let i = 0; i < count; i++) expect(out[i] / (3 * Math.exp(x[i] - 0.5))).toBeCloseTo(1, 6);
    expect([...out.subarray(count)]).toEqual([7, 7, 7, 7]);
  });

  test.each([...edgeSizes, 1023, 1024, 1025, 4099])(
    "rowStatistics computes the maximum and the sum for rows of %i elements",
    (columns) => {
      const x = randomMatrix(kernels, 3, columns, uniform, 5);
      for (let i = 0; i < x.data.length; i++) x.data[i] *= 20;
      const out = allocate(memory, Float64Array, 6);
      rowStatistics(kernels, out, x);
      for (let i = 0; i < 3; i++) {
        const row = x.data.subarray(i * x.stride, i * x.stride + columns);
        const max = row.reduce((a, b) => Math.max(a, b));
        const sum = row.reduce((total, value) => total + Math.exp(value - max), 0);
        expect(out[2 * i]).toBe(max);
        expect(Math.abs(out[2 * i + 1] / sum - 1)).toBeLessThan(1e-6);
      }
    },
  );

  test("rowStatistics sums the exponentials of 205,443 equal scores exactly", () => {
    const x = matrix(allocate(memory, Float32Array, 205_443).fill(-3), 1, 205_443);
    const out = allocate(memory, Float64Array, 2);
    rowStatistics(kernels, out, x);
    expect([...out]).toEqual([-3, 205_443]);
  });

  test.each([
    ["no columns", [], [-Infinity, 0]],
    ["only −∞", [-Infinity, -Infinity], [-Infinity, 0]],
    ["−∞ and a number", [-Infinity, 2], [2, 1]],
    ["NaN", [1, Number.NaN, 0], [1, Number.NaN]],
    ["+∞", [1, Infinity], [Infinity, Number.NaN]],
    ["scores thousands apart", [-5000, 5000], [5000, 1]],
  ])("rowStatistics handles a row of %s", (_, row, expected) => {
    const x = matrix(allocate(memory, Float32Array, row.length), 1, row.length);
    x.data.set(row);
    const out = allocate(memory, Float64Array, 2);
    rowStatistics(kernels, out, x);
    expect([...out]).toEqual(expected);
  });

  test.each([...edgeSizes, 1030])(
    "exponentiateRows stores the exponentials that rowStatistics sums, for %i columns",
    (columns) => {
      const x = randomMatrix(kernels, 2, columns, uniform);
      const [expected, statistics] = [1, 2].map(() => allocate(memory, Float64Array, 4));
      rowStatistics(kernels, expected, x);
      const exponentials = allocate(memory, Float32Array, columns);
      const rows = [0, 1].map((i) => {
        expScale(kernels, exponentials, x.data.subarray(i * columns, (i + 1) * columns), { shift: expected[2 * i] });
        return exponentials.slice();
      });
      exponentiateRows(kernels, x, statistics);
      expect([...statistics]).toEqual([...expected]);
      expect([x.data.slice(0, columns), x.data.slice(columns)]).toEqual(rows);
    },
  );

  test.each([[[1, Number.NaN, 0]], [[2, Infinity]]])("exponentiateRows leaves the row %j unchanged", (row) => {
    const x = matrix(allocate(memory, Float32Array, row.length), 1, row.length);
    x.data.set(row);
    const statistics = allocate(memory, Float64Array, 2);
    exponentiateRows(kernels, x, statistics);
    expect(statistics[1]).toBe(Number.NaN);
    expect([...x.data]).toEqual(row);
  });

  test.each([...edgeSizes, 1030])("softmaxRows makes rows of %i elements sum to one", (columns) => {
    const x = randomMatrix(kernels, 2, columns, uniform);
    const before = x.data.slice();
    const statistics = allocate(memory, Float64Array, 4);
    softmaxRows(kernels, x, statistics);
    for (let i = 0; i < 2; i++) {
      const exponentials = before.subarray(i * columns, (i + 1) * columns).map((value) => Math.exp(value));
      const total = exponentials.reduce((a, b) => a + b, 0);
      let sum = 0;
      for (let j = 0; j < columns; j++) {
        sum += x.data[i * columns + j];
        expect(x.data[i * columns + j] / (exponentials[j] / total)).toBeCloseTo(1, 5);
      }
      expect(sum).toBeCloseTo(1, 5);
    }
  });
});
