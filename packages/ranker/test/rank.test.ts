import { topK } from "@tierwise/metrics";
import { createRanker, loadModel, type RankProgress, seenItems, trainModel, trainRanker } from "@tierwise/ranker";
import { describe, expect, test } from "vitest";
import { inDirectory, weightBytes } from "./killing.ts";
import { tinyData, tinySizes } from "./tiny-data.ts";

const data = tinyData(300);
const { features, labels } = data;

describe("rank", () => {
  const ranker = createRanker({ ...tinySizes, seed: 3 });

  test.each([1, 3])("returns the best items of each row with their scores, on %i threads", async (threads) => {
    const { k, items, scores } = await ranker.rank(features, { k: 7, threads });
    const all = ranker.scores(features);
    expect([k, items]).toEqual([7, ranker.topK(features, 7)]);
    for (let i = 0; i < items.length; i++) expect(scores[i]).toBe(all[Math.floor(i / 7) * 30 + items[i]]);
  });

  test("excludes items row by row, and fills unused places with -1 and NaN", async () => {
    const { k, items, scores } = await ranker.rank(features, { k: 30, exclude: labels, threads: 2 });
    const whole = await ranker.rank(features, { k: 30 });
    for (let row = 0; row < 300; row++) {
      const out = new Set(labels.indices.subarray(labels.indptr[row], labels.indptr[row + 1]));
      const kept = whole.items.subarray(row * 30, (row + 1) * 30).filter((item) => !out.has(item));
      expect(items.slice(row * k, row * k + kept.length)).toEqual(kept);
      expect(items.slice(row * k + kept.length, (row + 1) * k).every((item) => item === -1)).toBe(true);
      expect(scores.slice(row * k + kept.length, (row + 1) * k).every(Number.isNaN)).toBe(true);
    }
  });

  test("ranks candidates, even if some of them are excluded", async () => {
    const candidates = [20, 3, 11, 4];
    const { items } = await ranker.rank(features, { k: 2, candidates, exclude: labels, threads: 2 });
    const whole = await ranker.rank(features, { k: 30, exclude: labels });
    for (let row = 0; row < 300; row++) {
      const kept = [...whole.items.subarray(row * 30, (row + 1) * 30)].filter((item) => candidates.includes(item));
      expect([...items.subarray(2 * row, 2 * row + 2)]).toEqual([...kept, -1, -1].slice(0, 2));
    }
  });

  test("ranks any number of items", async () => {
    const wide = createRanker({ features: 40, hidden: 4, items: 500 });
    const { k, items } = await wide.rank(features, { k: 400, threads: 2 });
    expect([k, items.subarray(0, 400)]).toEqual([400, topK(wide.scores(features).subarray(0, 500), 400)]);
    expect((await wide.rank(features, { k: 600 })).k).toBe(500);
  });

  test("reports the number of rows ranked so far", async () => {
    const reports: RankProgress[] = [];
    await ranker.rank(features, { k: 1, threads: 1, onProgress: (progress) => void reports.push(progress) });
    expect(reports.map(({ done }) => done)).toEqual([128, 256, 300]);
    expect(reports.every(({ stage, total }) => stage === "ranking" && total === 300)).toBe(true);
  });

  test("can be canceled by a signal, and then called again", async () => {
    const stop = new AbortController();
    const ranking = ranker.rank(features, { k: 1, signal: stop.signal, onProgress: () => stop.abort() });
    await expect(ranking).rejects.toMatchObject({ name: "AbortError" });
    expect((await ranker.rank(features, { k: 1 })).items).toHaveLength(300);
  });

  test("rejects with the signal's reason even if it is aborted while the last rows are being ranked", async () => {
    const [stop, reason] = [new AbortController(), new Error("enough")];
    const onProgress = ({ done }: RankProgress): void => void (done === 300 && stop.abort(reason));
    await expect(ranker.rank(features, { k: 1, signal: stop.signal, onProgress })).rejects.toBe(reason);
    expect((await ranker.rank(features, { k: 1 })).items).toHaveLength(300);
  });

  test.each([
    [{ k: -1 }, "k is -1; expected a positive integer"],
    [{ k: 0 }, "k is 0; expected a positive integer"],
    [
      { k: 1, exclude: { indptr: Int32Array.of(0), indices: new Int32Array(0) } },
      "the number of rows in exclude is 0; expected 300",
    ],
    [{ k: 1, candidates: [30] }, "candidates[0] is 30; expected an item from 0 to 29"],
  ])("rejects invalid options, case %#", async (options, message) => {
    await expect(ranker.rank(features, options)).rejects.toThrow(message);
  });
});

