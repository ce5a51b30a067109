import { topK } from "@tierwise/metrics";
import { describe, expect, test } from "vitest";
import { createEnsemble, createRanker, type Ranker } from "../src/index.ts";
import { tinyData } from "./tiny-data.ts";

/** The number of items, which fill two panels and part of a third. */
const items = 2 * 32_768 + 1000;
const rows = tinyData(5).features;
const members = [1, 2].map((seed) => createRanker({ features: 40, hidden: 8, items, seed }));
// Items with equal weights in every network have equal scores, even in different panels.
for (const { weights } of members) {
  for (const [from, to] of [
    [3, 40_000],
    [3, 66_000],
    [50, 32_768],
  ]) {
    weights.output.weights.copyWithin(to * 8, from * 8, (from + 1) * 8);
    weights.output.bias[from] = weights.output.bias[to] = 9;
  }
}

/** The ranking of each row, computed from all of its scores at once. */
function expectedItems(
  model: Pick<Ranker, "scores">,
  k: number,
  allowed: (row: number, item: number) => boolean,
): number[] {
  const scores = model.scores(rows);
  return Array.from({ length: 5 }, (_, row) => {
    const own = scores.slice(row * items, (row + 1) * items).map((score, item) => (allowed(row, item) ? score : -1e9));
    return Array.from(topK(own, k));
  }).flat();
}

describe.each([
  ["a ranker", members[0]],
  ["an ensemble", createEnsemble(members)],
])("%s with several panels of items", (_, model) => {
  test.each([1, 2])(
    "gives the same ranking as sorting all scores, with ties in item order, on %i threads",
    async (threads) => {
      const { items: found, scores } = await model.rank(rows, { k: 100, threads });
      expect(Array.from(found)).toEqual(expectedItems(model, 100, () => true));
      const all = model.scores(rows);
      for (const [i, item] of found.entries()) expect(scores[i]).toBe(all[Math.floor(i / 100) * items + item]);
      const rank = (item: number): number => found.indexOf(item);
      expect(rank(3)).toBeLessThan(rank(40_000));
      expect(rank(40_000)).toBeLessThan(rank(66_000));
      expect(rank(50)).toBeLessThan(rank(32_768));
    },
  );

  test("omits excluded items in every panel", async () => {
    const best = (await model.rank(rows, { k: 30, threads: 1 })).items;
    const indices = best.filter((__, i) => i % 2 === 0);
    const indptr = Int32Array.from({ length: 6 }, (__, row) => 15 * row);
    const { items: found } = await model.rank(rows, { k: 30, threads: 1, exclude: { indptr, indices } });
    const excluded = (row: number, item: number) => indices.subarray(15 * row, 15 * (row + 1)).includes(item);
    expect(Array.from(found)).toEqual(expectedItems(model, 30, (row, item) => !excluded(row, item)));
  });

  test("ranks more candidates than fit into a panel", async () => {
    const candidates = Int32Array.from({ length: 33_000 }, (__, i) => 2 * i);
    const { items: found } = await model.rank(rows, { k: 50, candidates, threads: 1 });
    expect(Array.from(found)).toEqual(expectedItems(model, 50, (__, item) => item % 2 === 0 && item < 66_000));
    expect(Array.from(model.topK(rows, 50, { candidates }))).toEqual(Array.from(found));
  });

  test("fills the places of missing items with −1 if a row has too few candidates", async () => {
    const candidates = Int32Array.of(5, 40_000, 66_001);
    const exclude = { indptr: Int32Array.of(0, 2, 2, 2, 2, 2), indices: Int32Array.of(5, 66_001) };
    const { items: found, k } = await model.rank(rows, { k: 3, candidates, exclude, threads: 1 });
    expect(Array.from(found.subarray(0, k))).toEqual([40_000, -1, -1]);
  });
});
