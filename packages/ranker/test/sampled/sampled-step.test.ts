import { createLoss, type LossName, type LossSpec, type RankingLoss } from "@tierwise/losses";
import { describe, expect, test } from "vitest";
import type { Engine } from "../../src/engines/kernels/engine.ts";
import { createRanker, train } from "../../src/index.ts";
import * as control from "../../src/network/control.ts";
import { referenceNetwork } from "../reference-network.ts";
import { manyItems, tinyData, tinySizes } from "../tiny-data.ts";
import { batchSize, tinyEngine } from "../tiny-engine.ts";

const data = tinyData(300, 1, manyItems);
const rows = Int32Array.from({ length: 300 }, (_, i) => i);
/** Rows in which all features occur, so that dense and sparse Adam agree. */
const batch = Int32Array.from({ length: batchSize }, (_, i) => 3 * i);

interface Column {
  readonly item: number;
  readonly weight: number;
}

function columnsOf({ network: { sampled, control: now } }: Engine): Column[] {
  if (sampled === undefined) throw new Error("the engine computes all items");
  const { items, columnWeights } = sampled;
  return Array.from({ length: now[control.columnCount] }, (_, i) => ({ item: items[i], weight: columnWeights[i] }));
}

/** A loss that takes the scores of all items but uses only those of the columns, as defined by sampled training. */
function lossOnColumns(name: LossName, columns: () => readonly Column[]): RankingLoss {
  const isPairwise = name === "ranknet" || name === "ranksvm";
  return (scores, preference, gradient) => {
    const chosen = columns();
    const place = new Map(chosen.map(({ item }, i) => [item, i]));
    const itemWeights = chosen.map(({ weight }) => weight);
    const loss = createLoss({ name }, isPairwise ? { itemWeights } : {});
    const few = chosen.map(({ item, weight }) => scores[item] + (isPairwise ? 0 : Math.log(weight)));
    const tiers = preference.tiers.map((tier) => Array.from(tier, (item) => place.get(item) ?? Number.NaN));
    const fewGradient = new Float64Array(few.length);
    const value = loss(few, { ...preference, tiers }, fewGradient);
    gradient?.fill(0);
    for (const [i, { item }] of chosen.entries()) if (gradient) gradient[item] = fewGradient[i];
    return value;
  };
}

describe("a training step with negatives", () => {
  test.each<LossName>(["pl-partition", "attrank", "ranknet", "ranksvm"])(
    "agrees with plain loops over its columns in double precision with %s",
    async (name) => {
      const sample = { count: 700, seed: 3 };
      const [engine, ranker] = await tinyEngine({ name }, { items: manyItems, sample, weightDecay: 0.1 });
      let columns: readonly Column[] = [];
      const touched = (item: number): boolean => columns.some((column) => column.item === item);
      const reference = referenceNetwork(
        ranker,
        data,
        lossOnColumns(name, () => columns),
        {
          weightDecay: 0.1,
          touches: touched,
        },
      );
      for (let step = 0; step < 3; step++) {
        const sum = await engine.train(batch, 0, batchSize, 0.01);
        columns = columnsOf(engine);
        expect(columns.length).toBeGreaterThan(700);
        expect(columns.length).toBeLessThan(900);
        expect(sum / batchSize / reference.step(batch, 0.01)).toBeCloseTo(1, 5);
      }
      await engine.close();
      const { input, output } = engine.network;
      let most = 0;
      for (const [a, array] of [input.weights, input.bias, output.weights, output.bias].entries()) {
        for (let i = 0; i < array.length; i++) most = Math.max(most, Math.abs(array[i] - reference.arrays[a][i]));
      }
      expect(most).toBeLessThan(4e-4);
    },
  );

  test("gives the named items of the batch a weight of 1, and draws a new sample in each step", async () => {
    const sample = { count: 50, seed: 3 };
    const [engine] = await tinyEngine({ name: "pl-lb" }, { items: manyItems, sample });
    const named = new Set<number>();
    const { indptr, indices } = data.labels;
    for (const row of batch) for (let k = indptr[row]; k < indptr[row + 1]; k++) named.add(indices[k]);
    const steps = [];
    for (let step = 0; step < 3; step++) {
      await engine.train(batch, 0, batchSize, 0.01);
      const columns = columnsOf(engine);
      const items = columns.map(({ item }) => item);
      expect(items).toEqual([...new Set(items)].toSorted((a, b) => a - b));
      for (const item of named) expect(columns.find((column) => column.item === item)).toEqual({ item, weight: 1 });
      const others = columns.filter(({ item }) => !named.has(item));
      expect(others.every(({ weight }) => weight >= manyItems / 50 - 1e-9)).toBe(true);
      expect(others.length).toBeLessThanOrEqual(50);
      steps.push(others.map(({ item }) => item).join());
    }
    await engine.close();
    expect(new Set(steps).size).toBe(3);
  });

  test("does not change the weights and moments of other items", async () => {
    const sample = { count: 50, seed: 3 };
    const [engine] = await tinyEngine({ name: "pl-partition" }, { items: manyItems, sample, weightDecay: 0.5 });
    const { hidden } = tinySizes;
    const { output, outputMoments, sampled } = engine.network;
    const stateOf = (item: number): number[] =>
      [output, outputMoments.first, outputMoments.second].flatMap(({ weights, bias }) => [
        ...weights.subarray(item * hidden, (item + 1) * hidden),
        bias[item],
      ]);
    await engine.train(batch, 0, batchSize, 0.01);
    const before = Array.from({ length: manyItems }, (_, item) => stateOf(item));
    await engine.train(batch, 0, batchSize, 0.01);
    const touched = new Set(columnsOf(engine).map(({ item }) => item));
    for (let item = 0; item < manyItems; item++) {
      if (touched.has(item)) expect(stateOf(item)).not.toEqual(before[item]);
      else expect(stateOf(item)).toEqual(before[item]);
      if (touched.has(item)) expect(sampled?.lastSteps[item]).toBe(2);
      else expect(sampled?.lastSteps[item]).toBeLessThan(2);
    }
    await engine.close();
  });
});

