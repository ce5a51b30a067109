import { randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";
import { chiSquareTail } from "../../src/numerics/chi-square.ts";
import { normalQuantile } from "../../src/numerics/normal-quantile.ts";
import { poissonCount } from "../../src/numerics/poisson-count.ts";

describe("poissonCount", () => {
  test.each([[0.3], [9.5], [10.5], [60], [5000], [1e7], [1e12]])(
    "Poisson numbers with a mean of %d have that mean and variance, seed 5",
    (mean) => {
      const random = randomStream(5);
      const draws = 20_000;
      let [sum, squares] = [0, 0];
      for (let k = 0; k < draws; k++) {
        const value = poissonCount(mean, random);
        expect(Number.isInteger(value)).toBe(true);
        sum += value - mean;
        squares += (value - mean) ** 2;
      }
      expect(Math.abs(sum / draws)).toBeLessThan(4 * Math.sqrt(mean / draws));
      expect(Math.abs(squares / draws / mean - 1)).toBeLessThan(5 * Math.sqrt((2 + 1 / mean) / draws));
    },
  );

  test("Poisson numbers with a mean of 12 have the right distribution, seed 6", () => {
    const random = randomStream(6);
    const counts = new Float64Array(60);
    for (let k = 0; k < 100_000; k++) counts[poissonCount(12, random)]++;
    let probability = Math.exp(-12);
    for (let k = 0; k < 30; k++) {
      const expected = 100_000 * probability;
      expect(Math.abs(counts[k] - expected)).toBeLessThan(4.5 * Math.sqrt(expected + 1));
      probability *= 12 / (k + 1);
    }
  });
});

// Reference values from SciPy 1.10: stats.norm.ppf and stats.chi2.sf.
test.each([
  [0.975, 1.959963984540054],
  [0.6, 0.2533471031357997],
  [1e-10, -6.361340902404056],
  [0.999, 3.090232306167813],
])("the normal quantile of %d is %d", (probability, expected) => {
  expect(Math.abs(normalQuantile(probability) / expected - 1)).toBeLessThan(1e-14);
});

test.each([
  [3.84, 1, 0.05004352124870519],
  [100, 30, 1.8568023365102314e-9],
  [20, 30, 0.9165415270653372],
  [0, 3, 1],
])("the chi-square tail at %d with %d degrees of freedom is %d", (x, degrees, expected) => {
  expect(Math.abs(chiSquareTail(x, degrees) / expected - 1)).toBeLessThan(1e-12);
});
