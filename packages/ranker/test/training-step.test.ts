import { createKernels, dropout, loadKernelModuleSync } from "@tierwise/kernels";
import { plLowerBoundLoss, plPartitionLoss, rankNetLoss, rankSvmLoss } from "@tierwise/losses";
import { describe, expect, test } from "vitest";
import type { Engine } from "../src/engines/kernels/engine.ts";
import { hiddenStream } from "../src/engines/kernels/training-tasks.ts";
import { itemShards, itemsAtOnce } from "../src/model/layers.ts";
import { referenceNetwork } from "./reference-network.ts";
import { manyItems, tinyData, tinySizes } from "./tiny-data.ts";
import { batchSize, tinyEngine } from "./tiny-engine.ts";

const data = tinyData();
/** Rows in which all features occur, so that dense and sparse Adam agree. */
const rows = Int32Array.from({ length: batchSize }, (_, i) => 3 * i);

function largestDifference(engine: Engine, arrays: readonly Float64Array[]): number {
  const { input, output } = engine.network;
  const ours = [input.weights, input.bias, output.weights, output.bias];
  let most = 0;
  for (const [a, array] of arrays.entries()) {
    for (let i = 0; i < array.length; i++) most = Math.max(most, Math.abs(array[i] - ours[a][i]));
  }
  return most;
}

describe("a training step", () => {
  test("is tested on rows in which every feature occurs", () => {
    const named = new Set<number>();
    const { indptr, indices } = data.features;
    for (const row of rows) for (let k = indptr[row]; k < indptr[row + 1]; k++) named.add(indices[k]);
    expect(named.size).toBe(tinySizes.features);
  });

  test.each([
    ["pl-partition", plPartitionLoss()],
    ["pl-lb", plLowerBoundLoss()],
    ["ranknet", rankNetLoss()],
    ["ranksvm", rankSvmLoss()],
  ] as const)("agrees with plain loops in double precision for five steps with %s", async (name, loss) => {
    const [engine, ranker] = await tinyEngine({ name });
    const reference = referenceNetwork(ranker, data, loss);
    for (let step = 0; step < 5; step++) {
      const expected = reference.step(rows, 0.01);
      const sum = await engine.train(rows, 0, batchSize, 0.01);
      expect(sum / batchSize).toBeCloseTo(expected, 3);
    }
    await engine.close();
    // The steps have size 0.01; the single-precision error of g/√(g²) for the smallest gradients is well below that size.
    expect(largestDifference(engine, reference.arrays)).toBeLessThan(2e-4);
  });

  test("gives the same result if the engine chooses the number of threads, and its description states that number", async () => {
    const [chosen] = await tinyEngine({ name: "pl-lb" }, { fewer: true });
    const [given] = await tinyEngine({ name: "pl-lb" });
    expect(chosen.sentence).toMatch(/ on (2 threads|1 thread, because a step is too small to share)\.$/);
    expect(given.sentence).toMatch(/ on 2 threads\.$/);
    for (let step = 0; step < 3; step++) {
      expect(await chosen.train(rows, 0, batchSize, 0.01)).toBe(await given.train(rows, 0, batchSize, 0.01));
    }
    await Promise.all([chosen.close(), given.close()]);
    expect(chosen.network.output.weights).toEqual(given.network.output.weights);
  });

  test("is the same on one and two threads, with more items than fit in one block of a shard", async () => {
    const many = tinyData(300, 1, manyItems);
    const [engine, ranker] = await tinyEngine({ name: "pl-lb" }, { items: manyItems });
    const [alone] = await tinyEngine({ name: "pl-lb" }, { items: manyItems, threads: 1 });
    expect(itemShards(manyItems)[0].to).toBeGreaterThan(itemsAtOnce);
    const reference = referenceNetwork(ranker, many, plLowerBoundLoss());
    for (let step = 0; step < 3; step++) {
      const expected = reference.step(rows, 0.01);
      const sum = await engine.train(rows, 0, batchSize, 0.01);
      expect(sum / batchSize).toBeCloseTo(expected, 3);
      expect(await alone.train(rows, 0, batchSize, 0.01)).toBe(sum);
    }
    await engine.close();
    await alone.close();
    expect(largestDifference(engine, reference.arrays)).toBeLessThan(2e-4);
    expect(alone.network.output.weights).toEqual(engine.network.output.weights);
    expect(alone.network.input.weights).toEqual(engine.network.input.weights);
  });

  test("applies weight decay to weights but not to biases", async () => {
    const [engine, ranker] = await tinyEngine({ name: "pl-lb" }, { weightDecay: 0.5 });
    const reference = referenceNetwork(ranker, data, plLowerBoundLoss(), { weightDecay: 0.5 });
    for (let step = 0; step < 3; step++) {
      reference.step(rows, 0.01);
      await engine.train(rows, 0, batchSize, 0.01);
    }
    await engine.close();
    expect(largestDifference(engine, reference.arrays)).toBeLessThan(2e-4);
  });

  test("drops the same hidden units in the forward and backward pass", async () => {
    const [engine, ranker] = await tinyEngine({ name: "pl-lb" }, { hiddenDropout: 0.4 });
    const reference = referenceNetwork(ranker, data, plLowerBoundLoss());
    const { memory } = engine.network.input;
    const kernels = createKernels(loadKernelModuleSync(), memory);
    const masks = engine.network.hiddenGradient.slice();
    for (let step = 1; step <= 3; step++) {
      // Draws the masks into the network's memory before the step uses them.
      engine.network.hiddenGradient.fill(1);
      dropout(kernels, engine.network.hiddenGradient, { rate: 0.4, seed: 5, stream: hiddenStream + step });
      masks.set(engine.network.hiddenGradient);
      expect(new Set(masks).size).toBe(2);
      reference.step(rows, 0.01, masks);
      await engine.train(rows, 0, batchSize, 0.01);
    }
    await engine.close();
    expect(largestDifference(engine, reference.arrays)).toBeLessThan(2e-4);
  });

  test("applies input dropout while training but not in validation", async () => {
    const [engine] = await tinyEngine({ name: "pl-lb" }, { inputDropout: 0.5 });
    const [plain] = await tinyEngine({ name: "pl-lb" });
    const before = await plain.evaluate(rows, { loss: true });
    expect(await engine.evaluate(rows, { loss: true })).toBe(before);
    const dropped = await engine.train(rows, 0, batchSize, 0.01);
    expect(dropped).not.toBe(before);
    expect(await plain.train(rows, 0, batchSize, 0.01)).toBeCloseTo(before, 10);
    await engine.close();
    await plain.close();
  });
});
