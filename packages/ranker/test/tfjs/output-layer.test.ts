import { memory, tensor2d, variable, zeros } from "@tensorflow/tfjs-core";
import { generateXmlDataset } from "@tierwise/datasets-xml";
import { adamStep, allocate, createKernelMemory, createKernels, loadKernelModuleSync } from "@tierwise/kernels";
import { type LossSpec, lossRows, plPartitionLoss } from "@tierwise/losses";
import { resolveBackend } from "@tierwise/losses/tfjs";
import { randomStream } from "@tierwise/random";
import { beforeAll, describe, expect, test } from "vitest";
import { type PreparedData, prepareData } from "../../src/data/training-data.ts";
import type { Engine } from "../../src/engines/kernels/engine.ts";
import { kernelEngine } from "../../src/engines/kernels/kernel-engine.ts";
import { allocateTrainingNetwork, type TrainingNetwork } from "../../src/engines/kernels/training-arrays.ts";
import { adamVariablesStep } from "../../src/engines/tfjs/adam-variables.ts";
import { deviceLoss, hasDeviceLoss } from "../../src/engines/tfjs/device-loss.ts";
import { tfjsEngine } from "../../src/engines/tfjs/tfjs-engine.ts";

const shape = { featureCount: 60, hidden: 24, itemCount: 50 };
const data: PreparedData = prepareData(
  generateXmlDataset({ rows: 64, features: 60, labels: 50, labelsPerRow: 4, featuresPerRow: 8, seed: 3 }),
  shape,
);
const rows = Int32Array.from({ length: data.rowCount }, (_, row) => row);
const batchSize = 32;

function newNetwork(loss: LossSpec = { name: "pl-partition" }): TrainingNetwork {
  return allocateTrainingNetwork({
    shape,
    module: loadKernelModuleSync(),
    batchRows: batchSize,
    batchEntries: data.features.indices.length,
    threads: 1,
    options: { seed: 2, inputDropout: 0.1, hiddenDropout: 0.2, weightDecay: 0.01 },
    loss,
    preferences: data.preferences,
  });
}

async function steps(engine: Engine, count: number): Promise<number[]> {
  const sums: number[] = [];
  for (let i = 0; i < count; i++) {
    const from = batchSize * (i % 2);
    sums.push(await engine.train(rows, from, from + batchSize, 1e-2));
  }
  return sums;
}

