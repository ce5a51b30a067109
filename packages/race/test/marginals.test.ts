import {
  dcg,
  expectedMetric,
  expectedRanks,
  exposure,
  inclusionProbabilities,
  pairInTop,
  precision,
  rankProbabilities,
} from "@tierwise/race";
import { normal, randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";
import { exactInTop, exactRanks, farthest } from "./enumeration.ts";

const SEED = 20;
const randomScores = (count: number, spread: number, path: number): number[] => {
  const random = randomStream(SEED, path, count);
  return Array.from({ length: count }, () => spread * (2 * random() - 1));
};

describe.each([0.01, 1, 10, 100])("scores within ±%s", (spread) => {
  test.each([1, 2, 5, 8])("%s items: rank, inclusion and pair probabilities match enumeration to 1e-12", (count) => {
    const scores = randomScores(count, spread, 1);
    for (let k = 1; k <= count; k++) {
      const exact = exactRanks(scores, k);
      expect(farthest(rankProbabilities(scores, { k }).probabilities, exact)).toBeLessThan(1e-12);
      const inclusion = scores.map((_, i) => exact.subarray(i * k, (i + 1) * k).reduce((sum, p) => sum + p, 0));
      expect(farthest(inclusionProbabilities(scores, { k }).probabilities, inclusion)).toBeLessThan(1e-12);
      if (count < 2) continue;
      const pair = pairInTop(scores, count - 1, 0, { k });
      expect(Math.abs(pair.probability - exactInTop(scores, [0, count - 1], k))).toBeLessThan(1e-12);
    }
  });

  test.each([
    [40, 40],
    [300, 7],
    [300, 300],
    [2000, 30],
  ])("%s items: rows of rank probabilities sum to P(rank ≤ %s), and columns sum to 1", (count, k) => {
    const scores = randomScores(count, spread, 2);
    const { probabilities } = rankProbabilities(scores, { k });
    const inclusion = inclusionProbabilities(scores, { k }).probabilities;
    for (let i = 0; i < count; i++) {
      const sum = probabilities.subarray(i * k, (i + 1) * k).reduce((total, p) => total + p, 0);
      expect(Math.abs(sum - inclusion[i])).toBeLessThan(1e-12);
    }
    for (let r = 0; r < k; r++) {
      let sum = 0;
      for (let i = 0; i < count; i++) sum += probabilities[i * k + r];
      expect(Math.abs(sum - 1)).toBeLessThan(1e-11);
    }
    expect(Math.abs(inclusion.reduce((sum, p) => sum + p, 0) - k)).toBeLessThan(1e-10);
  });
});

test("the series for light items gives the same result as treating the items one by one", () => {
  const random = randomStream(SEED, 3);
  // Without the 5 added items, whose scores are too low to matter, no series is used.
  const scores = Array.from({ length: 95 }, () => 0.3 * normal(random));
  const many = [...scores, ...new Array<number>(5).fill(-90)];
  for (const k of [1, 3]) {
    const few = inclusionProbabilities(scores, { k }).probabilities;
    expect(farthest(few, inclusionProbabilities(many, { k }).probabilities)).toBeLessThan(1e-13);
  }
});

test("equal items are equally likely in every place", () => {
  for (const count of [10, 500, 20_000]) {
    const { probabilities } = rankProbabilities(new Float64Array(count), { k: 10 });
    expect(farthest(probabilities, new Float64Array(10 * count).fill(1 / count))).toBeLessThan(1e-14);
  }
});

test("adding a constant to all scores changes nothing; permuting items permutes the result", () => {
  const scores = randomScores(150, 3, 4);
  const { probabilities } = inclusionProbabilities(scores, { k: 6 });
  const shifted = inclusionProbabilities(
    scores.map((w) => w + 1000),
    { k: 6 },
  );
  expect(farthest(shifted.probabilities, probabilities)).toBeLessThan(1e-12);
  const reversed = inclusionProbabilities(scores.toReversed(), { k: 6 });
  expect(farthest(reversed.probabilities.toReversed(), probabilities)).toBeLessThan(1e-15);
});

test("scores of ±1e4 give finite results and a certain order", () => {
  const scores = [1e4, -1e4, 9000, -9000, 1e4 - 1];
  const { probabilities } = rankProbabilities(scores, { k: 5 });
  expect(farthest(probabilities, exactRanks(scores, 5))).toBeLessThan(1e-12);
  const gradient = new Float64Array(5);
  const { value } = expectedMetric(scores, [1, 1, 1, 1, 1], { metric: precision({ k: 5 }), gradient });
  expect(value).toBeCloseTo(1, 12);
  expect(farthest(gradient, new Float64Array(5))).toBeLessThan(1e-12);
  const wide = Float64Array.from({ length: 1000 }, (_, i) => ((i * 7919) % 1000) * 20 - 1e4);
  expect(inclusionProbabilities(wide, { k: 500 }).probabilities.every(Number.isFinite)).toBe(true);
});

test("the gradient agrees with finite differences of the value, for items with and without gains", () => {
  for (const [count, k] of [
    [6, 3],
    [130, 2],
    [130, 40],
    [400, 10],
  ]) {
    const scores = randomScores(count, 2, 5);
    const gains = scores.map((_, i) => (i % 3 === 0 ? 1 + i / count : 0));
    const metric = dcg({ k });
    const gradient = new Float64Array(count);
    const { value } = expectedMetric(scores, gains, { metric, gradient });
    expect(expectedMetric(scores, gains, { metric }).value).toBe(value);
    expect(Math.abs(gradient.reduce((sum, g) => sum + g, 0))).toBeLessThan(1e-12);
    for (const i of [0, 1, count - 1]) {
      const at = (by: number): number => expectedMetric(scores.with(i, scores[i] + by), gains, { metric }).value;
      const h = 1e-3;
      const slope = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
      expect(Math.abs(gradient[i] - slope)).toBeLessThan(1e-10);
    }
  }
});

test("an expected metric is the sum of gains times weights times rank probabilities", () => {
  const scores = randomScores(60, 2, 6);
  const gains = randomScores(60, 1, 7);
  const weights = [1, -0.5, 0.25, 2];
  const { probabilities } = rankProbabilities(scores, { k: 4 });
  let sum = 0;
  for (let i = 0; i < 60; i++) for (let r = 0; r < 4; r++) sum += gains[i] * weights[r] * probabilities[4 * i + r];
  expect(Math.abs(expectedMetric(scores, gains, { metric: exposure(weights) }).value - sum)).toBeLessThan(1e-12);
});

test("expected ranks agree with the sum over pairs and with the distribution of ranks", () => {
  const scores = randomScores(700, 30, 8);
  const exact = scores.map((w, i) =>
    scores.reduce((sum, other, j) => (j === i ? sum : sum + 1 / (1 + Math.exp(w - other))), 1),
  );
  expect(farthest(expectedRanks(scores), exact)).toBeLessThan(1e-10);
  const few = scores.slice(0, 30);
  const { probabilities } = rankProbabilities(few, { k: 30 });
  const means = few.map((_, i) =>
    probabilities.subarray(30 * i, 30 * i + 30).reduce((sum, p, r) => sum + p * (r + 1), 0),
  );
  expect(farthest(expectedRanks(few), means)).toBeLessThan(1e-11);
});

test("the true error is at most the reported error in 99% of 2000 random cases", () => {
  const random = randomStream(SEED, 9);
  let exceeded = 0;
  for (let n = 0; n < 2000; n++) {
    const count = 2 + Math.floor(random() * 5);
    const k = 1 + Math.floor(random() * count);
    const spread = 100 ** random();
    const tolerance = 10 ** (-3 - 9 * random());
    const scores = Array.from({ length: count }, () => spread * normal(random));
    const { probabilities, error } = rankProbabilities(scores, { k, tolerance });
    if (farthest(probabilities, exactRanks(scores, k)) > error) exceeded++;
  }
  expect(exceeded, `seed ${SEED}`).toBeLessThanOrEqual(20);
});

test("one item, no items, and more places than items are valid", () => {
  expect(Array.from(rankProbabilities([5], { k: 2 }).probabilities, (p) => p.toFixed(12))).toEqual([
    "1.000000000000",
    "0.000000000000",
  ]);
  expect(rankProbabilities([], { k: 2 }).probabilities).toHaveLength(0);
  expect(inclusionProbabilities([1, 2], { k: 9 }).probabilities).toEqual(Float64Array.of(1, 1));
  expect(expectedRanks([])).toHaveLength(0);
});

test("invalid arguments throw errors that name the argument", () => {
  expect(() => rankProbabilities([0, 1], { k: 0 })).toThrow("k is 0; expected a positive integer");
  expect(() => inclusionProbabilities([0, Number.NaN], { k: 1 })).toThrow("scores[1] is NaN");
  expect(() => inclusionProbabilities([0], { k: 1, tolerance: 1 })).toThrow("tolerance is 1; expected");
  expect(() => pairInTop([0, 1], 1, 1, { k: 1 })).toThrow("i and j are both 1");
  expect(() => pairInTop([0, 1], 0, 2, { k: 1 })).toThrow("j is 2; expected an integer from 0 to 1");
  expect(() => expectedMetric([0, 1], [1], { metric: dcg({ k: 1 }) })).toThrow("gains has length 1; expected 2");
  expect(() => exposure([1, Number.NaN])).toThrow("weights[1] is NaN");
});