test("an ensemble ranks by exactly the mean of its members' scores, on any number of threads", () =>
  inDirectory(async (directory) => {
    const options = { members: 3, hidden: 8, epochs: 1, learningRates: [1e-2], threads: 1 };
    await trainModel(directory, data, options);
    const model = await loadModel(directory);
    const [one, two, three] = model.members.map((member) => member.scores(features));
    const mean = one.map((score, i) => Math.fround(Math.fround(score + two[i]) + three[i]) / 3);
    expect(model.scores(features)).toEqual(mean);
    for (const threads of [1, 2]) {
      const { items, scores } = await model.rank(features, { k: 5, threads });
      expect(items).toEqual(model.topK(features, 5));
      for (let row = 0; row < 300; row++) {
        const best = topK(mean.subarray(30 * row, 30 * row + 30), 5);
        expect(items.subarray(5 * row, 5 * row + 5)).toEqual(best);
        expect(scores[5 * row]).toBe(mean[30 * row + best[0]]);
      }
    }
  }));

test("trainRanker takes the sizes from the data, and gives the same result as createRanker and train", async () => {
  const options = { hidden: tinySizes.hidden, epochs: 2, threads: 1, seed: 4 };
  const { ranker, result } = await trainRanker(data, options);
  expect([ranker.featureCount, ranker.itemCount, ranker.steps]).toEqual([40, 30, result.steps]);
  const again = await trainRanker(data, { ...options, featureItems: Array.from({ length: 40 }, () => -1) });
  expect(weightBytes(again.ranker).equals(weightBytes(ranker))).toBe(true);
});

describe("a vocabulary", () => {
  const itemNames = Array.from({ length: 30 }, (_, i) => `item ${i}`);
  const featureNames = Array.from({ length: 40 }, (_, i) => `feature ${i}`);
  const featureItems = Array.from({ length: 40 }, (_, i) => (i < 30 ? i : -1));

  test("is saved with the model and the training record", () =>
    inDirectory(async (directory) => {
      const options = { hidden: 4, epochs: 1, threads: 1, itemNames, featureNames, featureItems };
      await trainModel(directory, data, options);
      const model = await loadModel(directory);
      expect([model.itemNames, model.featureNames, model.featureItems]).toEqual([
        itemNames,
        featureNames,
        featureItems,
      ]);
      expect([model.record?.rows, model.record?.labelCounts?.length]).toEqual([300, 30]);
      expect(model.writtenBy).toMatchObject({ node: process.version, "@tierwise/ranker": expect.any(String) });
      const seen = seenItems(model, features);
      const row = features.indices.subarray(0, features.indptr[1]);
      expect([...seen.indices.subarray(0, seen.indptr[1])]).toEqual(
        [...row].filter((f) => f < 30).sort((a, b) => a - b),
      );
    }));

  test("is rejected if its length is wrong or its items do not exist, and is required by seenItems", () => {
    expect(() => createRanker({ ...tinySizes, featureNames: ["a"] })).toThrow(
      "featureNames.length is 1; expected 40, one per feature",
    );
    expect(() => createRanker({ ...tinySizes, featureItems: featureItems.map(() => 30) })).toThrow(
      "featureItems[0] is 30; expected an item, 0 to 29, or -1",
    );
    expect(() => seenItems(createRanker(tinySizes), features)).toThrow(
      "expected a model that states which item each feature refers to",
    );
  });
});
