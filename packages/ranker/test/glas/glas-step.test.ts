import { rowIndices } from "@tierwise/data";
import { generateXmlDataset, type XmlDataset } from "@tierwise/datasets-xml";
import { loadKernelModuleSync } from "@tierwise/kernels";
import { plLowerBoundLoss } from "@tierwise/losses";
import { createRanker, type Ranker, type TrainOptions, train } from "@tierwise/ranker";
import { describe, expect, test } from "vitest";
import { prepareData } from "../../src/data/training-data.ts";
import type { Engine } from "../../src/engines/kernels/engine.ts";
import { kernelEngine } from "../../src/engines/kernels/kernel-engine.ts";
import { labelTarget, mostLabels } from "../../src/engines/kernels/label-target.ts";
import { allocateTrainingNetwork } from "../../src/engines/kernels/training-arrays.ts";
import { copyWeights } from "../../src/model/layers.ts";
import { referenceNetwork } from "../reference-network.ts";
import { manyItems, tinyData, tinySizes } from "../tiny-data.ts";
import { batchSize, tinyEngine } from "../tiny-engine.ts";
import { differences, plainPenalty, plainTarget } from "./reference-penalty.ts";

const data = tinyData();
const { hidden, items } = tinySizes;
const rowLabels = labelsByRow(data);
const target = plainTarget(rowLabels, items);
/** Rows in which all features occur, so that dense and sparse Adam agree. */
const rows = Int32Array.from({ length: batchSize }, (_, i) => 3 * i);
/** A weight that makes the GLaS term as strong as the loss. */
const weight = 300;

function labelsByRow({ numRows, labels }: XmlDataset): number[][] {
  return Array.from({ length: numRows }, (_, row) => Array.from(rowIndices(labels, row)));
}

function labelsOf(some: ArrayLike<number>, byRow = rowLabels): number[] {
  return [...new Set(Array.from(some, (row) => byRow[row]).flat())].sort((a, b) => a - b);
}

/** Expects that the gradient in the engine's last step was that of the penalty, without the factor λ/K². */
function expectGradient(engine: Engine, ranker: Ranker, aim: Float64Array, labels: readonly number[]): void {
  const { glas } = engine.network;
  if (glas === undefined) throw new Error("GLaS is off");
  expect(Array.from(glas.labels.subarray(0, labels.length))).toEqual(labels);
  const weights = Float64Array.from(ranker.weights.output.weights);
  const expected = differences(weights, ranker.hidden, aim, labels, labels.length ** 2);
  let [scale, difference] = [0, 0];
  for (const [i, label] of labels.entries()) {
    for (let h = 0; h < ranker.hidden; h++) {
      const value = expected[label * ranker.hidden + h];
      scale = Math.max(scale, Math.abs(value));
      difference = Math.max(difference, Math.abs(4 * glas.gradient[i * ranker.hidden + h] - value));
    }
  }
  expect(scale).toBeGreaterThan(0.1);
  expect(difference / scale).toBeLessThan(2e-6);
}

