import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  graphFromComparisons,
  graphFromRankings,
  graphFromRatings,
  maximalOrderedPartition,
  preferenceFromGraph,
} from "../src/index.ts";
import { transitiveClosure } from "./brute-force.ts";

describe("graphFromComparisons", () => {
  const comparisons: [number, number][] = [
    [4, 2],
    [2, 4],
    [4, 2],
    [2, 7],
    [7, 2],
    [9, 7],
  ];
  test("returns every comparison once, and the items in order of occurrence", () => {
    expect(graphFromComparisons(comparisons.slice(2, 4).concat(comparisons.slice(2)))).toEqual({
      items: [4, 2, 7, 9],
      edges: [
        [4, 2],
        [2, 7],
        [7, 2],
        [9, 7],
      ],
    });
    expect(graphFromComparisons([])).toEqual({ items: [], edges: [] });
  });

  test("keeps both directions of a contradiction, which then form a cycle, or keeps only the more frequent direction", () => {
    expect(() => maximalOrderedPartition(graphFromComparisons(comparisons))).toThrow("edges has a cycle of 2 items");
    // 2 and 7 were compared once in each direction, so both edges are dropped, but 7 remains an item.
    expect(graphFromComparisons(comparisons, { contradictions: "majority" })).toEqual({
      items: [4, 2, 7, 9],
      edges: [
        [4, 2],
        [9, 7],
      ],
    });
    expect(() => graphFromComparisons([], { contradictions: "drop" as "kept" })).toThrow(
      'contradictions is "drop"; expected "kept" or "majority"',
    );
  });
});

describe("graphFromRankings", () => {
  test("puts each item, or each set of tied items, above the next, and joins rankings at common items", () => {
    const graph = graphFromRankings([[5, [1, 2], 8], Int32Array.of(8, 3), [[1, 2], []], [6]]);
    expect(graph.items).toEqual([5, 1, 2, 8, 3, 6]);
    expect(graph.edges).toEqual([
      [5, 1],
      [5, 2],
      [1, 8],
      [2, 8],
      [8, 3],
    ]);
    expect(preferenceFromGraph(graph).tiers).toEqual([[5], [1, 2], [8], [3]]);
  });

  test("one full ranking gives one tier per item, in the same order", () => {
    const ranking = [3, 1, 4, 0, 5, 9, 2, 6];
    expect(preferenceFromGraph(graphFromRankings([ranking])).tiers).toEqual(ranking.map((item) => [item]));
  });

  test("returns a cycle for rankings that contradict each other, and rejects a repeated item", () => {
    expect(() =>
      maximalOrderedPartition(
        graphFromRankings([
          [0, 1, 2],
          [2, 0],
        ]),
      ),
    ).toThrow("edges has a cycle of ");
    expect(() =>
      graphFromRankings([
        [0, 1],
        [2, [3, 2]],
      ]),
    ).toThrow("rankings[1] contains item 2 twice");
  });
});

describe("graphFromRatings", () => {
  const ratings = fc
    .array(fc.integer({ min: 1, max: 10 }), { maxLength: 10 })
    .map((stars) => stars.map((star, i): [number, number] => [7 * i, star / 2]));

  test.each([0, 0.5, 1, 1.5, 2.5])("puts an item above exactly the items rated worse by at least %d", (margin) => {
    fc.assert(
      fc.property(ratings, fc.constantFrom("higher" as const, "lower" as const), (rated, better) => {
        const { items, edges } = graphFromRatings(rated, { margin, better });
        expect(items).toEqual(rated.map(([item]) => item));
        const above = transitiveClosure(items, edges);
        for (const [i, [, a]] of rated.entries()) {
          for (const [j, [, b]] of rated.entries()) {
            const lead = better === "higher" ? a - b : b - a;
            expect(above[i][j]).toBe(lead > 0 && lead >= margin);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  test("without a margin, returns only the edges to the next lower rating", () => {
    const { edges } = graphFromRatings([
      [0, 3],
      [1, 5],
      [2, 1],
      [3, 3],
    ]);
    expect(edges).toEqual([
      [1, 0],
      [1, 3],
      [0, 2],
      [3, 2],
    ]);
  });

  test("rejects invalid arguments", () => {
    expect(() => graphFromRatings([[0, Number.NaN]])).toThrow("ratings[0][1] is NaN; expected a finite number");
    expect(() =>
      graphFromRatings([
        [3, 1],
        [3, 2],
      ]),
    ).toThrow("ratings[1] rates item 3 a second time");
    expect(() => graphFromRatings([], { margin: -1 })).toThrow("margin is -1; expected a nonnegative number");
    expect(() => graphFromRatings([], { better: "best" as "lower" })).toThrow(
      'better is "best"; expected "higher" or "lower"',
    );
  });
});
