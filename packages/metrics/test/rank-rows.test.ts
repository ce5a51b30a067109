import { describe, expect, test } from "vitest";
import { rankRows, topK } from "../src/index.ts";
import { csr } from "./csr.ts";

const [rowCount, itemCount] = [7, 40];
/** There are only a few distinct scores, so that many items are tied. */
const scores = Float32Array.from({ length: rowCount * itemCount }, (_, i) => ((i * 7919) % 23) / 4);
const rowOf = (row: number): Float32Array => scores.subarray(row * itemCount, (row + 1) * itemCount);
const score = (from: number, to: number, out: Float32Array): void =>
  out.set(scores.subarray(from * itemCount, to * itemCount));
const rows = { rowCount, itemCount, score };

/** The best allowed items, found by sorting all of them. */
function sorted(row: number, k: number, allows: (item: number) => boolean): number[] {
  const items = Array.from({ length: itemCount }, (_, item) => item).filter(allows);
  const best = items.sort((a, b) => rowOf(row)[b] - rowOf(row)[a] || a - b).slice(0, k);
  return [...best, ...Array<number>(k - best.length).fill(-1)];
}

describe.each([1, 3, 256])("rankRows in blocks of %i rows", (blockRows) => {
  test("returns the top k items of every row with their scores", async () => {
    const { k, items, scores: best } = await rankRows({ ...rows, blockRows }, { k: 6 });
    expect(k).toBe(6);
    for (let row = 0; row < rowCount; row++) {
      const expected = topK(rowOf(row), 6);
      expect(items.slice(row * 6, row * 6 + 6)).toEqual(expected);
      expect([...best.slice(row * 6, row * 6 + 6)]).toEqual(Array.from(expected, (item) => rowOf(row)[item]));
    }
  });

  test("omits excluded items and items that are not candidates", async () => {
    const excluded = Array.from({ length: rowCount }, (_, row) =>
      [row, 2 * row + 1, 39, 39 - row].filter((_, i) => i < row),
    );
    const candidates = [39, 0, 1, 5, 4, 3, 2, 20, 35, 36];
    for (const given of [undefined, candidates]) {
      const options = { k: 9, exclude: csr(excluded), ...(given && { candidates: given }) };
      const { items, scores: best } = await rankRows({ ...rows, blockRows }, options);
      for (let row = 0; row < rowCount; row++) {
        const allows = (item: number) => !excluded[row].includes(item) && (given?.includes(item) ?? true);
        const expected = sorted(row, 9, allows);
        expect([...items.slice(row * 9, row * 9 + 9)]).toEqual(expected);
        expect([...best.slice(row * 9, row * 9 + 9)]).toEqual(
          expected.map((item) => (item < 0 ? Number.NaN : rowOf(row)[item])),
        );
      }
    }
  });
});

test("rankRows limits k to the number of items", async () => {
  const { k, items } = await rankRows({ rowCount: 1, itemCount: 2, score: (_, __, out) => out.set([1, 2]) }, { k: 5 });
  expect(k).toBe(2);
  expect([...items]).toEqual([1, 0]);
});

test("rankRows returns no rankings if there are no rows", async () => {
  const { k, items } = await rankRows({ rowCount: 0, itemCount: 3, score: () => {} }, { k: 2 });
  expect([k, items.length]).toEqual([2, 0]);
});

test("rankRows reports progress and can be canceled between blocks", async () => {
  const cancel = new AbortController();
  const seen: unknown[] = [];
  const onProgress = (progress: { readonly done: number }): void => {
    seen.push(progress);
    if (progress.done === 4) setTimeout(() => cancel.abort(new Error("enough")), 0);
  };
  const slow = {
    ...rows,
    blockRows: 2,
    score: (from: number, to: number, out: Float32Array) => {
      // Wait until after the next timers.
      for (const start = performance.now(); performance.now() < start + 5; );
      score(from, to, out);
    },
  };
  await expect(rankRows(slow, { k: 1, onProgress, signal: cancel.signal })).rejects.toThrow("enough");
  expect(seen.slice(0, 2)).toEqual([2, 4].map((done) => ({ stage: "ranking", done, total: 7 })));
  expect(seen.length).toBeLessThan(4);
  await expect(rankRows(slow, { k: 1, signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
});

test("rankRows names the invalid argument in its errors", async () => {
  await expect(rankRows(rows, { k: 0 })).rejects.toThrow("k is 0; expected a positive integer");
  await expect(rankRows(rows, { k: 1, candidates: [3, 40] })).rejects.toThrow(
    "candidates[1] is 40; expected an item from 0 to 39",
  );
  await expect(rankRows(rows, { k: 1, candidates: [3, 3] })).rejects.toThrow("candidates contains item 3 twice");
  await expect(rankRows(rows, { k: 1, exclude: csr([[]]) })).rejects.toThrow(
    "the number of rows in exclude is 1; expected 7",
  );
  const exclude = csr([[], [1, -1], [], [], [], [], []]);
  await expect(rankRows(rows, { k: 1, exclude })).rejects.toThrow("exclude.indices[1] is -1; expected an item from 0");
});
