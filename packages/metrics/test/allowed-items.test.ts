import { expect, test } from "vitest";
import { allowedItems, popularityModel, type RankOptions, rankRows } from "../src/index.ts";
import { csr } from "./csr.ts";

test("allowedItems sorts the candidates, limits k to the number of items and returns the excluded items unchanged", () => {
  const exclude = csr([[3, 0], []]);
  const candidates = [4, 0, 2];
  expect(allowedItems({ k: 9, candidates, exclude }, 2, 5)).toEqual({
    k: 5,
    candidates: Int32Array.of(0, 2, 4),
    exclude,
  });
  expect(candidates).toEqual([4, 0, 2]);
  expect(allowedItems({ k: 2 }, 3, 5)).toEqual({ k: 2, candidates: undefined, exclude: undefined });
  expect(allowedItems({ k: 1, candidates: [] }, 1, 5).candidates).toHaveLength(0);
});

const refused: [string, RankOptions][] = [
  ["k is 0; expected a positive integer", { k: 0 }],
  ["k is -1; expected a positive integer", { k: -1 }],
  ["k is 1.5; expected a positive integer", { k: 1.5 }],
  ["k is NaN; expected a positive integer", { k: Number.NaN }],
  ["candidates[1] is 5; expected an item from 0 to 4", { k: 1, candidates: [3, 5] }],
  ["candidates[0] is -1; expected an item from 0 to 4", { k: 1, candidates: [-1] }],
  ["candidates[0] is 0.5; expected an item from 0 to 4", { k: 1, candidates: [0.5] }],
  ["candidates contains item 3 twice", { k: 1, candidates: [3, 1, 3] }],
  ["the number of rows in exclude is 1; expected 2, the number of rows to rank", { k: 1, exclude: csr([[]]) }],
  ["exclude.indices[2] is 5; expected an item from 0 to 4", { k: 1, exclude: csr([[1, 2], [5]]) }],
];

test.each(refused)("allowedItems rejects invalid options: %s", (message, options) => {
  expect(() => allowedItems(options, 2, 5)).toThrow(new RangeError(message));
});

test.each(refused)("rankRows and the popularity model reject invalid options: %s", async (message, options) => {
  const score = () => expect.unreachable();
  await expect(rankRows({ rowCount: 2, itemCount: 5, score, blockRows: 1 }, options)).rejects.toThrow(message);
  await expect(popularityModel([1, 2, 3, 4, 5]).rank(csr([[], []]), options)).rejects.toThrow(message);
});
