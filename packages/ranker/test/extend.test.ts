import { cp } from "node:fs/promises";
import { join } from "node:path";
import {
  createRanker,
  extendModel,
  extendRanker,
  loadModel,
  resumeModel,
  trainModel,
  trainRanker,
} from "@tierwise/ranker";
import { describe, expect, test } from "vitest";
import { aborted, inDirectory, modelBytes } from "./killing.ts";
import { tinyData, tinySizes } from "./tiny-data.ts";

const old = tinyData(200);
const data = tinyData(150, 2, 36);
const settings = { epochs: 2, batchSize: 64, seed: 3 };

describe("extendRanker", () => {
  test("does not change the scores of known items, even for rows with new features", async () => {
    const { ranker } = await trainRanker(old, { hidden: 16, epochs: 2, threads: 1 });
    const extended = extendRanker(ranker, { features: 43, items: 36 });
    const scores = ranker.scores(old.features);
    const grown = extended.scores(old.features);
    for (let row = 0; row < old.numRows; row++) {
      expect(grown.subarray(36 * row, 36 * row + 30)).toEqual(scores.subarray(30 * row, 30 * row + 30));
    }
    expect(extended.scores({ indices: [1, 42] }).subarray(0, 30)).toEqual(ranker.scores({ indices: [1] }));
    expect([extended.steps, extended.seed, extended.hidden]).toEqual([ranker.steps, ranker.seed, 16]);
  });

  test("gives a new item the mean score of the known items", () => {
    const ranker = createRanker({ ...tinySizes, seed: 4 });
    const row = { indices: [2, 7], values: [1, -0.5] };
    const scores = ranker.scores(row);
    const mean = scores.reduce((sum, score) => sum + score / scores.length, 0);
    expect(extendRanker(ranker, { items: 31 }).scores(row)[30]).toBeCloseTo(mean, 6);
  });

  test("rejects fewer features or items, and different names", () => {
    const ranker = createRanker({ features: 2, items: 2, hidden: 4, itemNames: ["tea", "milk"] });
    expect(() => extendRanker(ranker, { items: 1 })).toThrow("items is 1; expected an integer of at least 2");
    expect(() => extendRanker(ranker, { items: 3, itemNames: ["milk", "tea", "ice"] })).toThrow(
      'itemNames[0] is "milk"; expected "tea", as in the ranker',
    );
    expect(() => extendRanker(ranker, { items: 3 })).toThrow("itemNames.length is 2; expected 3");
  });
});

describe("extendModel", () => {
  test("gives the same result if members are extended separately and then adopted", () =>
    inDirectory(async (folder) => {
      const model = await trainModel(join(folder, "old"), old, { hidden: 16, ...settings, members: 2 });
      const all = await extendModel(join(folder, "all"), model, data, settings);
      const trainMember = async (member: number): Promise<string> => {
        const directory = join(folder, `member-${member}`);
        const { members } = await extendModel(directory, model, data, { ...settings, member });
        expect(members.map(({ seed }) => seed)).toEqual([3 + member]);
        return directory;
      };
      const joined = await extendModel(join(folder, "joined"), model, data, { ...settings, trainMember });
      expect(modelBytes(joined).equals(modelBytes(all))).toBe(true);
      expect(joined.record).toEqual(all.record);
      await expect(extendModel(join(folder, "none"), model, data, { member: 2 })).rejects.toThrow(
        "member is 2; expected an integer from 0 to 1",
      );
    }));

  test("gives the same bytes for any number of threads, and adds up row and label counts", () =>
    inDirectory(async (folder) => {
      const model = await trainModel(join(folder, "old"), old, { hidden: 16, ...settings, members: 2 });
      const replay = { ...old, numLabels: 36 };
      const [one, two] = [
        await extendModel(join(folder, "1"), model, data, { ...settings, replay, threads: 1 }),
        await extendModel(join(folder, "2"), model, data, { ...settings, replay, threads: 2 }),
      ];
      expect(modelBytes(one).equals(modelBytes(two))).toBe(true);
      const counts = (rows: typeof old, item: number) => rows.labels.indices.filter((label) => label === item).length;
      const added = Array.from({ length: 36 }, (_, item) => counts(old, item) + counts(data, item));
      expect(one.record).toMatchObject({ rows: 350, labelCounts: added, extended: { replayShare: 0.2 } });
      expect(one.results[0].settings).toMatchObject({ refit: false, validation: 0, hiddenDropout: 0.6 });
    }));

  test("continues from the weights of the model instead of new weights", () =>
    inDirectory(async (folder) => {
      const model = await trainModel(join(folder, "old"), old, { hidden: 16, ...settings });
      const tiny = { ...settings, epochs: 1, learningRates: [1e-12], weightDecay: 0 };
      const [{ weights }] = (await extendModel(join(folder, "new"), model, data, tiny)).members;
      const [before] = model.members;
      expect(weights.input.weights).toEqual(before.weights.input.weights);
      expect(weights.output.weights.subarray(0, 30 * 16)).toEqual(before.weights.output.weights);
    }));

  test("resumes an ensemble only from the model that it extends", () =>
    inDirectory(async (folder) => {
      const place = join(folder, "old");
      const model = await trainModel(place, old, { hidden: 16, ...settings, members: 2 });
      const stop = new AbortController();
      const run = {
        signal: stop.signal,
        onProgress: ({ stage }: { stage: string }) => stage === "epoch" && stop.abort(),
      };
      await aborted(extendModel(place, model, data, { ...settings, ...run, replace: true }));
      await cp(place, join(folder, "copy"), { recursive: true });
      const other = await trainModel(join(folder, "other"), old, { hidden: 16, ...settings, seed: 8, members: 2 });
      await expect(resumeModel(place, data)).rejects.toThrow(`from is missing; expected the model ${place}`);
      await expect(resumeModel(place, data, { from: other })).rejects.toThrow(
        "has changed since the training run began",
      );
      const resumed = await resumeModel(place, data, { from: await loadModel(place) });
      const whole = await extendModel(join(folder, "whole"), model, data, settings);
      expect(modelBytes(resumed).equals(modelBytes(whole))).toBe(true);
    }));

  test("rejects several learning rates, and a directory that contains a model, before it writes anything", () =>
    inDirectory(async (folder) => {
      const model = await trainModel(join(folder, "old"), old, { hidden: 16, ...settings });
      const several = { learningRates: [1e-2, 1e-3], validation: 0.1 };
      await expect(extendModel(join(folder, "new"), model, data, several)).rejects.toThrow("pass one learning rate");
      await expect(extendModel(join(folder, "old"), model, data)).rejects.toThrow("replace: true");
      expect(modelBytes(await loadModel(join(folder, "old"))).equals(modelBytes(model))).toBe(true);
    }));
});
