import { allocate, createKernelMemory, createKernels, loadKernelModule } from "@tierwise/kernels";
import { createLoss, lossNames, plPartitionLoss, type RankingLoss, rowLoss } from "@tierwise/losses";
import { randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";
import { documents, evaluateDocuments, generateDocuments, selectLists, trainDocuments } from "../../src/index.ts";
import { packLists, viewList } from "../../src/lists/packed-lists.ts";
import { backward, forward, layersOf, weightCount, widthsOf } from "../../src/network/layers.ts";

const { lists } = generateDocuments({ lists: 60, documents: 12, features: 6, seed: 3 });

/** A network with random weights and rows, and the sum of a loss over three lists. */
async function tinyNetwork(hidden: readonly number[], loss: RankingLoss) {
  const rows = 17;
  const widths = widthsOf(5, hidden);
  const memory = createKernelMemory({ bytes: 200_000 });
  const kernels = createKernels(await loadKernelModule(), memory);
  const random = randomStream(8);
  const floats = (length: number): Float32Array => allocate(memory, Float32Array, length);
  const weights = floats(weightCount(widths)).map(() => random() - 0.5);
  const inMemory = floats(weights.length);
  const activations = widths.map((width) => floats(rows * width));
  const deltas = widths.map((width) => floats(rows * width));
  for (let i = 0; i < activations[0].length; i++) activations[0][i] = 2 * random() - 1;
  const grades = Float32Array.from({ length: rows }, () => Math.floor(3 * random()));
  const packed = packLists({ offsets: Int32Array.of(0, 8, 9, 17), grades });
  const row = rowLoss(loss);
  const gradient = floats(weights.length);
  const last = widths.length - 1;
  const lossAt = (at: Float32Array): number => {
    inMemory.set(at);
    forward(kernels, layersOf(inMemory, widths), activations, rows);
    let total = 0;
    for (let l = 0; l < 3; l++) {
      viewList(packed, l);
      total += row(activations[last], packed.offsets[l], packed, l, deltas[last]);
    }
    return total;
  };
  lossAt(weights);
  backward(kernels, layersOf(inMemory, widths), layersOf(gradient, widths), activations, deltas, rows);
  return { weights, gradient: gradient.slice(), lossAt };
}

describe("gradients", () => {
  test.each([
    ["pl-partition", [4, 3]],
    ["pl-partition", []],
    ["ranknet", [6]],
    ["attrank", [3, 4, 5]],
  ] as const)("of %s through layers %j agree with finite differences", async (name, hidden) => {
    const { weights, gradient, lossAt } = await tinyNetwork(hidden, createLoss(name));
    for (let i = 0; i < weights.length; i++) {
      const moved = (by: number): number => lossAt(weights.map((w, j) => (i === j ? w + by : w)));
      const step = 1e-2;
      // With Richardson extrapolation, the remaining error comes from single precision.
      const [coarse, fine] = [step, step / 2].map((h) => (moved(h) - moved(-h)) / (2 * h));
      expect(Math.abs(gradient[i] - (4 * fine - coarse) / 3), `weight ${i}`).toBeLessThan(2e-3);
    }
  });
});

describe("training a network", () => {
  test.each(lossNames)("with the loss %s makes a linear model rank better than chance", async (loss) => {
    const scorer = documents({ hidden: [], epochs: 30, learningRate: 0.03, batchLists: 10 });
    const model = await trainDocuments(lists, { scorer, loss, validation: 0, threads: 1 });
    const chance = evaluateDocuments({ scores: () => new Float64Array(lists.grades.length) }, lists).result();
    expect(model.history[29].loss).toBeLessThan(model.history[0].loss);
    expect(evaluateDocuments(model, lists).result().ndcg[10]).toBeGreaterThan(chance.ndcg[10] + 0.05);
  });

  test("with dropout gives the same bytes on 1, 2 and 4 threads", async () => {
    const scorer = documents({ hidden: [8, 4], epochs: 3, batchLists: 16, dropout: 0.2 });
    const train = (threads: number) => trainDocuments(lists, { scorer, threads, seed: 5 });
    const [one, two, four] = [await train(1), await train(2), await train(4)];
    expect(two.weights).toEqual(one.weights);
    expect(four.weights).toEqual(one.weights);
    expect(four.history).toEqual(one.history);
  });

  test("gives a different model with another dropout rate or seed", async () => {
    const train = (dropout: number, seed: number) =>
      trainDocuments(lists, {
        scorer: documents({ hidden: [8], epochs: 1, dropout }),
        threads: 1,
        validation: 0,
        seed,
      });
    const { weights } = await train(0, 1);
    expect((await train(0.5, 1)).weights).not.toEqual(weights);
    expect((await train(0, 2)).weights).not.toEqual(weights);
    expect((await train(0, 1)).weights).toEqual(weights);
  });

  test("accepts a custom loss, features outside shared memory, and lists of one document", async () => {
    const likelihood = plPartitionLoss();
    const custom: RankingLoss = (scores, preference, gradient) => likelihood(scores, preference, gradient);
    const { offsets, features, grades, featureCount } = selectLists(lists, [0, 1, 2, 3]);
    const first = offsets[1];
    const cut = {
      featureCount,
      offsets: Int32Array.of(0, 1, first, first, offsets[4]),
      grades,
      features: Float32Array.from(features),
    };
    const scorer = documents({ hidden: [3], epochs: 40, learningRate: 0.02, batchLists: 3 });
    const model = await trainDocuments(cut, { scorer, loss: custom, validation: 0, threads: 2 });
    expect(model.history[39].loss).toBeLessThan(model.history[0].loss);
  });

  test("keeps the weights of the best epoch", async () => {
    const scorer = documents({ hidden: [16], epochs: 60, learningRate: 0.02 });
    const model = await trainDocuments(lists, { scorer, validation: lists, patience: 5, threads: 1 });
    const best = model.history[model.bestStep - 1].validation;
    expect(evaluateDocuments(model, lists).result().ndcg[10]).toBeCloseTo(best ?? 0, 12);
  });

  test.each([
    [() => documents({ hidden: [0] }), "hidden[0] is 0; expected a positive integer"],
    [() => documents({ dropout: 1 }), "dropout is 1; expected a number from 0 to 0.99"],
    [() => documents({ log: "some" as "all" }), 'log is "some"; expected "auto", "all" or "none"'],
  ])("rejects invalid options, case %#", (run, message) => {
    expect(run).toThrow(message);
  });
});
