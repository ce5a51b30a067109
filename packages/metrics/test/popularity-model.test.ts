import { expect, test } from "vitest";
import { popularityModel } from "../src/index.ts";
import { csr } from "./csr.ts";

const rows = csr([[0], [], [1]]);

test("popularityModel ranks every row by count, then index", async () => {
  const model = popularityModel([2, 9, 0, 9, 5]);
  const { k, items, scores } = await model.rank(rows, { k: 4 });
  expect(k).toBe(4);
  expect([...items]).toEqual([1, 3, 4, 0, 1, 3, 4, 0, 1, 3, 4, 0]);
  expect([...scores.subarray(8)]).toEqual([9, 9, 5, 2]);
  expect([...model.scores(csr([[], [3]]))]).toEqual([2, 9, 0, 9, 5, 2, 9, 0, 9, 5]);
});

test("popularityModel omits excluded items and items that are not candidates", async () => {
  const model = popularityModel([2, 9, 0, 9, 5]);
  const exclude = csr([[1], [], [0, 1, 3]]);
  const { items, scores } = await model.rank(rows, { k: 2, exclude, candidates: [0, 1, 3] });
  expect([...items]).toEqual([3, 0, 1, 3, -1, -1]);
  expect([...scores]).toEqual([9, 2, 9, 9, Number.NaN, Number.NaN]);
});

test("popularityModel has sizes and names, reports progress and can be canceled", async () => {
  const model = popularityModel([1, 2], { featureCount: 7, itemNames: ["a", "b"] });
  expect(model).toMatchObject({ featureCount: 7, itemCount: 2, itemNames: ["a", "b"] });
  const seen: unknown[] = [];
  await model.rank(rows, { k: 9, onProgress: (progress) => seen.push(progress) });
  expect(seen).toEqual([{ stage: "ranking", done: 3, total: 3 }]);
  await expect(model.rank(rows, { k: 1, signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
});

test("popularityModel names the invalid argument in its errors", async () => {
  expect(() => popularityModel([1, -1])).toThrow("labelCounts[1] is -1; expected a nonnegative integer");
  expect(() => popularityModel([1, 1], { itemNames: ["a"] })).toThrow("itemNames has length 1; expected 2");
  await expect(popularityModel([1]).rank(rows, { k: 0.5 })).rejects.toThrow("k is 0.5; expected a positive integer");
});