test("GLaS adds the same gradient as in training on all items", async () => {
  const sample = { count: manyItems - 1, seed: 1 };
  const momentsOf = async (options: object): Promise<Float32Array> => {
    const [engine] = await tinyEngine({ name: "pl-lb" }, { items: manyItems, ...options });
    await engine.train(batch, 0, batchSize, 0.01);
    await engine.close();
    return engine.network.outputMoments.first.weights.slice();
  };
  const [sampled, exact] = [await momentsOf({ sample, glas: 1000 }), await momentsOf({ glas: 1000 })];
  const without = await momentsOf({ sample });
  const most = exact.reduce((max, x) => Math.max(max, Math.abs(x)), 0);
  expect(without.reduce((max, x) => Math.max(max, Math.abs(x)), 0)).toBeLessThan(0.5 * most);
  for (const [i, x] of sampled.entries()) expect(Math.abs(x - exact[i])).toBeLessThan(1e-3 * most);
});

describe("validation with negatives", () => {
  test("ranks all items in panels, as the trained ranker does", async () => {
    const items = 9000;
    const [engine, ranker] = await tinyEngine({ name: "pl-lb" }, { items, sample: { count: 20, seed: 1 } });
    expect(engine.network.output.scoreColumns).toBeLessThan(items);
    const { indptr, indices, values } = tinyData(300, 1, items).features;
    const found: number[][] = [];
    await engine.evaluate(rows.subarray(0, 40), {
      depth: 7,
      loss: true,
      visit: (_, ranking) => found.push([...ranking]),
    });
    await engine.close();
    expect(found).toHaveLength(40);
    for (const [row, ranking] of found.entries()) {
      const range = [indptr[row], indptr[row + 1]] as const;
      const sparse = { indices: indices.slice(...range), values: values.slice(...range) };
      expect(ranking).toEqual([...ranker.topK(sparse, 7)]);
    }
  });

  test("approximates the loss on all items with a sample that is the same in every epoch", async () => {
    const [engine] = await tinyEngine({ name: "pl-lb" }, { items: manyItems, sample: { count: 800, seed: 1 } });
    const [exact] = await tinyEngine({ name: "pl-lb" }, { items: manyItems });
    const loss = await engine.evaluate(rows, { loss: true });
    expect(await engine.evaluate(rows, { loss: true })).toBe(loss);
    expect(loss / (await exact.evaluate(rows, { loss: true }))).toBeCloseTo(1, 2);
    await Promise.all([engine.close(), exact.close()]);
  });

  test("validation reports a loss of NaN if the score of any item is not finite", async () => {
    const [engine] = await tinyEngine({ name: "pl-lb" }, { items: manyItems, sample: { count: 5, seed: 1 } });
    await engine.evaluate(rows.subarray(0, 4), { loss: true });
    const columns = new Set(columnsOf(engine).map(({ item }) => item));
    const other = Array.from({ length: manyItems }, (_, item) => item).find((item) => !columns.has(item));
    engine.network.output.bias[other ?? 0] = Number.NaN;
    expect(await engine.evaluate(rows.subarray(0, 4), { loss: true, depth: 3 })).toBeNaN();
    await engine.close();
  });
});

describe("training with negatives", () => {
  const run = async (loss: LossSpec, threads: number, more: object = {}): Promise<Buffer> => {
    const ranker = createRanker({ ...tinySizes, items: manyItems, seed: 1 });
    await train(ranker, data, { preset: "fast", epochs: 2, loss, threads, batchSize: 64, ...more });
    const { input, output } = ranker.weights;
    return Buffer.concat(
      [input.weights, input.bias, output.weights, output.bias].map((array) => Buffer.from(array.slice().buffer)),
    );
  };

  test.each<[string, LossSpec, object]>([
    ["uniformly", { name: "pl-partition", negatives: { count: 900 } }, {}],
    ["by frequency, with GLaS", { name: "ranknet", negatives: { count: 300, by: "frequency" } }, { glas: 10 }],
  ])("gives bit-identical weights on 1, 2 and 4 threads if items are drawn %s", async (_, loss, more) => {
    const one = await run(loss, 1, more);
    for (const threads of [2, 4]) expect((await run(loss, threads, more)).equals(one)).toBe(true);
    expect((await run({ ...loss, negatives: { count: 300, seed: 8 } }, 1, more)).equals(one)).toBe(false);
  });

  test("is exact if the sample would contain all items", async () => {
    const exact = await run({ name: "pl-lb" }, 1);
    expect((await run({ name: "pl-lb", negatives: { count: manyItems } }, 1)).equals(exact)).toBe(true);
    expect((await run({ name: "pl-lb", negatives: { count: manyItems - 1 } }, 1)).equals(exact)).toBe(false);
  });

  test("is rejected by the tfjs engine", async () => {
    const loss: LossSpec = { name: "pl-lb", negatives: { count: 100 } };
    await expect(run(loss, 1, { engine: "tfjs", backend: "cpu" })).rejects.toThrow(
      'loss.negatives is not supported by the engine "tfjs"',
    );
  });
});
