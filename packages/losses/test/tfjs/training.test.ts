import * as tf from "@tensorflow/tfjs-core";
import { packPreferences } from "@tierwise/core-integrator";
import { beforeAll, describe, expect, test } from "vitest";
import { lossTensor, plPartitionTensor, resolveBackend, tierTensors } from "../../src/tfjs/index.ts";
import { sixLosses } from "../six-losses.ts";
import { backends } from "./backends.ts";

// Each row has its own feature and its own two preferred items, so a linear model can fit the data perfectly.
const [rowCount, itemCount] = [6, 12];
const preferences = packPreferences(
  Array.from({ length: rowCount }, (_, b) => ({ tiers: [[b, 11 - b], [(b + 3) % 6]] })),
  itemCount,
);

type BatchLoss = (scores: tf.Tensor2D) => tf.Tensor1D;

describe.each(backends)("training with Adam on the %s backend", (backend) => {
  beforeAll(async () => {
    await resolveBackend(backend);
  });

  const losses: [string, () => BatchLoss][] = [
    ...sixLosses.map(([name, loss]): [string, () => BatchLoss] => [
      name,
      () => (scores) => lossTensor(loss, scores, preferences),
    ]),
    [
      "PL-Partition from tfjs ops",
      () => {
        const tiers = tierTensors(preferences);
        return (scores) => plPartitionTensor(scores, tiers);
      },
    ],
  ];
  test.each(losses)("lowers %s and leaves no extra tensors in memory", (_, make) => {
    const batchLoss = make();
    const features = tf.eye(rowCount);
    const weights = tf.variable(tf.zeros([rowCount, itemCount]));
    const bias = tf.variable(tf.zeros([itemCount]));
    const optimizer = tf.train.adam(0.1);
    const step = (): number =>
      tf.tidy(() => {
        const cost = optimizer.minimize(
          () => tf.mean(batchLoss(tf.add(tf.matMul(features, weights), bias) as tf.Tensor2D)),
          true,
          [weights, bias],
        );
        return cost?.dataSync()[0] ?? Number.NaN;
      });
    const first = step();
    const tensors = tf.memory().numTensors;
    let last = first;
    for (let i = 0; i < 40; i++) last = step();
    expect(tf.memory().numTensors).toBe(tensors);
    expect(last).toBeLessThan(0.8 * first);
    tf.dispose([features, weights, bias]);
    optimizer.dispose();
  });
});
