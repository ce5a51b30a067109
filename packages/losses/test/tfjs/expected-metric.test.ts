import * as tf from "@tensorflow/tfjs-core";
import { packPreferences } from "@tierwise/core-integrator";
import { beforeAll, describe, expect, test } from "vitest";
import { expectedDcgLoss, expectedPrecisionLoss, lossRows } from "../../src/index.ts";
import { lossTensor, resolveBackend } from "../../src/tfjs/index.ts";
import { maxNormError } from "../close.ts";
import { backends } from "./backends.ts";

const itemCount = 120;
const preferences = packPreferences(
  [{ tiers: [[0, 4, 9, 30]] }, { tiers: [[3], [1, 2]], rest: "unobserved" }, { tiers: [[7], [8, 50, 119]] }],
  itemCount,
);
const rows = Float32Array.from({ length: 3 * itemCount }, (_, i) => 2 * Math.sin(i * i));

describe.each(backends)("expected metrics on the %s backend", (backend) => {
  beforeAll(async () => {
    await resolveBackend(backend);
  });

  test.each([
    ["expectedDcgLoss", expectedDcgLoss({ k: 5 })],
    ["expectedPrecisionLoss", expectedPrecisionLoss({ k: 3 })],
  ] as const)("%s equals the loss on typed arrays to single precision, with its gradient", (_, loss) => {
    const values = new Float64Array(3);
    const gradient = new Float64Array(rows.length);
    lossRows(loss, rows, preferences, { values, gradient, reduction: "sum" });
    const scores = tf.tensor2d(rows, [3, itemCount]);
    const sum = (w: tf.Tensor): tf.Scalar => tf.sum(lossTensor(loss, w as tf.Tensor2D, preferences));
    expect(gradient.some((g) => Math.abs(g) > 0.01)).toBe(true);
    expect(maxNormError(lossTensor(loss, scores, preferences).dataSync(), values)).toBeLessThanOrEqual(1e-6);
    expect(maxNormError(tf.grad(sum)(scores).dataSync(), gradient)).toBeLessThanOrEqual(1e-6);
  });
});
