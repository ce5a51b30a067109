import { expect, test } from "vitest";
import { extendVocabulary, type LabeledRows, matchRows } from "../../src/index.ts";

/** One row per label, each with the feature that has the same number. */
function diagonal(count: number): LabeledRows {
  const each = Int32Array.from({ length: count }, (_, i) => i);
  const indptr = Int32Array.from({ length: count + 1 }, (_, i) => i);
  const features = { indptr, indices: each, values: new Float32Array(count).fill(1) };
  return { numRows: count, numFeatures: count, numLabels: count, features, labels: { indptr, indices: each } };
}

const model = {
  ...{ title: "the model m", featureCount: 2, itemCount: 2 },
  ...{ featureNames: ["a+", "b+"], itemNames: ["a", "b"], itemTitles: ["Ay", "Bee"], featureItems: [0, 1] },
};

test("known names keep their numbers regardless of order, and new names follow", () => {
  const vocabulary = { featureNames: ["c+", "b+", "a+"], itemNames: ["b", "c", "a"], featureItems: [1, 0, 2] };
  const file = { path: "new.txt", rows: diagonal(3), vocabulary };
  const extended = extendVocabulary(file, model);
  expect(extended).toEqual({
    vocabulary: {
      featureNames: ["a+", "b+", "c+"],
      itemNames: ["a", "b", "c"],
      itemTitles: ["Ay", "Bee", "c"],
      featureItems: [0, 1, 2],
    },
    ...{ featureCount: 3, itemCount: 3, newFeatures: 1, newItems: 1 },
  });
  const { featureCount, itemCount } = extended;
  const { rows, note } = matchRows(file, { ...extended.vocabulary, title: "the model", featureCount, itemCount });
  expect([[...rows.features.indices], [...rows.labels.indices], note]).toEqual([[2, 1, 0], [1, 2, 0], undefined]);
});

test("without names, numbers beyond the sizes of the model are new, and earlier rows match the extended model", () => {
  const numbered = { title: "the model m", featureCount: 2, itemCount: 2, itemNames: ["a", "b"] };
  const rows = diagonal(3);
  const { vocabulary, ...sizes } = extendVocabulary({ path: "new.txt", rows, vocabulary: undefined }, numbered);
  expect([vocabulary, sizes.newFeatures, sizes.newItems]).toEqual([{ itemNames: ["a", "b", "2"] }, 1, 1]);
  const before = { path: "old.txt", rows: diagonal(2), vocabulary: undefined };
  const target = { title: "the model m", ...sizes };
  const least = { featureCount: 2, itemCount: 2 };
  expect(matchRows(before, { ...target, least }).rows).toMatchObject({ numFeatures: 3, numLabels: 3, numRows: 2 });
  expect(() => matchRows(before, target)).toThrow("found 2 features and 2 labels; expected 3 and 3");
});

test("rejects fewer features or items than in the model, and names in only the model or only the file", () => {
  const { itemNames: _, featureNames: __, ...numbered } = model;
  const file = { path: "new.txt", rows: diagonal(1), vocabulary: undefined };
  expect(() => extendVocabulary(file, numbered)).toThrow("found 1 features and 1 labels; expected at least 2 and 2");
  expect(() => extendVocabulary(file, model)).toThrow("its features and items are only numbered");
  const named = { ...file, vocabulary: { featureNames: ["a+"] } };
  expect(() => extendVocabulary(named, numbered)).toThrow("are only numbered");
});
