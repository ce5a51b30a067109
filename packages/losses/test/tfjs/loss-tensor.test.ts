import * as tf from "@tensorflow/tfjs-core";
import { packPreferences } from "@tierwise/core-integrator";
import { beforeAll, describe, expect, test } from "vitest";
import { lossRows } from "../../src/index.ts";
import { lossTensor, resolveBackend } from "../../src/tfjs/index.ts";
import { maxNormError } from "../close.ts";
import { sixLosses } from "../six-losses.ts";
import { backends } from "./backends.ts";

const itemCount = 60;
const preferences = packPreferences(
  [
    { tiers: [[0, 4, 9, 30]] },
    { tiers: [[3], [1, 2]], rest: "unobserved" },
    { tiers: [[]] },
    { tiers: [[7], [8, 50]] },
  ],
  itemCount,
);
const rows = Float32Array.from({ length: 4 * itemCount }, (_, i) => 30 * Math.sin(i * i));

describe.each(backends)("lossTensor on the %s backend", (backend) => {
  beforeAll(async () => {
    await resolveBackend(backend);
  });

  test.each(sixLosses)("%s equals the loss on typed arrays, with its gradient", (_, loss) => {
    const values = new Float64Array(4);
    const gradient = new Float64Array(rows.length);
    const weights = [1, 0.5, 3, 2];
    lossRows(loss, rows, preferences, { values, gradient, weights });
    const scores = tf.tensor2d(rows, [4, itemCount]);
    const meanLoss = (w: tf.Tensor): tf.Scalar =>
      tf.mean(tf.mul(lossTensor(loss, w as tf.Tensor2D, preferences), weights));
    expect(tf.getBackend()).toBe(backend);
    expect(maxNormError(lossTensor(loss, scores, preferences).dataSync(), values)).toBeLessThanOrEqual(1e-5);
    expect(maxNormError(tf.grad(meanLoss)(scores).dataSync(), gradient)).toBeLessThanOrEqual(1e-5);
  });

  test("leaves no tensors in memory except the result", () => {
    const scores = tf.tensor2d(rows, [4, itemCount]);
    const before = tf.memory().numTensors;
    for (const [, loss] of sixLosses) {
      lossTensor(loss, scores, preferences).dispose();
      tf.grad((w) => lossTensor(loss, w as tf.Tensor2D, preferences))(scores).dispose();
    }
    expect(tf.memory().numTensors).toBe(before);
  });
});

test("rejects scores of a different shape", () => {
  const [, loss] = sixLosses[0];
  expect(() => lossTensor(loss, tf.zeros([3, 60]), preferences)).toThrow(
    "scores has the shape [3,60]; expected [4,60], rows by items",
  );
});
