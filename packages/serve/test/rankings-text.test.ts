import { expect, test } from "vitest";
import { createItemLookup } from "../src/models/item-lookup.ts";
import { rankingsText } from "../src/routes/rankings-text.ts";

const names = ['a "quoted" name', "back\\slash", "tab\tand\u2028line", "日本 🍵", "</script>", ""];
const job = {
  rowCount: 2,
  indices: [],
  values: [],
  indptr: [0, 0, 0],
  k: 3,
  candidates: undefined,
  exclude: undefined,
};
const answer = (scores: number[], items = [3, 0, 1, -1, 2, 4, 5, 0]) =>
  rankingsText(
    { name: 'm"', version: "v\n", items: createItemLookup(names.length, names) },
    { job, unknownFeatures: [2, 5] },
    { start: 0, stride: 4, items: Int32Array.from(items), scores: Float64Array.from(scores) },
  );

test("the text is valid JSON for all characters in names and all magnitudes of scores", () => {
  const scores = [1e300, 0.1, -1e-7, Number.NaN, 5e-324, -0, -123456789.125, 7];
  const item = (index: number, place: number) => ({ item: index, name: names[index], score: scores[place] + 0 });
  expect(JSON.parse(answer(scores))).toEqual({
    model: 'm"',
    version: "v\n",
    rows: [
      { items: [item(3, 0), item(0, 1), item(1, 2)], unknownFeatures: 2 },
      { items: [item(2, 4), item(4, 5), item(5, 6)], unknownFeatures: 5 },
    ],
    unknownFeatures: 7,
  });
});

test("a row in the text ends at the first unused position", () => {
  const { rows } = JSON.parse(answer([1, 2, 3, 4, 5, 6, 7, 8], [3, -1, 1, 1, -1, 0, 0, 0]));
  expect(rows.map(({ items }: { items: unknown[] }) => items.length)).toEqual([1, 0]);
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])("rejects the score %s", (score) => {
  expect(() => answer([1, score, 3, 4, 5, 6, 7, 8])).toThrow("scores overflow");
});
