import * as tf from "@tensorflow/tfjs-core";
import { type Preference, packPreferences } from "@tierwise/core-integrator";
import { preferenceProblems } from "@tierwise/testing";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { lossRows, plPartitionLoss } from "../../src/index.ts";
import { plPartitionTensor, resolveBackend, type TierTensors, tierTensors } from "../../src/tfjs/index.ts";
import { maxNormError } from "../close.ts";
import { backends } from "./backends.ts";

/**
 * The largest error relative to the largest entry. An entry of a nearly certain tier is about e^{−d}. Its relative error is at least the
 * rounding error of d, which is a few times 1e-6 for the difference of two single-precision scores of up to 30. The largest entry is therefore
 * taken to be at least 0.1.
 */
function singlePrecisionError(actual: ArrayLike<number>, expected: ArrayLike<number>): number {
  const largest = Array.from(expected).reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  return maxNormError(actual, expected) * Math.min(1, largest / 0.1);
}

/** Asserts that the values and gradients of all rows agree with the loss on typed arrays to 1e-5 of the largest entry. */
function expectSame(rows: Float32Array, preferences: readonly Preference[]): void {
  const count = preferences.length;
  const itemCount = rows.length / count;
  const packed = packPreferences(preferences, itemCount);
  const values = new Float64Array(count);
  const expected = new Float64Array(rows.length);
  lossRows(plPartitionLoss(), rows, packed, { values, gradient: expected, reduction: "sum" });
  const tiers = tierTensors(packed);
  const { value, gradient } = valueAndGradient(rows, count, tiers);
  tiers.dispose();
  expect(singlePrecisionError(value, values)).toBeLessThanOrEqual(1e-5);
  for (let b = 0; b < count; b++) {
    const row = (all: ArrayLike<number>) => Array.prototype.slice.call(all, b * itemCount, (b + 1) * itemCount);
    expect(singlePrecisionError(row(gradient), row(expected))).toBeLessThanOrEqual(1e-5);
  }
}

function valueAndGradient(rows: Float32Array, count: number, tiers: TierTensors) {
  return tf.tidy(() => {
    const scores = tf.tensor2d(rows, [count, rows.length / count]);
    const value = plPartitionTensor(scores, tiers).dataSync();
    const gradient = tf
      .grad((w) => plPartitionTensor(w as tf.Tensor2D, tiers))(scores)
      .dataSync();
    return { value, gradient };
  });
}

