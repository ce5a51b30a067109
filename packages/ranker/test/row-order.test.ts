import { select } from "@tierwise/datasets-xml";
import { randomPermutation, randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";
import { inContentOrder } from "../src/data/content-order.ts";
import { type PreferenceRows, prepareData } from "../src/data/training-data.ts";
import { createRanker, train } from "../src/index.ts";
import { tinyData, tinySizes } from "./tiny-data.ts";

describe("the order of the rows in a file", () => {
  const data = tinyData();
  const shuffled = select(data, randomPermutation(data.numRows, randomStream(7)));

  test.each([
    { name: "with a tenth of the rows held out", options: {} },
    { name: "with negatives and refit", options: { loss: { name: "pl-lb", negatives: { count: 4 } }, refit: true } },
    { name: "with GLaS and the loss as criterion", options: { glas: 1, criterion: "loss" } },
  ] as const)("does not change training $name", async ({ options }) => {
    const weights = [];
    for (const rows of [data, shuffled]) {
      const ranker = createRanker({ ...tinySizes, seed: 3 });
      const { history } = await train(ranker, rows, { epochs: 2, threads: 1, ...options });
      weights.push({ ...ranker.weights, losses: history.map(({ loss }) => loss) });
    }
    expect(weights[1]).toEqual(weights[0]);
  });

  test("does not change training with separate validation data", async () => {
    const losses = [];
    for (const [rows, validation] of [
      [data, tinyData(50, 2)],
      [shuffled, select(tinyData(50, 2), randomPermutation(50, randomStream(8)))],
    ]) {
      const ranker = createRanker({ ...tinySizes, seed: 3 });
      const { history } = await train(ranker, rows, { epochs: 2, threads: 1, validation });
      losses.push(history.map(({ loss, validation: found }) => [loss, found?.loss]));
    }
    expect(losses[1]).toEqual(losses[0]);
  });
});

describe("inContentOrder", () => {
  const shape = { featureCount: 3, hidden: 1, itemCount: 4 };
  const rows: PreferenceRows = {
    features: {
      indptr: Int32Array.of(0, 2, 2, 3, 5),
      indices: Int32Array.of(0, 2, 1, 0, 2),
      values: Float32Array.of(1, 2, 3, 1, 2.5),
    },
    preferences: [
      { tiers: [[0], [3, 1]] },
      { tiers: [] },
      { tiers: [[2]], rest: "unobserved" },
      { tiers: [[0], [3, 1]] },
    ],
  };

  test("keeps the features and tiers of every row together", () => {
    const { features, preferences } = inContentOrder(prepareData(rows, shape));
    const found = Array.from({ length: 4 }, (_, row) => {
      const entries = Array.from(
        features.indices.slice(features.indptr[row], features.indptr[row + 1]),
        (feature, k) => [feature, features.values[features.indptr[row] + k]],
      );
      const tiers = [];
      for (let t = preferences.preferenceOffsets[row]; t < preferences.preferenceOffsets[row + 1]; t++) {
        tiers.push([...preferences.items.slice(preferences.tierOffsets[t], preferences.tierOffsets[t + 1])]);
      }
      return JSON.stringify([entries, tiers, preferences.restIsLowest[row]]);
    });
    const expected = [
      [
        [
          [0, 1],
          [2, 2],
        ],
        [[0], [3, 1]],
        1,
      ],
      [[], [], 1],
      [[[1, 3]], [[2]], 0],
      [
        [
          [0, 1],
          [2, 2.5],
        ],
        [[0], [3, 1]],
        1,
      ],
    ].map((row) => JSON.stringify(row));
    expect(found.toSorted()).toEqual(expected.toSorted());
  });

  test("accepts empty input and identical rows", () => {
    const none = {
      features: { indptr: Int32Array.of(0), indices: new Int32Array(0), values: new Float32Array(0) },
      preferences: [],
    };
    expect(inContentOrder(prepareData(none, shape)).rowCount).toBe(0);
    const alike = {
      features: { indptr: Int32Array.of(0, 1, 2), indices: Int32Array.of(1, 1), values: Float32Array.of(2, 2) },
      preferences: [{ tiers: [[1]] }, { tiers: [[1]] }],
    };
    expect([...inContentOrder(prepareData(alike, shape)).preferences.items]).toEqual([1, 1]);
  });
});
