import { normal, randomStream } from "@tierwise/random";
import fc from "fast-check";
import { expect, test } from "vitest";
import { fitUtilities } from "../../src/fit-utilities.ts";
import { coversRanks } from "../../src/ranks/covers-ranks.ts";
import { rankUncertainty } from "../../src/ranks/rank-uncertainty.ts";

/** The covariance of n independent utilities with variance v after centering. */
function independent(n: number, v: number): Float64Array {
  return Float64Array.from({ length: n * n }, (_, at) => v * ((Math.floor(at / n) === at % n ? 1 : 0) - 1 / n));
}

test("for two items, the probability of being the best is the probability that a normal difference is positive", () => {
  // The difference is 1 with a standard error of 1, and P(Z > −1) = 0.8413.
  const covariance = Float64Array.of(0.25, -0.25, -0.25, 0.25);
  const { items, draws } = rankUncertainty(
    { utilities: Float64Array.of(0.5, -0.5), covariance },
    { draws: 40_000, k: 1 },
  );
  expect(draws).toBe(40_000);
  expect(Math.abs(items[0].probabilityBest - 0.841345)).toBeLessThan(3 * Math.sqrt(0.13 / 40_000));
  expect(items[0].probabilityTop).toBe(items[0].probabilityBest);
  expect(items[0].probabilityBest + items[1].probabilityBest).toBeCloseTo(1, 12);
});

test("for two items, the critical value is the same as for a single test", () => {
  const covariance = Float64Array.of(0.25, -0.25, -0.25, 0.25);
  const at = (difference: number): readonly number[] =>
    rankUncertainty({ utilities: Float64Array.of(difference, 0), covariance }, { draws: 40_000 }).items[0].rankInterval;
  expect(at(1.9)).toEqual([1, 2]);
  expect(at(2.02)).toEqual([1, 1]);
});

test("the probabilities of being among the best k sum to k", () => {
  const vectors = fc.integer({ min: 1, max: 9 }).chain((n) =>
    fc.record({
      utilities: fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: n, maxLength: n }),
      k: fc.integer({ min: 1, max: n }),
      variance: fc.constantFrom(0, 1e-12, 0.1, 1e12),
    }),
  );
  fc.assert(
    fc.property(vectors, ({ utilities, k, variance }) => {
      const n = utilities.length;
      const fit = { utilities: Float64Array.from(utilities), covariance: independent(n, variance) };
      const { items, groups } = rankUncertainty(fit, { draws: 100, k });
      expect(items.reduce((sum, { probabilityTop }) => sum + probabilityTop, 0)).toBeCloseTo(k, 9);
      expect(items.reduce((sum, { probabilityBest }) => sum + probabilityBest, 0)).toBeCloseTo(1, 9);
      for (const { place, rankInterval } of items) {
        expect(rankInterval[0]).toBeGreaterThanOrEqual(1);
        expect(rankInterval[1]).toBeLessThanOrEqual(n);
        expect(rankInterval[0]).toBeLessThanOrEqual(place);
        // Items with equal utilities share their places.
        const worst = utilities.filter((u) => u >= utilities[items[place - 1].item]).length;
        expect(rankInterval[1]).toBeGreaterThanOrEqual(Math.min(place, worst));
      }
      expect([...new Set(groups.flat())].sort((a, b) => a - b)).toEqual(utilities.map((_, i) => i));
    }),
    { numRuns: 50 },
  );
});

test("if utilities have no uncertainty, ranks are certain and equal items share their ranks", () => {
  const fit = { utilities: Float64Array.of(1, 3, 1, 0), covariance: new Float64Array(16) };
  const { items, groups } = rankUncertainty(fit, { k: 2 });
  expect(items.map(({ item, rankInterval }) => [item, ...rankInterval])).toEqual([
    [1, 1, 1],
    [0, 2, 3],
    [2, 2, 3],
    [3, 4, 4],
  ]);
  expect(items.map(({ probabilityTop }) => probabilityTop)).toEqual([1, 0.5, 0.5, 0]);
  expect(groups).toEqual([[1], [0, 2], [3]]);
});

test("groups overlap if the outer items differ but neither differs from the middle one", () => {
  // Neighbors differ by t = 2 and the outer items by t = 4; the critical value for three pairs is about 2.35.
  const covariance = independent(3, 0.5);
  const { groups } = rankUncertainty({ utilities: Float64Array.of(2, 0, -2), covariance });
  expect(groups).toEqual([
    [0, 1],
    [1, 2],
  ]);
});

test("intervals for the whole table are at least as wide as intervals per item", () => {
  const random = randomStream(4);
  const utilities = Float64Array.from({ length: 12 }, () => normal(random));
  const fit = { utilities, covariance: independent(12, 0.1) };
  const each = rankUncertainty(fit).items;
  const table = rankUncertainty(fit, { simultaneous: "table" }).items;
  for (const [i, { rankInterval }] of each.entries()) {
    expect(table[i].rankInterval[0]).toBeLessThanOrEqual(rankInterval[0]);
    expect(table[i].rankInterval[1]).toBeGreaterThanOrEqual(rankInterval[1]);
  }
  expect(table).not.toEqual(each);
});

