import type { Preference } from "@tierwise/core-integrator";
import { randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";
import { fitUtilities, information, lbfgs } from "../src/index.ts";
import { type Duels, fitDuels } from "./newton-duels.ts";

const duel = (better: number, worse: number): Preference => ({ tiers: [[better], [worse]], rest: "unobserved" });
const centered = (values: readonly number[]): number[] => {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
};

describe("fits of skewed data match closed forms:", () => {
  const pairs: [number, number][] = [
    [1, 1],
    [3, 1],
    [1e4, 1],
    [1, 1e4],
    [1e6, 1],
    [1e9, 1],
    [1e9, 2],
    [1e15, 1],
    [1e100, 1],
    [2e-8, 1e-8],
    [1.5e308, 1e308],
    [5e-324, 5e-324],
    [3e-300, 1e-300],
    [1e300, 1e291],
  ];
  test.each(pairs)("for %d and %d wins, the utility is half the logarithm of the ratio", (a, b) => {
    for (const preferences of [
      [{ tiers: [[0]] }, { tiers: [[1]] }],
      [duel(0, 1), duel(1, 0)],
    ] as Preference[][]) {
      const { utilities, standardErrors, converged } = fitUtilities(preferences, { items: 2, weights: [a, b] });
      const expected = Math.log(a / b) / 2;
      expect(converged).toBe(true);
      expect(Math.abs(utilities[0] - expected)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(expected)));
      expect(utilities[1]).toBeCloseTo(-utilities[0], 12);
      // This is √(1/a + 1/b)/2, rearranged to avoid overflow.
      const error = Math.sqrt(1 + Math.min(a, b) / Math.max(a, b)) / Math.sqrt(Math.min(a, b)) / 2;
      for (const found of standardErrors ?? [Number.NaN]) expect(Math.abs(found / error - 1)).toBeLessThanOrEqual(1e-7);
    }
  });

  test("the utilities of ten items, each chosen between once and a billion times, are the logarithms of their counts", () => {
    const weights = Array.from({ length: 10 }, (_, i) => 10 ** i);
    const preferences = weights.map((_, i) => ({ tiers: [[i]] }));
    const expected = centered(weights.map(Math.log));
    for (const interval of [information(), false] as const) {
      const { utilities, converged } = fitUtilities(preferences, { items: 10, weights, interval });
      expect(converged).toBe(true);
      for (const [i, w] of utilities.entries()) expect(Math.abs(w - expected[i])).toBeLessThanOrEqual(1e-9);
    }
  });

  test("in a chain of 200 items, each beating its successor 2 to 1, neighbors are log 2 apart", () => {
    const preferences: Preference[] = [];
    for (let i = 0; i < 199; i++) preferences.push(duel(i, i + 1), duel(i + 1, i));
    const weights = preferences.map((_, b) => (b % 2 === 0 ? 2 : 1));
    for (const interval of [information(), false] as const) {
      const { utilities, converged } = fitUtilities(preferences, { items: 200, weights, interval });
      expect(converged).toBe(true);
      for (const [i, w] of utilities.entries()) {
        expect(Math.abs(w - (99.5 - i) * Math.LN2)).toBeLessThanOrEqual(1e-9);
      }
    }
  });

  test.each([[1], [1e-2], [3e-4], [1e-6], [1e-9], [1e-12]])(
    "a ranking of three items with a prior of %d satisfies the likelihood equations",
    (prior) => {
      const { utilities: w, converged } = fitUtilities([{ tiers: [[0], [1], [2]] }], { items: 3, prior });
      expect(converged).toBe(true);
      // The first choice is between three items, the second between two; each 1 − P is computed as the sum of the other probabilities.
      const [a, b, c] = w.map(Math.exp);
      const relative = (found: number, expected: number): void =>
        expect(Math.abs(found / expected - 1)).toBeLessThanOrEqual(1e-5);
      relative(prior * w[0], (b + c) / (a + b + c));
      relative(-prior * w[2], c / (a + b + c) + c / (b + c));
      expect(w[0] + w[1] + w[2]).toBeCloseTo(0, 12);
    },
  );
});

