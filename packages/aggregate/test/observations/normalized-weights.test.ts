import { expect, test } from "vitest";
import { normalizeWeights } from "../../src/observations/normalized-weights.ts";

test("the largest of the weights and the prior becomes 1", () => {
  expect(normalizeWeights(undefined, 3, 0.5)).toEqual({ unit: 1, prior: 0.5, total: 3 });
  expect(normalizeWeights([1, 4, 0], 3, 2)).toEqual({
    unit: 4,
    weights: Float64Array.of(0.25, 1, 0),
    prior: 0.5,
    total: 1.25,
  });
  expect(normalizeWeights([1, 2], 2, 8)).toEqual({
    unit: 8,
    weights: Float64Array.of(0.125, 0.25),
    prior: 1,
    total: 0.375,
  });
  expect(normalizeWeights(undefined, 2, 4)).toEqual({
    unit: 4,
    weights: Float64Array.of(0.25, 0.25),
    prior: 1,
    total: 0.5,
  });
  expect(normalizeWeights([1.5e308, 1.5e308], 2, 0)).toEqual({
    unit: 1.5e308,
    weights: Float64Array.of(1, 1),
    prior: 0,
    total: 2,
  });
});

test("the unit is 1 if all weights and the prior are 0", () => {
  expect(normalizeWeights([0, 0], 2, 0)).toEqual({ unit: 1, weights: Float64Array.of(0, 0), prior: 0, total: 0 });
  expect(normalizeWeights(undefined, 0, 0)).toEqual({ unit: 1, prior: 0, total: 0 });
});

test("a weight may vanish relative to the prior, but not relative to another weight", () => {
  expect(normalizeWeights([1e-300], 1, 1e300)).toMatchObject({ unit: 1e300, total: 0 });
  expect(() => normalizeWeights([1, 1e-320, 1e10], 3, 0)).toThrow(
    "which rounds to 0 relative to the largest, 10000000000",
  );
});
