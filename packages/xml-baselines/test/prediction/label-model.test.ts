import { select } from "@tierwise/datasets-xml";
import { topK } from "@tierwise/metrics";
import { trainLeml, trainSleec } from "@tierwise/xml-baselines";
import { describe, expect, test } from "vitest";
import { topicDataset } from "../random-dataset.ts";

const data = topicDataset(40, 3, 2);

describe.each([
  ["LEML", trainLeml],
  ["SLEEC", trainSleec],
] as const)("%s", async (_, train) => {
  const model = await train(data, { threads: 1 });
  const { features } = data;

  const rowsOf = (from: number, to: number) =>
    select(
      data,
      Array.from({ length: to - from }, (_, i) => from + i),
    ).features;

  test("has the same numbers of features and labels as the data", () => {
    expect(model).toMatchObject({ featureCount: 15, itemCount: 6 });
  });

  test("scoring some of the rows gives the same scores as scoring all rows", () => {
    const whole = model.scores(features);
    expect(whole.length).toBe(40 * 6);
    const part = model.scores(rowsOf(10, 15));
    expect(part.length).toBe(5 * 6);
    for (let i = 0; i < part.length; i++) expect(part[i]).toBeCloseTo(whole[60 + i], 6);
    expect(model.scores(rowsOf(3, 3)).length).toBe(0);
  });

  test("rankings are sorted by score and contain each label at most once", async () => {
    const [all, { k, items, scores }] = [model.scores(features), await model.rank(features, { k: 100 })];
    expect(k).toBe(6);
    expect(items.length).toBe(40 * 6);
    for (let row = 0; row < 40; row++) {
      const best = items.subarray(6 * row, 6 * row + 6);
      expect(best).toEqual(topK(all.subarray(6 * row, 6 * row + 6), 6));
      for (let i = 0; i < 6; i++) expect(scores[6 * row + i]).toBe(all[6 * row + best[i]]);
      for (let i = 1; i < 6; i++) expect(scores[6 * row + i]).toBeLessThanOrEqual(scores[6 * row + i - 1]);
    }
    expect((await model.rank(rowsOf(3, 9), { k: 2 })).items.length).toBe(12);
    expect((await model.rank(rowsOf(3, 3), { k: 2 })).items.length).toBe(0);
  });

  test("`rank` respects `exclude` and `candidates`", async () => {
    const { items } = await model.rank(features, { k: 3, exclude: data.labels, candidates: [4, 0, 2] });
    for (let row = 0; row < 40; row++) {
      // Each row has the even label of its topic; that label is excluded.
      const expected = [0, 2, 4].filter((label) => label !== 2 * (row % 3));
      expect([...items.subarray(3 * row, 3 * row + 2)].sort()).toEqual(expected);
      expect(items[3 * row + 2]).toBe(-1);
    }
  });

  test("`rank` reports progress and can be aborted", async () => {
    const told: unknown[] = [];
    await model.rank(features, { k: 1, onProgress: (progress) => told.push(progress) });
    expect(told).toEqual([{ stage: "ranking", done: 40, total: 40 }]);
    await expect(model.rank(features, { k: 1, signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: "AbortError",
    });
  });

  test("errors name the invalid argument", async () => {
    await expect(model.rank(features, { k: 0 })).rejects.toThrow("k is 0; expected a positive integer");
    const wrong = { ...features, indices: features.indices.slice().fill(15, 4, 5) };
    expect(() => model.scores(wrong)).toThrow("rows.indices[4] is 15; expected an integer from 0 to 14");
    await expect(model.rank(wrong, { k: 1 })).rejects.toThrow(
      "rows.indices[4] is 15; expected an integer from 0 to 14",
    );
    const values = features.values.slice().fill(Number.NaN, 2, 3);
    expect(() => model.scores({ ...features, values })).toThrow("rows.values[2] is NaN; expected a finite number");
  });

  test("rejects an invalid training set", async () => {
    const none = { indptr: new Int32Array(1), indices: new Int32Array(0) };
    const empty = { ...data, numRows: 0, labels: none, features: { ...none, values: new Float32Array(0) } };
    await expect(train(empty)).rejects.toThrow("data.numRows is 0; expected a positive integer");
    await expect(train({ ...data, numLabels: 5 })).rejects.toThrow(
      /data\.labels\.indices\[\d+\] is 5; expected an integer from 0 to 4/,
    );
    await expect(train({ ...data, numRows: 39 })).rejects.toThrow("data.features.indptr has length 41; expected 40");
    const indptr = data.labels.indptr.slice();
    indptr[3] = 0;
    await expect(train({ ...data, labels: { ...data.labels, indptr } })).rejects.toThrow("data.labels.indptr[3] is 0");
    const labels = { ...data.labels, indices: data.labels.indices.subarray(0, 5) };
    await expect(train({ ...data, labels })).rejects.toThrow(
      "data.labels.indptr ends at 63; expected at most 5, the number of entries",
    );
  });
});