test.each([[1], [1e3], [1e6], [1e9]])(
  "fits of random duels, skewed by factors of up to %d, agree with a Newton solver, seeds 1 to 25",
  (skew) => {
    for (let seed = 1; seed <= 25; seed++) {
      const random = randomStream(seed);
      const items = 2 + Math.floor(random() * 9);
      const drawTimes = (): number => skew ** random();
      // These duels form a cycle, so that the maximum is finite.
      const duels: Duels[] = Array.from({ length: items }, (_, i) => ({
        better: i,
        worse: (i + 1) % items,
        times: drawTimes(),
      }));
      for (let k = 0; k < 2 * items; k++) {
        const better = Math.floor(random() * items);
        duels.push({ better, worse: (better + 1 + Math.floor(random() * (items - 1))) % items, times: drawTimes() });
      }
      const expected = fitDuels(duels, items);
      const preferences = duels.map(({ better, worse }) => duel(better, worse));
      const weights = duels.map(({ times }) => times);
      for (const interval of [information(), false] as const) {
        const fit = fitUtilities(preferences, { items, weights, interval });
        expect(fit.converged, `seed ${seed}`).toBe(true);
        for (const [i, w] of fit.utilities.entries()) {
          expect(Math.abs(w - expected[i]), `seed ${seed}`).toBeLessThanOrEqual(
            1e-9 * Math.max(1, Math.abs(expected[i])),
          );
        }
      }
    }
  },
);

describe("a fit that has not converged", () => {
  const preferences = Array.from({ length: 6 }, (_, i) => ({ tiers: [[i]] }));
  const weights = [1, 10, 1000, 1e4, 3, 2];

  test("reports the problem, suggests a remedy, and has no standard errors", () => {
    const chain = Array.from({ length: 40 }, (_, i) => [duel(i, i + 1), duel(i + 1, i)]).flat();
    const skewed = chain.map((_, b) => (b % 2 === 0 ? 2 : 1));
    const fit = fitUtilities(chain, {
      items: 41,
      weights: skewed,
      solver: lbfgs({ maxIterations: 3 }),
      interval: information(),
    });
    expect(fit.converged).toBe(false);
    expect(fit).not.toHaveProperty("standardErrors");
    expect(fit.iterations).toBe(3);
    expect(fit.problem).toMatch(
      /^the fit has not converged: the gradient is \S+ per observation after 3 iterations; raise maxIterations, set a prior, or add observations that connect the items$/,
    );
  });

  test("reports a problem if the tolerance cannot be reached; a converged fit reports none", () => {
    expect(fitUtilities(preferences, { items: 6, weights, solver: lbfgs({ tolerance: 1e-30 }) })).toMatchObject({
      converged: false,
      problem: expect.stringContaining("has not converged"),
    });
    const fit = fitUtilities(preferences, { items: 6, weights });
    expect(fit.converged).toBe(true);
    expect(fit).not.toHaveProperty("problem");
    expect(fit.standardErrors).toHaveLength(6);
  });

  test("returns equal utilities if no iterations are allowed", () => {
    const fit = fitUtilities(preferences, { items: 6, weights, solver: lbfgs({ maxIterations: 0 }) });
    expect(fit).toMatchObject({ converged: false, iterations: 0, utilities: new Float64Array(6) });
  });
});

describe("fitUtilities", () => {
  test("the number of items is checked against maxItems before memory is allocated", () => {
    expect(() => fitUtilities([], { items: 1e9 })).toThrow(
      new RangeError("items is 1000000000; expected at most 10000000; set maxItems to allow more"),
    );
    expect(() => fitUtilities([{ tiers: [[0]] }], { items: 11, maxItems: 10, solver: "adagrad" })).toThrow(RangeError);
    expect(fitUtilities([], { items: 11, maxItems: 11, prior: 1 }).converged).toBe(true);
  });

  test.each([[-1], [0.5], [Number.NaN], [Number.POSITIVE_INFINITY]])("the number of items cannot be %d", (count) => {
    expect(() => fitUtilities([], { items: count })).toThrow(`items is ${count}; expected`);
  });
});

test.each([
  [[Number.POSITIVE_INFINITY, 1], "weights[0] is Infinity; expected a nonnegative finite number"],
  [[1, Number.NaN], "weights[1] is NaN; expected a nonnegative finite number"],
  [[1e300, 1e-300], "weights[1] is 1e-300, which rounds to 0 relative to the largest, 1e+300"],
])("the weights %o are rejected", (weights, message) => {
  expect(() => fitUtilities([{ tiers: [[0]] }, { tiers: [[1]] }], { items: 2, weights })).toThrow(message);
});
