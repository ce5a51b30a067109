import { axpy, columnSums, dropout, relu, reluBackward, scale } from "@tierwise/kernels";
import { describe, expect, test } from "vitest";
import { builds, edgeSizes, kernelsOf } from "../builds.ts";
import { random, randomArray, randomMatrix } from "../random.ts";
import { randomWord } from "../reference/philox.ts";

describe.each(builds)("elementwise kernels, %s", async (build) => {
  const kernels = await kernelsOf(build);
  const uniform = random(4);

  test.each(edgeSizes)("`relu` and `reluBackward` process %i elements", (count) => {
    const x = randomArray(kernels, count, uniform);
    const before = x.slice();
    relu(kernels, x);
    expect(x).toEqual(before.map((value) => Math.max(value, 0)));
    const gradient = randomArray(kernels, count, uniform);
    const incoming = gradient.slice();
    reluBackward(kernels, gradient, x);
    expect(gradient).toEqual(incoming.map((value, i) => (before[i] > 0 ? value : 0)));
  });

  test("`relu` keeps NaN and infinity", () => {
    const x = randomArray(kernels, 5, uniform);
    x.set([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 1]);
    relu(kernels, x);
    expect([...x]).toEqual([Number.NaN, Number.POSITIVE_INFINITY, 0, 0, 1]);
  });

  test.each(edgeSizes)("`axpy` and `scale` process %i elements", (count) => {
    const [x, y] = [randomArray(kernels, count, uniform), randomArray(kernels, count, uniform)];
    const exact = Float64Array.from(y, (value, i) => value + 0.3 * x[i]);
    axpy(kernels, y, 0.3, x);
    for (let i = 0; i < count; i++) expect(Math.abs(y[i] - exact[i])).toBeLessThan(2 ** -22);
    const before = y.slice();
    scale(kernels, y, -2);
    expect(y).toEqual(before.map((value) => -2 * value));
  });

  test.each(edgeSizes)("columnSums sums %i columns", (columns) => {
    const x = randomMatrix(kernels, 13, columns, uniform, 3);
    const out = randomArray(kernels, columns, uniform);
    const before = out.slice();
    const sums = before.map((_, j) => {
      let sum = 0;
      for (let i = 0; i < 13; i++) sum = Math.fround(sum + x.data[i * x.stride + j]);
      return sum;
    });
    columnSums(kernels, out, x);
    expect(out).toEqual(sums);
    columnSums(kernels, out, x, { accumulate: true });
    for (let j = 0; j < columns; j++) expect(out[j]).toBeCloseTo(2 * sums[j], 5);
  });

  test.each([0, 1, 2, 3, 4, 2 ** 34 + 1])(
    "from position %i of the stream, `dropout` keeps the elements that the random words select",
    (start) => {
      const x = randomArray(kernels, 71, uniform);
      const before = x.slice();
      dropout(kernels, x, { rate: 0.25, seed: 12345, stream: 7, start });
      const kept = before.map((_, i) => Number(randomWord(12345, 7, start + i) >= 2 ** 30));
      expect(x).toEqual(before.map((value, i) => (kept[i] ? value * Math.fround(1 / 0.75) : 0)));
    },
  );

  test("`dropout` sets about rate · n of n elements to 0, and no element at a rate of 0", () => {
    const x = randomArray(kernels, 100_000, uniform).fill(1);
    dropout(kernels, x, { rate: 0, seed: 1 });
    expect(x.every((value) => value === 1)).toBe(true);
    dropout(kernels, x, { rate: 0.3, seed: 1 });
    const dropped = x.filter((value) => value === 0).length;
    // The count is binomial; six standard deviations are allowed.
    expect(Math.abs(dropped - 30_000)).toBeLessThan(6 * Math.sqrt(100_000 * 0.3 * 0.7));
  });

  test("errors name the invalid argument", () => {
    const x = randomArray(kernels, 4, uniform);
    expect(() => dropout(kernels, x, { rate: 1, seed: 1 })).toThrow("rate is 1; expected a number in [0, 1)");
    expect(() => dropout(kernels, x, { rate: 0.5, seed: -1 })).toThrow("seed is -1");
    expect(() => dropout(kernels, x, { rate: 0.5, seed: 1, start: 0.5 })).toThrow("start is 0.5");
    expect(() => dropout(kernels, x, { rate: 0.5, seed: 1, stream: 2 ** 32 })).toThrow("stream is 4294967296");
    expect(() => axpy(kernels, x, 1, x.subarray(1))).toThrow("x.length is 3; expected 4");
    expect(() => relu(kernels, new Float32Array(4))).toThrow("x is not in the kernels' memory");
  });
});
