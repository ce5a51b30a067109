import { packPreferences } from "@tierwise/core-integrator";
import {
  checkLossSpec,
  createLoss,
  expectedDcgLoss,
  expectedPrecisionLoss,
  type LossSpec,
  lossRows,
  rowLoss,
  sharedLoss,
} from "@tierwise/losses";
import { rankProbabilities } from "@tierwise/race";
import { randomStream } from "@tierwise/random";
import { expect, test } from "vitest";

const random = randomStream(8);
const scores = Float64Array.from({ length: 9 }, () => 2 * random() - 1);

test("expected DCG uses graded gains for all tiers and is divided by the ideal DCG", () => {
  const { probabilities } = rankProbabilities(scores, { k: 3 });
  const gains = [0, 3, 0, 0, 1, 1, 0, 0, 0];
  const discounts = [1, 1 / Math.log2(3), 0.5];
  let value = 0;
  gains.forEach((gain, i) => {
    discounts.forEach((discount, r) => {
      value += gain * discount * probabilities[3 * i + r];
    });
  });
  const ideal = 3 + 1 / Math.log2(3) + 0.5;
  expect(expectedDcgLoss({ k: 3 })(scores, { tiers: [[1], [5, 4]] })).toBeCloseTo(1 - value / ideal, 12);
});

test("expected precision is divided by k even if fewer items are relevant", () => {
  expect(expectedPrecisionLoss({ k: 5 })(new Float64Array(10), { tiers: [[3, 4]] })).toBeCloseTo(1 - 0.2, 12);
});

test.each([expectedDcgLoss({ k: 3 }), expectedPrecisionLoss({ k: 2 })])(
  "the gradient matches finite differences of the value",
  (loss) => {
    for (const preference of [
      { tiers: [[1], [5, 4]] },
      { tiers: [[1, 7], [2], [0, 3]], rest: "unobserved" as const },
    ]) {
      const gradient = new Float64Array(9);
      loss(scores, preference, gradient);
      for (let i = 0; i < 9; i++) {
        const at = (by: number): number => loss(scores.with(i, scores[i] + by), preference);
        const slope = (8 * (at(1e-3) - at(-1e-3)) - (at(2e-3) - at(-2e-3))) / 12e-3;
        expect(Math.abs(gradient[i] - slope)).toBeLessThan(1e-10);
      }
    }
  },
);

test("unobserved items have no effect", () => {
  const loss = expectedDcgLoss({ k: 2 });
  const value = loss([1, 0, 5], { tiers: [[0], [1]], rest: "unobserved" });
  expect(value).toBe(loss([1, 0], { tiers: [[0]] }));
});

test("items removed from a row by a score of −∞ have no effect and no gradient", () => {
  const preferences = packPreferences([{ tiers: [[0]] }], 3);
  const row = Float64Array.of(1, Number.NEGATIVE_INFINITY, 0);
  const gradient = new Float64Array(3);
  const loss = rowLoss(expectedPrecisionLoss({ k: 1 }));
  expect(loss(row, 0, preferences, 0, gradient)).toBeCloseTo(1 - 1 / (1 + Math.exp(-1)), 12);
  expect(gradient[1]).toBe(0);
});

test("gradients of rows are weighted and may overwrite the scores", () => {
  const preferences = packPreferences([{ tiers: [[1], [5, 4]] }, { tiers: [[0]] }], 9);
  const rows = Float64Array.from({ length: 18 }, (_, i) => scores[i % 9]);
  const loss = expectedDcgLoss({ k: 3 });
  const gradient = new Float64Array(18);
  const value = lossRows(loss, rows, preferences, { gradient, weights: [1, 3] });
  expect(lossRows(loss, rows, preferences, { gradient: rows, weights: [1, 3] })).toBe(value);
  expect(rows).toEqual(gradient);
  const single = new Float64Array(9);
  sharedLoss(loss)(scores, preferences, { gradient: single, weights: [0.5, 1.5] });
  for (let i = 0; i < 9; i++) expect(single[i]).toBeCloseTo(gradient[i] + gradient[9 + i], 14);
});

test("without relevant items, the loss is 1 and the gradient is 0", () => {
  const gradient = new Float64Array(2).fill(7);
  expect(expectedDcgLoss({ k: 3 })([0, 1], { tiers: [] }, gradient)).toBe(1);
  expect(gradient).toEqual(new Float64Array(2));
});

test("a spec rebuilds the loss, and invalid specs are rejected", () => {
  const { spec } = expectedPrecisionLoss({ k: 4 });
  expect(spec).toEqual({ name: "expected-precision", k: 4 });
  const preference = { tiers: [[2, 3]] };
  expect(createLoss(spec as LossSpec)(scores, preference)).toBe(expectedPrecisionLoss({ k: 4 })(scores, preference));
  expect(() => checkLossSpec({ name: "expected-dcg" })).toThrow("loss.k is undefined; expected a positive integer");
  expect(() => checkLossSpec({ name: "ranknet", k: 2 })).toThrow("loss.k is not supported by ranknet");
  expect(() => checkLossSpec({ name: "expected-dcg", k: 2, negatives: { count: 3 } })).toThrow(
    "loss.negatives is not supported by expected-dcg",
  );
});

test("`sharpness` multiplies the scores and, by the chain rule, the gradient", () => {
  const scores = [0.3, -0.2, 0.9, 0.1];
  const preference = { tiers: [[0], [3]] };
  const sharp = expectedDcgLoss({ k: 2, sharpness: 3 });
  const [gradient, scaled] = [new Float64Array(4), new Float64Array(4)];
  const value = sharp(scores, preference, gradient);
  const plain = expectedDcgLoss({ k: 2 });
  expect(value).toBe(
    plain(
      Float64Array.from(scores, (w) => 3 * w),
      preference,
      scaled,
    ),
  );
  gradient.forEach((g, i) => {
    expect(Math.abs(g - 3 * scaled[i])).toBeLessThan(1e-15);
  });
  expect(sharp.spec).toEqual({ name: "expected-dcg", k: 2, sharpness: 3 });
  expect(() => expectedDcgLoss({ k: 2, sharpness: 0 })).toThrow("sharpness is 0; expected a positive number");
  expect(() => createLoss({ name: "ranknet", sharpness: 2 })).toThrow("loss.sharpness is not supported by ranknet");
});
