import { trainLeml, trainSleec } from "@tierwise/xml-baselines";
import { describe, expect, test } from "vitest";
import { topicDataset } from "./random-dataset.ts";

const data = topicDataset(40, 3, 2);

describe.each([
  ["LEML", trainLeml],
  ["SLEEC", trainSleec],
] as const)("%s", async (_, train) => {
  const model = await train(data, { threads: 1 });
  const { features } = data;

  test("a range is a part of the whole", () => {
    const whole = model.scores(features);
    expect(whole.length).toBe(40 * 6);
    const out = new Float32Array(5 * 6);
    expect(model.scores(features, { from: 10, to: 15, out })).toBe(out);
    for (let i = 0; i < out.length; i++) expect(out[i]).toBeCloseTo(whole[60 + i], 6);
  });

  test("topK is sorted by score, and no longer than there are labels", () => {
    const [scores, best] = [model.scores(features, { to: 1 }), model.topK(features, 100, { to: 1 })];
    expect(best.length).toBe(6);
    for (let i = 1; i < 6; i++) expect(scores[best[i]]).toBeLessThanOrEqual(scores[best[i - 1]]);
    expect(model.topK(features, 2, { from: 3, to: 9 }).length).toBe(12);
    expect(model.topK(features, 2, { from: 3, to: 3 }).length).toBe(0);
  });

  test("mistakes are named", () => {
    expect(() => model.topK(features, 0)).toThrow("k is 0; expected an integer of at least 1");
    expect(() => model.scores(features, { from: 3, to: 2 })).toThrow("rows 3 to 2 are not a range of the 40 rows");
    expect(() => model.scores(features, { to: 41 })).toThrow("rows 0 to 41 are not a range of the 40 rows");
    expect(() => model.scores(features, { out: new Float32Array(3) })).toThrow("out has 3 elements; expected 240");
    const wrong = { ...features, indices: features.indices.slice().fill(15, 4, 5) };
    expect(() => model.scores(wrong)).toThrow("features.indices[4] is 15; expected 0 to 14");
    const values = features.values.slice().fill(Number.NaN, 2, 3);
    expect(() => model.scores({ ...features, values })).toThrow("features.values[2] is NaN; expected a finite number");
  });

  test("a training set that is not sound is refused", async () => {
    const none = { indptr: new Int32Array(1), indices: new Int32Array(0) };
    const empty = { ...data, numRows: 0, labels: none, features: { ...none, values: new Float32Array(0) } };
    await expect(train(empty)).rejects.toThrow("data.numRows is 0; expected an integer of at least 1");
    await expect(train({ ...data, numLabels: 5 })).rejects.toThrow(
      /data\.labels\.indices\[\d+\] is 5; expected 0 to 4/,
    );
    await expect(train({ ...data, numRows: 39 })).rejects.toThrow("data.features.indptr has 41 offsets; expected 40");
    const indptr = data.labels.indptr.slice();
    indptr[3] = 0;
    await expect(train({ ...data, labels: { ...data.labels, indptr } })).rejects.toThrow("data.labels.indptr[3] is 0");
    const labels = { ...data.labels, indices: data.labels.indices.subarray(0, 5) };
    await expect(train({ ...data, labels })).rejects.toThrow("there are 5 entries");
  });
});