describe.each(backends)("plPartitionTensor on the %s backend", (backend) => {
  beforeAll(async () => {
    await resolveBackend(backend);
  });

  test("equals plPartitionLoss for scores within ±30, in batches whose rows have different tiers", () => {
    const batch = fc.array(preferenceProblems(60, 30), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(batch, (problems) => {
        const itemCount = Math.max(...problems.map(({ scores }) => scores.length));
        // Shorter rows are padded with items that are in the lowest tier or unobserved.
        const rows = problems.flatMap(({ scores }) => Array.from({ length: itemCount }, (_, i) => scores[i] ?? 0));
        expectSame(
          Float32Array.from(rows),
          problems.map(({ preference }) => preference),
        );
      }),
      { numRuns: 25 },
    );
  });

  const tier = (size: number): number[] => Array.from({ length: size }, (_, i) => i);
  const shapes: [string, number, (i: number) => number][] = [
    ["one item", 1, Math.sin],
    ["500 equal items", 500, () => 0],
    ["500 items far below the rest", 500, (i) => (i < 500 ? -29 : 29) + Math.sin(i)],
    ["40 items above the rest with probability 0.98", 40, (i) => (i < 40 ? 12 : 0) + Math.sin(i)],
    ["500 items above the rest with probability 0.99", 500, (i) => (i < 500 ? 13.5 : 0) + Math.sin(i)],
    ["heavy and light items together", 40, (i) => 30 * Math.sin(i * i)],
    ["one light item among heavy items", 40, (i) => (i === 0 ? -30 : i < 40 ? 30 : 0)],
  ];
  test.each(shapes)("equals plPartitionLoss (N = 1000): %s", (_, size, scoreOf) => {
    expectSame(
      Float32Array.from({ length: 1000 }, (_, i) => scoreOf(i)),
      [{ tiers: [tier(size)] }],
    );
  });

  test("returns a negligible loss and gradient if the tier is certain", () => {
    const tiers = tierTensors(packPreferences([{ tiers: [tier(500)] }], 1000));
    const rows = Float32Array.from({ length: 1000 }, (_, i) => (i < 500 ? 29 : -29) + Math.sin(i));
    const { value, gradient } = valueAndGradient(rows, 1, tiers);
    tiers.dispose();
    expect(Math.max(...value, ...gradient.map(Math.abs))).toBeLessThanOrEqual(1e-8);
    expect(Math.min(...value)).toBeGreaterThanOrEqual(0);
  });

  test("returns a value of 0 and a gradient of 0 if there is nothing to compare", () => {
    const preferences: Preference[] = [
      { tiers: [[]] },
      { tiers: [[0, 1, 2]] },
      { tiers: [[1]], rest: "unobserved" },
      { tiers: [[], [], [2, 1]], rest: "unobserved" },
    ];
    const rows = Float32Array.from({ length: 12 }, (_, i) => i % 5);
    const tiers = tierTensors(packPreferences(preferences, 3));
    const { value, gradient } = valueAndGradient(rows, 4, tiers);
    tiers.dispose();
    expect(Array.from(value, Math.abs)).toEqual([0, 0, 0, 0]);
    expect(Array.from(gradient, Math.abs)).toEqual(new Array(12).fill(0));
  });

  test("omits unnamed items with a score of −∞, even if tiers are padded with such items", () => {
    const rows = Float32Array.of(Number.NEGATIVE_INFINITY, 1, 0.5, -1, 2, 0, 1, 1);
    expectSame(rows, [{ tiers: [[1]] }, { tiers: [[0, 3]] }]);
  });

  test("gives the same result with more nodes, and an inaccurate result with too few", () => {
    const scores = tf.tensor2d(
      Float32Array.from({ length: 100 }, (_, i) => 3 * Math.sin(i)),
      [1, 100],
    );
    const tiers = tierTensors(packPreferences([{ tiers: [tier(10)] }], 100));
    const [few, some, many] = [6, 48, 200].map((nodes) => plPartitionTensor(scores, tiers, { nodes }).dataSync()[0]);
    expect(Math.abs(some - many)).toBeLessThanOrEqual(1e-6 * many);
    expect(Math.abs(few - many)).toBeGreaterThan(1e-3);
  });

  test("leaves no tensors in memory except the result", () => {
    const before = tf.memory().numTensors;
    const scores = tf.tensor2d([[2, 1, 0, -1]]);
    const tiers = tierTensors(packPreferences([{ tiers: [[0], [1]] }], 4));
    plPartitionTensor(scores, tiers).dispose();
    tf.grad((w) => plPartitionTensor(w as tf.Tensor2D, tiers))(scores).dispose();
    tf.dispose(scores);
    tiers.dispose();
    expect(tf.memory().numTensors).toBe(before);
  });
});

test("rejects invalid arguments", () => {
  const tiers = tierTensors(packPreferences([{ tiers: [[0]] }], 4));
  expect(() => plPartitionTensor(tf.zeros([2, 4]), tiers)).toThrow(
    "scores has the shape [2,4]; expected [1,4], rows by items",
  );
  expect(() => plPartitionTensor(tf.zeros([1, 4]), tiers, { nodes: 1 })).toThrow(
    "nodes is 1; expected an integer of at least 2",
  );
  expect(() => plPartitionTensor(tf.zeros([1, 4]), tiers, { newtonSteps: 0.5 })).toThrow(
    "newtonSteps is 0.5; expected a positive integer",
  );
});