describe.each(["cpu", "wasm"] as const)("on the %s backend", (name) => {
  const backend = { sentence: "", graphicsCard: false };
  beforeAll(async () => {
    expect((await resolveBackend(name)).name).toBe(name);
  });

  test.each(["host", "device"] as const)(
    "with the loss on the %s, the arrays copied back agree with those of the kernels engine",
    async (lossOn) => {
      const kernels = await kernelEngine(newNetwork(), data, { threads: 1 });
      const tfjs = await tfjsEngine(newNetwork(), data, { threads: 1, backend, lossOn });
      await kernels.reset(7);
      await tfjs.reset(7);
      const expected = await steps(kernels, 10);
      for (const [i, sum] of (await steps(tfjs, 10)).entries()) expect(sum / expected[i]).toBeCloseTo(1, 4);
      await tfjs.pull();
      for (const layer of ["input", "output"] as const) {
        for (const part of ["weights", "bias"] as const) {
          expectClose(tfjs.network[layer][part], kernels.network[layer][part], 1e-3);
          for (const order of ["first", "second"] as const) {
            const moments = `${layer}Moments` as const;
            expectClose(tfjs.network[moments][order][part], kernels.network[moments][order][part], 1e-4);
          }
        }
      }
      expect(tfjs.network.lastSteps).toEqual(kernels.network.lastSteps);
      expect(tfjs.step).toBe(10);
      const [loss] = await Promise.all([tfjs.evaluate(rows, { loss: true }), kernels.close()]);
      expect(loss / rows.length).toBeLessThan(expected[0] / batchSize);
      await tfjs.close();
    },
  );

  test.each(["host", "device"] as const)(
    "with the loss on the %s, the number of tensors does not grow",
    async (lossOn) => {
      const before = memory().numTensors;
      const engine = await tfjsEngine(newNetwork(), data, { threads: 1, backend, lossOn });
      await engine.reset(7);
      const held = memory().numTensors;
      expect(held - before).toBe(6);
      for (let i = 0; i < 5; i++) {
        await steps(engine, 1);
        expect(memory().numTensors).toBe(held);
      }
      await engine.evaluate(rows, { loss: true, depth: 5 });
      await engine.pull();
      await engine.reset(8);
      expect(memory().numTensors).toBe(held);
      await engine.close();
      expect(memory().numTensors).toBe(before);
    },
  );

  test("the Adam step of tfjs agrees with the Adam step of the kernels", () => {
    const count = 1000;
    const kernelMemory = createKernelMemory({ bytes: 20 * count });
    const kernels = createKernels(loadKernelModuleSync(), kernelMemory);
    const [weights, gradient, first, second] = [1, 2, 3, 4].map(() => allocate(kernelMemory, Float32Array, count));
    const random = randomStream(1);
    for (let i = 0; i < count; i++) weights[i] = random() - 0.5;
    const made = {
      weights: variable(tensor2d(weights.slice(), [20, 50])),
      first: variable(zeros([20, 50])),
      second: variable(zeros([20, 50])),
    };
    for (let step = 1; step <= 20; step++) {
      for (let i = 0; i < count; i++) gradient[i] = 10 ** (4 * random() - 3) * (random() - 0.5);
      const options = { step, learningRate: 0.05, weightDecay: 0.1 };
      adamStep(kernels, { weights, gradient, first, second }, options);
      adamVariablesStep(made, tensor2d(gradient.slice(), [20, 50]), options);
    }
    expectClose(made.weights.dataSync<"float32">(), weights, 1e-5);
    expectClose(made.first.dataSync<"float32">(), first, 1e-5);
    expectClose(made.second.dataSync<"float32">(), second, 1e-5);
  });

  test("the loss on the device equals PL-Partition, and its gradient is the gradient of the mean loss", async () => {
    const network = newNetwork();
    network.rows.set(rows.subarray(batchSize));
    const random = randomStream(4);
    const scores = Float32Array.from({ length: batchSize * shape.itemCount }, () => 20 * (random() - 0.5));
    const gradient = new Float32Array(scores.length);
    const { preferenceOffsets, restIsLowest } = data.preferences;
    const part = {
      ...data.preferences,
      count: batchSize,
      preferenceOffsets: preferenceOffsets.subarray(batchSize),
      restIsLowest: restIsLowest.subarray(batchSize),
    };
    const mean = lossRows(plPartitionLoss(), scores, part, { gradient });
    const found = await deviceLoss(network, tensor2d(scores, [batchSize, shape.itemCount]));
    expect((found?.sum ?? 0) / batchSize / mean).toBeCloseTo(1, 5);
    expectClose(found?.gradient.dataSync<"float32">() ?? new Float32Array(0), gradient, 1e-6);
  });

  test("losses are computed on the host if scores are too large for single precision or tiers too large for memory", async () => {
    const network = newNetwork();
    network.rows.set(rows.subarray(0, batchSize));
    const scores = new Float32Array(batchSize * shape.itemCount);
    scores[7] = 31;
    expect(await deviceLoss(network, tensor2d(scores, [batchSize, shape.itemCount]))).toBeUndefined();
    scores[7] = -29;
    expect(await deviceLoss(network, tensor2d(scores, [batchSize, shape.itemCount]))).toBeDefined();
    // Only the sizes of the tiers matter; their items are not read.
    const large = { ...data.preferences, tierOffsets: data.preferences.tierOffsets.map((at) => 100_000 * at) };
    const wide = { ...network, preferences: large };
    expect(await deviceLoss(wide, tensor2d(scores, [batchSize, shape.itemCount]))).toBeUndefined();
  });
});

test("only PL-Partition with the default rule and no negatives is computed on the device", () => {
  expect(hasDeviceLoss({ name: "pl-partition" })).toBe(true);
  expect(hasDeviceLoss({ name: "pl-lb" })).toBe(false);
  expect(hasDeviceLoss({ name: "pl-partition", negatives: { count: 5 } })).toBe(false);
  expect(hasDeviceLoss({ name: "pl-partition", rule: { name: "adaptive", tolerance: 1e-3 } })).toBe(false);
});

/** Expects that no difference exceeds `tolerance` times the largest value. */
function expectClose(actual: Float32Array, expected: Float32Array, tolerance: number): void {
  expect(actual.length).toBe(expected.length);
  let [scale, difference] = [0, 0];
  for (let i = 0; i < expected.length; i++) {
    scale = Math.max(scale, Math.abs(expected[i]));
    if (!(Math.abs(actual[i] - expected[i]) <= difference)) difference = Math.abs(actual[i] - expected[i]);
  }
  expect(scale).toBeGreaterThan(0);
  expect(difference / scale).toBeLessThanOrEqual(tolerance);
}