describe("a step with GLaS", () => {
  test.each([
    ["a full batch of rows", rows],
    ["three rows", rows.subarray(0, 3)],
  ])("computes the gradient of the penalty for the labels in %s", async (_, some) => {
    const [engine, ranker] = await tinyEngine({ name: "pl-lb" }, { glas: weight });
    // A full batch comes first: data left over from it must not affect the second step.
    await engine.train(rows, 0, batchSize, 0);
    await engine.train(some, 0, some.length, 0);
    await engine.close();
    expectGradient(engine, ranker, target, labelsOf(some));
  });

  test("computes the gradient when few labels occur together", async () => {
    // Each row has two consecutive labels, so one in thirty elements of the target is nonzero.
    const count = 90;
    const features = {
      indptr: Int32Array.from({ length: count + 1 }, (_, row) => row),
      indices: new Int32Array(count),
      values: new Float32Array(count).fill(1),
    };
    const tiers = Array.from({ length: count }, (_, row) => [row, (row + 1) % count]);
    const shape = { featureCount: 1, hidden: 8, itemCount: count };
    const prepared = prepareData({ features, preferences: tiers.map((tier) => ({ tiers: [tier] })) }, shape);
    const all = Int32Array.from(tiers, (_, row) => row);
    const ranker = createRanker({ features: 1, hidden: 8, items: count, seed: 3 });
    const network = allocateTrainingNetwork({
      ...{ shape, module: loadKernelModuleSync(), batchRows: count, batchEntries: count, threads: 2 },
      options: { seed: 1, inputDropout: 0, hiddenDropout: 0, weightDecay: 0 },
      loss: { name: "pl-lb" },
      preferences: prepared.preferences,
      glas: { weight, target: labelTarget(prepared, all), mostLabels: mostLabels(prepared, count) },
    });
    copyWeights(network, ranker.weights);
    const engine = await kernelEngine(network, prepared, { threads: 2 });
    await engine.train(all, 0, count, 0);
    await engine.close();
    expectGradient(engine, ranker, plainTarget(tiers, count), Array.from(all));
  });

  test.each([
    ["few items", items, 5],
    ["items in several blocks of a shard", manyItems, 2],
  ])(
    "adds the gradient of the penalty before the Adam step, and reports the loss without the penalty (%s)",
    async (_, count, steps) => {
      const some = tinyData(300, 1, count);
      const byRow = labelsByRow(some);
      const aim = plainTarget(byRow, count);
      const [engine, ranker] = await tinyEngine({ name: "pl-lb" }, { glas: weight, items: count });
      const labels = labelsOf(rows, byRow);
      const reference = referenceNetwork(ranker, some, plLowerBoundLoss(), {
        outputPenalty: (weights) => differences(weights, hidden, aim, labels, weight),
      });
      for (let step = 0; step < steps; step++) {
        const expected = reference.step(rows, 0.01);
        const sum = await engine.train(rows, 0, batchSize, 0.01);
        expect(sum / batchSize).toBeCloseTo(expected, 3);
      }
      await engine.close();
      const { output } = engine.network;
      let difference = 0;
      for (const [a, array] of [output.weights, output.bias].entries()) {
        for (let i = 0; i < array.length; i++) {
          difference = Math.max(difference, Math.abs(array[i] - reference.arrays[2 + a][i]));
        }
      }
      expect(difference).toBeLessThan(2e-4);
    },
  );

  test("skips a batch without labels", async () => {
    const features = { indptr: Int32Array.of(0, 1, 2), indices: Int32Array.of(0, 1), values: Float32Array.of(1, 1) };
    const empty = { features, preferences: [{ tiers: [] }, { tiers: [[0, 2]] }] };
    const options: TrainOptions = { batchSize: 1, epochs: 3, validation: 0, refit: false, threads: 1, glas: 10 };
    const ranker = createRanker({ features: 2, hidden: 4, items: 3, seed: 1 });
    await train(ranker, empty, options);
    expect(ranker.weights.output.weights.every(Number.isFinite)).toBe(true);
  });
});

describe("training with GLaS", () => {
  // These sizes give more than one block of labels, and more than two blocks of hidden units.
  const sizes = { features: 30, hidden: 150, items: 90 };
  const many = generateXmlDataset({ rows: 200, features: 30, labels: 90, labelsPerRow: 5, seed: 3 });
  const options: TrainOptions = { epochs: 3, learningRates: [1e-2], batchSize: 48, threads: 1 };
  async function trained(more: TrainOptions): Promise<Ranker> {
    const ranker = createRanker({ ...sizes, seed: 1 });
    await train(ranker, many, { ...options, ...more });
    return ranker;
  }
  const bytes = ({ weights: { input, output } }: Ranker): Buffer =>
    Buffer.concat([input.weights, input.bias, output.weights, output.bias].map((a) => Buffer.from(a.slice().buffer)));

  test("gives bit-identical weights on 1, 2 and 4 threads", async () => {
    const one = bytes(await trained({ glas: 500 }));
    expect(bytes(await trained({ glas: 500, threads: 2 })).equals(one)).toBe(true);
    expect(bytes(await trained({ glas: 500, threads: 4 })).equals(one)).toBe(true);
    expect(bytes(await trained({ glas: 501 })).equals(one)).toBe(false);
  });

  test("gives the same result with a weight of 0 as without GLaS", async () => {
    expect(bytes(await trained({ glas: 0 })).equals(bytes(await trained({})))).toBe(true);
  });

  test("brings the inner products of labels closer to their target", async () => {
    const labels = Array.from({ length: many.numRows }, (_, row) => Array.from(rowIndices(many.labels, row)));
    const all = Array.from({ length: sizes.items }, (_, i) => i);
    const aim = plainTarget(labels, sizes.items);
    const penalty = async (more: TrainOptions): Promise<number> => {
      const { weights } = await trained({ ...more, epochs: 15 });
      return plainPenalty(Float64Array.from(weights.output.weights), sizes.hidden, aim, all, 1);
    };
    expect(await penalty({ glas: 1e4 })).toBeLessThan(0.5 * (await penalty({})));
  });
});