test("the draws of a fit are used instead of normal draws", () => {
  const utilities = Float64Array.of(0.1, -0.1);
  // In three of four draws, item 1 is the best.
  const draws = { count: 4, utilities: Float64Array.of(0.1, -0.1, -1, 1, -1, 1, -2, 2) };
  const found = rankUncertainty({ utilities, draws }, { k: 1, level: 0.5 });
  expect(found.draws).toBe(4);
  expect(found.items.map(({ item, probabilityBest }) => [item, probabilityBest])).toEqual([
    [0, 0.25],
    [1, 0.75],
  ]);
});

test("with too few draws for the level, every rank is possible", () => {
  const draws = { count: 3, utilities: Float64Array.of(1, -1, 1.01, -1.01, 0.99, -0.99) };
  const { items } = rankUncertainty({ utilities: Float64Array.of(1, -1), draws }, { k: 1 });
  expect(items.map(({ rankInterval }) => rankInterval)).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

test("the same seed gives the same result, and a fit of votes can be used directly", () => {
  const preferences = [{ tiers: [[0], [1], [2]] }, { tiers: [[1], [2], [0]] }, { tiers: [[2], [0], [1]] }];
  const fit = fitUtilities({ itemNames: ["a", "b", "c"], preferences });
  expect(rankUncertainty(fit, { seed: 5 })).toEqual(rankUncertainty(fit, { seed: 5 }));
  expect(rankUncertainty(fit).items.map(({ name }) => name)).toEqual(["a", "b", "c"]);
});

test("handles zero or one item", () => {
  const none = rankUncertainty({ utilities: new Float64Array(0), covariance: new Float64Array(0) });
  expect(none).toMatchObject({ items: [], groups: [] });
  const one = rankUncertainty({ utilities: Float64Array.of(0), covariance: Float64Array.of(0) });
  expect(one.items).toEqual([{ place: 1, item: 0, rankInterval: [1, 1], probabilityBest: 1, probabilityTop: 1 }]);
});

test("rank intervals of equal items cover all ranks at the stated level, in a simulation with normal errors", () => {
  // Equal items are the hardest case, because each interval must contain all ranks. In 800 simulations, the coverage has a standard error
  // of 0.8%.
  const random = randomStream(11);
  const [n, simulations] = [6, 800];
  let covered = 0;
  for (let s = 0; s < simulations; s++) {
    const drawn = Float64Array.from({ length: n }, () => 0.3 * normal(random));
    const fit = { utilities: drawn, covariance: independent(n, 0.09) };
    const { items } = rankUncertainty(fit, { draws: 400, seed: s });
    covered += coversRanks(items, new Float64Array(n)).filter(Boolean).length / n;
  }
  expect(covered / simulations).toBeGreaterThan(0.935);
  expect(covered / simulations).toBeLessThan(0.965);
});

test.each([
  [{ level: 1 }, "level is 1; expected a number between 0 and 1, such as 0.95"],
  [{ draws: 1 }, "draws is 1; expected an integer of at least 2"],
  [{ k: 3 }, "k is 3; expected an integer from 1 to 2, the number of items"],
  [{ simultaneous: "all" as "item" }, 'simultaneous is "all"; expected "item" or "table"'],
])("rejects %j", (options, message) => {
  const fit = { utilities: Float64Array.of(0, 1), covariance: independent(2, 1) };
  expect(() => rankUncertainty(fit, options)).toThrow(message);
});

test("rejects fits with missing or invalid uncertainty", () => {
  const utilities = Float64Array.of(0, 1);
  expect(() => rankUncertainty({ utilities })).toThrow(
    "the fit has neither covariance nor draws; expected a converged fit of at most 2000 items with an interval",
  );
  expect(() => rankUncertainty({ utilities, covariance: new Float64Array(3) })).toThrow(
    "covariance has length 3; expected 4 for 2 items",
  );
  expect(() => rankUncertainty({ utilities, covariance: Float64Array.of(1, 2, 2, 1) })).toThrow(
    "covariance is not positive semidefinite; expected a covariance matrix",
  );
  const draws = { count: 2, utilities: Float64Array.of(0, 1, Number.NaN, 1) };
  expect(() => rankUncertainty({ utilities, draws })).toThrow("draws.utilities[2] is NaN; expected a finite number");
});

test("intervals of items with equal true utilities must contain all their shared ranks", () => {
  const ranks = [0, 1, 2].map((item) => ({ item, rankInterval: [1, item === 0 ? 1 : 2] as const }));
  expect(coversRanks(ranks, [1, 1, 0])).toEqual([false, true, false]);
  expect(() => coversRanks(ranks, [1, 1])).toThrow("ranks has length 3; expected 2, one per true utility");
});
