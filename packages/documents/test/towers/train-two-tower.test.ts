import { lossNames, plPartitionLoss, type RankingLoss } from "@tierwise/losses";
import { describe, expect, test } from "vitest";
import { type LossChoice, type TowerRows, trainTwoTower, twoTower } from "../../src/index.ts";
import { itemsOf, ones, sparse } from "./random-data.ts";

const items = itemsOf(40, 6, 3);
const features = sparse(60, 12, 0.3, 4);
const liked = Array.from({ length: 60 }, (_, row) => [(7 * row) % 20, 20 + ((3 * row) % 20)]);
const labels = ones(liked);
/** Each row chooses among its two liked items and two others. */
const candidates = ones(liked.map(([a, b]) => [a, b, (a + 1) % 20, 20 + ((b + 1) % 20)]));
const small = { dimensions: 6, contextLayers: [8], itemLayers: [5], batchRows: 16, epochs: 3 };

describe("training two towers", () => {
  test.each<[string, TowerRows, LossChoice]>([
    ["all items", { features, labels }, "pl-partition"],
    ["candidates", { features, labels, candidates }, "ranknet"],
    ["sampled items", { features, labels }, { name: "pl-partition", negatives: { count: 5, by: "frequency" } }],
  ])("with %s gives the same bytes on 1, 2 and 4 threads", async (_, rows, loss) => {
    const train = (threads: number, seed = 3) =>
      trainTwoTower(rows, items, { scorer: twoTower(small), loss, threads, seed });
    const [one, two, four, other] = [await train(1), await train(2), await train(4), await train(1, 4)];
    for (const each of [two, four]) {
      expect(each.weights).toEqual(one.weights);
      expect(each.ownVectors).toEqual(one.ownVectors);
      expect(each.history).toEqual(one.history);
    }
    expect(other.weights).not.toEqual(one.weights);
  });

  test.each(lossNames)("lowers the %s loss", async (loss) => {
    const scorer = twoTower({ ...small, epochs: 60, dropout: 0, itemDropout: 0, learningRate: 0.02 });
    const { history } = await trainTwoTower({ features, labels }, items, { scorer, loss, validation: 0, threads: 1 });
    expect(history[59].loss).toBeLessThan(0.8 * history[0].loss);
  });

  test("ranks new items by the features that they share with known items", async () => {
    // Users of kind k like items of kind k; every item has its kind as a feature, and half of the items are new.
    const kinds = 4;
    const item = (i: number) => [i % kinds, kinds + (i % 3)];
    const all = { ...itemsOf(40, kinds + 3, 1), features: ones(Array.from({ length: 40 }, (_, i) => item(i))) };
    const known = {
      ...all,
      itemNames: all.itemNames.slice(0, 20),
      features: ones(Array.from({ length: 20 }, (_, i) => item(i))),
    };
    const users = Array.from({ length: 80 }, (_, u) => u);
    const rows = {
      features: ones(users.map((u) => [u % kinds, kinds + (u % 5)])),
      labels: ones(users.map((u) => [(u % kinds) + kinds * (u % 5), (u % kinds) + kinds * ((u + 1) % 5)])),
    };
    const scorer = twoTower({ ...small, dimensions: 8, epochs: 60, dropout: 0, learningRate: 0.01 });
    const model = await trainTwoTower(rows, known, { scorer, validation: 0, threads: 1 });
    const fresh = {
      ...all,
      itemNames: all.itemNames.slice(20),
      features: ones(Array.from({ length: 20 }, (_, i) => item(i + 20))),
    };
    const { items: best } = await model.withItems(fresh).rank(rows.features, { k: 5 });
    const right = Array.from(best).filter((i, place) => (i + 20) % kinds === Math.floor(place / 5) % kinds).length;
    expect(right / best.length).toBeGreaterThan(0.95);
  });

  test("returns the history of the run with validation, and trains the final model on all rows", async () => {
    const groups = Int32Array.from({ length: 60 }, (_, row) => row % 6);
    const scorer = twoTower({ ...small, epochs: 5 });
    const held = await trainTwoTower({ features, labels, groups }, items, { scorer, refit: false, threads: 1 });
    const all = await trainTwoTower({ features, labels, groups }, items, { scorer, threads: 1 });
    expect(held.history.every(({ validation }) => (validation ?? -1) >= 0)).toBe(true);
    expect(all.history).toEqual(held.history);
    expect(all.weights).not.toEqual(held.weights);
    const loss = await trainTwoTower({ features, labels }, items, { scorer, criterion: "loss", threads: 1 });
    const values = loss.history.map(({ validation }) => validation ?? 0);
    expect(values[loss.bestStep - 1]).toBe(Math.min(...values));
  });

  test("ignores rows with a weight of 0, and accepts a custom loss", async () => {
    const likelihood = plPartitionLoss();
    const custom: RankingLoss = (scores, preference, gradient) => likelihood(scores, preference, gradient);
    const scorer = twoTower({ ...small, batchRows: 60, dropout: 0, inputDropout: 0 });
    const weights = new Float64Array(60).fill(1);
    weights[7] = 0;
    const other = ones(liked.map((own, row) => (row === 7 ? [0, 39] : own)));
    const train = (each: typeof labels) =>
      trainTwoTower({ features, labels: each, weights }, items, { scorer, loss: custom, validation: 0, threads: 2 });
    const [one, two] = [await train(labels), await train(other)];
    expect(two.weights.dense).toEqual(one.weights.dense);
    expect(two.loss).toBeUndefined();
  });
});

describe("errors", () => {
  const run = (rows: TowerRows, options = {}) =>
    trainTwoTower(rows, items, { scorer: twoTower(small), threads: 1, ...options });
  test.each<[() => Promise<unknown>, string]>([
    [() => run({ features }), "no labels and no preferences are given; expected one of them"],
    [() => run({ features, labels: ones([[1]]) }), "labels: indptr has length 2; expected 61"],
    [
      () => run({ features, labels, candidates: ones(liked.map(() => [5])) }),
      "row 0 ranks item 0, which is not among its candidates",
    ],
    [
      () => run({ features, labels, weights: new Float64Array(60).fill(-1) }),
      "weights[0] is -1; expected a finite nonnegative number",
    ],
    [
      () => run({ features, labels }, { validation: 1 }),
      "validation is 1; expected a number of at least 0 and below 1",
    ],
    [() => run({ features, labels }, { criterion: "map" }), 'criterion is "map"; expected "loss" or "ndcg@10"'],
    [async () => twoTower({ itemLayers: [0] }), "itemLayers[0] is 0; expected a positive integer"],
    [async () => twoTower({ dropout: 2 }), "dropout is 2; expected a number from 0 to 0.99"],
  ])("rejects invalid rows and options, case %#", async (call, message) => {
    await expect(async () => call()).rejects.toThrow(message);
  });
});
