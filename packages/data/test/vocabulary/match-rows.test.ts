import { describe, expect, test } from "vitest";
import { alignRows, DatasetError, type LabeledRows, matchRows, type Vocabulary } from "../../src/index.ts";

/** Two rows. The first has the features hot = 1 and cold = 2 and the item tea; the second has sweet = 3, milk and tea. */
const rows: LabeledRows = {
  numRows: 2,
  numFeatures: 3,
  numLabels: 2,
  features: { indptr: Int32Array.of(0, 2, 3), indices: Int32Array.of(0, 1, 2), values: Float32Array.of(1, 2, 3) },
  labels: { indptr: Int32Array.of(0, 1, 3), indices: Int32Array.of(1, 0, 1) },
};
const own: Vocabulary = { featureNames: ["hot", "cold", "sweet"], itemNames: ["milk", "tea"] };

const target = (vocabulary: Vocabulary, featureCount = 3, itemCount = 2) => ({
  title: "the model m",
  featureCount: vocabulary.featureNames?.length ?? featureCount,
  itemCount: vocabulary.itemNames?.length ?? itemCount,
  ...vocabulary,
});
const match = (vocabulary: Vocabulary | undefined, model: Vocabulary, ...sizes: number[]) =>
  matchRows({ path: "day.txt", rows, vocabulary }, target(model, ...sizes));

/** Formats each row as `feature=value … → items`, with names. */
function spelled(
  { features, labels, numRows }: LabeledRows,
  { featureNames = [], itemNames = [] }: Vocabulary,
): string[] {
  return Array.from({ length: numRows }, (_, row) => {
    const entries = Array.from(
      features.indices.subarray(features.indptr[row], features.indptr[row + 1]),
      (feature, k) => `${featureNames[feature]}=${features.values[features.indptr[row] + k]}`,
    ).sort();
    const items = Array.from(
      labels.indices.subarray(labels.indptr[row], labels.indptr[row + 1]),
      (item) => itemNames[item],
    );
    return `${entries.join(" ")} → ${items.sort().join(" ")}`;
  });
}

describe("named rows", () => {
  const whole = ["cold=2 hot=1 → tea", "sweet=3 → milk tea"];
  test.each<[string, Vocabulary, string[], string | undefined]>([
    ["the same order", own, whole, undefined],
    ["another order", { featureNames: ["sweet", "hot", "cold"], itemNames: ["tea", "milk"] }, whole, undefined],
    [
      "more names",
      { featureNames: ["new", "cold", "sweet", "hot"], itemNames: ["a", "tea", "b", "milk"] },
      whole,
      undefined,
    ],
    [
      "fewer features",
      { featureNames: ["sweet", "hot"], itemNames: ["milk", "tea"] },
      ["hot=1 → tea", "sweet=3 → milk tea"],
      "day.txt: 1 of 3 features (1 of 3 entries) is unknown to the model m and left out",
    ],
    [
      "renamed features and items",
      { featureNames: ["hot", "icy", "sugary"], itemNames: ["cocoa", "tea"] },
      ["hot=1 → tea", " → tea"],
      "day.txt: 2 of 3 features (2 of 3 entries) and 1 of 2 items (1 of 3 labels) are unknown to the model m and left out",
    ],
  ])("are mapped to a model with %s", (_, model, expected, note) => {
    const found = match(own, model);
    expect([spelled(found.rows, model), found.note]).toEqual([expected, note]);
    expect([found.rows.numFeatures, found.rows.numLabels]).toEqual([
      model.featureNames?.length,
      model.itemNames?.length,
    ]);
  });
});

test("the columns of every row are in ascending order after matching, as the readers guarantee", () => {
  const { rows: found } = match(own, { featureNames: ["sweet", "cold", "hot"], itemNames: ["tea", "milk"] });
  expect([found.features.indices, found.labels.indices]).toEqual([Int32Array.of(1, 2, 0), Int32Array.of(0, 0, 1)]);
  expect(found.features.values).toEqual(Float32Array.of(2, 1, 3));
});

test("rows without names are used unchanged if the sizes agree", () => {
  expect(match(undefined, {}).rows).toBe(rows);
  expect(match(undefined, { itemNames: ["milk", "tea"] }).rows).toBe(rows);
});

describe("rejects", () => {
  test.each<[string, Vocabulary | undefined, Vocabulary, string]>([
    [
      "numbers where the model has names",
      undefined,
      own,
      'only numbered, but the model m has names for them ("hot", "cold", "sweet")',
    ],
    [
      "names where the model has numbers",
      own,
      {},
      'names ("hot", "cold", "sweet"), but those of the model m are only numbered',
    ],
    ["a file without any known feature", own, { featureNames: ["x"], itemNames: ["tea"] }, "none of its features"],
  ])("%s", (_, vocabulary, model, message) => {
    expect(() => match(vocabulary, model)).toThrow(DatasetError);
    expect(() => match(vocabulary, model)).toThrow(`day.txt: `);
    expect(() => match(vocabulary, model)).toThrow(message);
  });

  test("rejects unnamed rows whose sizes differ from the model's", () => {
    expect(() => match(undefined, {}, 4, 2)).toThrow(
      "day.txt: found 3 features and 2 labels; expected 4 and 2, as in the model m",
    );
  });

  test.each<[string, Vocabulary, Vocabulary, string]>([
    [
      "a feature twice in the model",
      own,
      { ...own, featureNames: ["hot", "hot", "x"] },
      'featureNames of the model contains "hot" twice',
    ],
    [
      "an item twice in the rows",
      { ...own, itemNames: ["tea", "tea"] },
      own,
      'itemNames of the rows contains "tea" twice',
    ],
    ["too few names", { ...own, itemNames: ["tea"] }, own, "itemNames of the rows has length 1; expected 2"],
    ["missing names", { featureNames: own.featureNames }, own, "itemNames of the rows is missing"],
  ])("%s", (_, from, to, message) => {
    expect(() => alignRows(rows, from, to)).toThrow(message);
  });
});
