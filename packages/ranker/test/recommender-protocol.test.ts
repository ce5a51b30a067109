import { generateRatings, parseRatings, recommenderRows } from "@tierwise/data";
import { expect, test } from "vitest";
import { inContentOrder } from "../src/data/content-order.ts";
import { prepareData } from "../src/data/training-data.ts";
import { createRanker, evaluate, seenItems, train, trainRanker } from "../src/index.ts";
import { prepareRows } from "../src/training/prepare.ts";
import { resolveSettings } from "../src/training/train-options.ts";

const ratings = parseRatings(generateRatings({ userCount: 200, itemCount: 24, ratingsPerUser: 12, seed: 2 }));
const { train: rows, test: held, vocabulary } = recommenderRows(ratings, { liked: 4, testUsers: 0.2, seed: 1 });
const { featureItems } = vocabulary;
const shape = { features: rows.numFeatures, items: rows.numLabels };

test("the rows of a group are never in both training and validation, for any seed", () => {
  for (let seed = 0; seed < 20; seed++) {
    const settings = resolveSettings({ validation: 0.25, seed });
    const { data, rows: split } = prepareRows(createRanker({ ...shape, hidden: 4 }), rows, {}, settings);
    const groupsOf = (part: Int32Array): Set<number | undefined> =>
      new Set(Array.from(part, (row) => data.groups?.[row]));
    const [training, validation] = [groupsOf(split.train), groupsOf(split.validation)];
    expect(
      [...validation].filter((group) => training.has(group)),
      `seed ${seed}`,
    ).toEqual([]);
    expect(validation.size).toBe(Math.round(0.25 * new Set(rows.groups).size));
    expect(split.train.length + split.validation.length).toBe(rows.numRows);
  }
});

test("sorting rows by content keeps their groups, even for identical rows", () => {
  const twice = {
    numRows: 4,
    numFeatures: 2,
    numLabels: 2,
    features: {
      indptr: Int32Array.of(0, 1, 2, 3, 4),
      indices: Int32Array.of(0, 1, 0, 1),
      values: Float32Array.of(1, 1, 1, 1),
    },
    labels: { indptr: Int32Array.of(0, 1, 2, 3, 4), indices: Int32Array.of(0, 1, 0, 1) },
  };
  const ordered = (groups: Int32Array) =>
    inContentOrder(prepareData({ ...twice, groups }, { featureCount: 2, itemCount: 2 })).groups;
  // Rows 0 and 2 are identical, and so are rows 1 and 3: exchanging their groups changes nothing.
  expect(ordered(Int32Array.of(7, 8, 9, 6))).toEqual(ordered(Int32Array.of(9, 6, 7, 8)));
});

test("rejects groups whose length differs from the number of rows", () => {
  const wrong = { ...rows, groups: Int32Array.of(1, 2) };
  expect(() => prepareData(wrong, { featureCount: rows.numFeatures, itemCount: rows.numLabels })).toThrow(
    `groups.length is 2; expected ${rows.numRows}`,
  );
});

test("validation with `seen: exclude` reports the same metrics as `evaluate` without the seen items", async () => {
  const options = { hidden: 8, epochs: 2, refit: false, validation: held, seed: 3, threads: 1, featureItems } as const;
  const { ranker, result } = await trainRanker(rows, { ...options, seen: "exclude", epochs: 1 });
  const exclude = seenItems(vocabulary, held.features);
  const { precision, ndcg } = await evaluate(ranker, held, { ks: [1, 3, 5], exclude });
  // The results differ by rounding, because validation in training adds up the rows in a different order.
  for (const k of [1, 3, 5]) {
    expect(result.history[0].validation?.precision[k]).toBeCloseTo(precision[k], 12);
    expect(result.history[0].validation?.ndcg[k]).toBeCloseTo(ndcg[k], 12);
  }
  const including = await trainRanker(rows, { ...options, epochs: 1 });
  expect(Math.abs((including.result.history[0].validation?.ndcg[3] ?? 0) - ndcg[3])).toBeGreaterThan(0.001);
  // Whether validation excludes seen items does not affect the training steps.
  expect(including.result.history[0].loss).toBe(result.history[0].loss);
});

test("a row with fewer unseen items than the cutoff is ranked without padding", async () => {
  const all = recommenderRows(parseRatings("ann,a,5\nann,b,5\nann,c,1\nbob,a,5\nbob,b,1\nbob,c,5\n"), {
    liked: 4,
    testUsers: 0,
  });
  const options = { hidden: 4, epochs: 1, refit: false, validation: all.train, threads: 1 } as const;
  const { result } = await trainRanker(all.train, { ...options, ...all.vocabulary, seen: "exclude" });
  // Two of three items are seen, so the only unseen item, which is relevant, comes first.
  expect(result.history[0].validation?.precision[1]).toBe(1);
});

test("rejects `seen: exclude` without `featureItems`", async () => {
  const ranker = createRanker({ ...shape, hidden: 4 });
  await expect(train(ranker, rows, { seen: "exclude", threads: 1 })).rejects.toThrow("featureItems is missing");
  expect(() => resolveSettings({ seen: "never" as "exclude" })).toThrow(
    'seen is "never"; expected "exclude" or "include"',
  );
});
