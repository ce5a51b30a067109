import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CycleError, maximalOrderedPartition, type PreferenceGraph } from "../src/index.ts";
import { bruteForcePartition, transitiveClosure } from "./brute-force.ts";
import { randomGraphs } from "./random-graphs.ts";

const sorted = (tiers: readonly number[][]): number[][] => tiers.map((tier) => tier.toSorted((a, b) => a - b));

/** The edges of `"3>1 1>2"`. */
const pairs = (text: string): [number, number][] =>
  text.split(" ").map((edge) => edge.split(">").map(Number) as [number, number]);

describe("maximalOrderedPartition", () => {
  const cases: [string, PreferenceGraph, number[][]][] = [
    ["no items", { items: [], edges: [] }, []],
    ["one item", { items: [7], edges: [] }, [[7]]],
    ["items without edges form one tier", { items: [3, 1, 2], edges: [] }, [[3, 1, 2]]],
    ["a chain", { items: [1, 2, 3], edges: pairs("3>1 1>2") }, [[3], [1], [2]]],
    ["one item above all others", { items: [0, 1, 2], edges: pairs("1>0 1>2") }, [[1], [0, 2]]],
    ["one item below all others", { items: [0, 1, 2], edges: pairs("0>1 2>1") }, [[0, 2], [1]]],
    ["two unconnected pairs", { items: [0, 1, 2, 3], edges: pairs("0>1 2>3") }, [[0, 1, 2, 3]]],
    ["the N-shaped order", { items: [0, 1, 2, 3], edges: pairs("0>2 1>2 1>3") }, [[0, 1, 2, 3]]],
    ["an item without an edge leaves everything in one tier", { items: [0, 1, 2], edges: pairs("0>1") }, [[0, 1, 2]]],
    [
      "two items above two others",
      { items: [0, 1, 2, 3], edges: pairs("0>2 0>3 1>2 1>3") },
      [
        [0, 1],
        [2, 3],
      ],
    ],
    ["repeated edges", { items: [5, -5], edges: pairs("-5>5 -5>5 -5>5") }, [[-5], [5]]],
    [
      "repeated edges that do not replace a missing one",
      { items: [0, 1, 2, 3], edges: pairs("0>2 0>2 1>2 1>3") },
      [[0, 1, 2, 3]],
    ],
    ["edges in a typed array", { items: Int32Array.of(4, 5, 6), edges: Int32Array.of(6, 5, 6, 4) }, [[6], [4, 5]]],
    ["distant items", { items: [1e12, -1e12, 0], edges: pairs("0>1e12 1e12>-1e12") }, [[0], [1e12], [-1e12]]],
  ];
  test.each(cases)("%s", (_, graph, expected) => {
    expect(maximalOrderedPartition(graph)).toEqual(expected);
  });

  test("equals the brute-force partition for 6000 random graphs, with edges as pairs and as typed arrays", () => {
    const tierCounts = new Map<number, number>();
    let coarse = 0;
    fc.assert(
      fc.property(randomGraphs(12), ({ items, edges }) => {
        const tiers = maximalOrderedPartition({ items, edges });
        expect(sorted(tiers)).toEqual(bruteForcePartition(items, edges));
        expect(maximalOrderedPartition({ items, edges: Int32Array.from(edges.flat()) })).toEqual(tiers);
        tierCounts.set(tiers.length, (tierCounts.get(tiers.length) ?? 0) + 1);
        if (tiers.length > 1 && tiers.some((tier) => tier.length > 2)) coarse++;
      }),
      { numRuns: 6000 },
    );
    // The graphs vary: at least a tenth have one tier, a third have three or more, and a tenth have several
    // tiers, one of them with at least three items.
    const among = (from: number, to: number): number =>
      [...tierCounts].reduce((sum, [tiers, count]) => sum + (tiers >= from && tiers <= to ? count : 0), 0);
    expect(among(1, 1)).toBeGreaterThan(600);
    expect(among(3, 12)).toBeGreaterThan(2000);
    expect(coarse).toBeGreaterThan(600);
  });

  test("the partition adds no preference that the graph does not imply, and has no tier that could be split further", () => {
    fc.assert(
      fc.property(randomGraphs(8), ({ items, edges }) => {
        const above = transitiveClosure(items, edges);
        const isAbove = (upper: readonly number[], lower: readonly number[]): boolean =>
          upper.every((a) => lower.every((b) => above[items.indexOf(a)][items.indexOf(b)]));
        const tiers = maximalOrderedPartition({ items, edges });
        expect(tiers.flat().toSorted((a, b) => a - b)).toEqual(items.toSorted((a, b) => a - b));
        for (const [m, tier] of tiers.entries()) {
          expect(isAbove(tier, tiers.slice(m + 1).flat())).toBe(true);
          for (let cut = 1; cut < 2 ** tier.length - 1; cut++) {
            const upper = tier.filter((_, i) => (cut >> i) & 1);
            const lower = tier.filter((_, i) => !((cut >> i) & 1));
            expect(isAbove(upper, lower)).toBe(false);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  test("the partition does not depend on the order of items and edges or on redundant edges", () => {
    fc.assert(
      fc.property(randomGraphs(10), ({ items, edges }) => {
        const above = transitiveClosure(items, edges);
        const closed = items.flatMap((a, i) =>
          items.flatMap((b, j): [number, number][] => (above[i][j] ? [[a, b]] : [])),
        );
        const expected = sorted(maximalOrderedPartition({ items, edges }));
        const backwards = { items: items.toReversed(), edges: edges.toReversed() };
        expect(sorted(maximalOrderedPartition(backwards))).toEqual(expected);
        expect(sorted(maximalOrderedPartition({ items, edges: closed }))).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  test("handles a chain and a star of 300,000 items without recursion", () => {
    const items = Int32Array.from({ length: 300_000 }, (_, i) => i);
    const chain = new Int32Array(2 * (items.length - 1)).map((_, end) => (end + 1) >> 1);
    const tiers = maximalOrderedPartition({ items, edges: chain });
    expect(tiers).toHaveLength(items.length);
    expect(tiers.every((tier, m) => tier.length === 1 && tier[0] === m)).toBe(true);
    const star = chain.map((end, i) => (i % 2 === 0 ? 0 : end));
    expect(maximalOrderedPartition({ items, edges: star }).map((tier) => tier.length)).toEqual([1, 299_999]);
  });
});

describe("CycleError", () => {
  test("the error contains a cycle of the graph, for random graphs with one edge that closes a cycle", () => {
    let cyclic = 0;
    fc.assert(
      fc.property(randomGraphs(10), fc.nat(), ({ items, edges }, pick) => {
        const above = transitiveClosure(items, edges);
        const ways = items.flatMap((a, i) =>
          items.flatMap((b, j): [number, number][] => (above[i][j] ? [[b, a]] : [])),
        );
        fc.pre(ways.length > 0);
        const given = [...edges, ways[pick % ways.length]];
        const error = thrownBy(() => maximalOrderedPartition({ items, edges: given }));
        expect(error).toBeInstanceOf(CycleError);
        const { cycle, message } = error as CycleError;
        expect(cycle.length).toBeGreaterThan(2);
        expect(cycle[0]).toBe(cycle.at(-1));
        expect(new Set(cycle).size).toBe(cycle.length - 1);
        for (let i = 1; i < cycle.length; i++) {
          expect(given.some(([a, b]) => a === cycle[i - 1] && b === cycle[i])).toBe(true);
        }
        expect(message).toContain(cycle.join(" > "));
        cyclic++;
      }),
      { numRuns: 1000 },
    );
    expect(cyclic).toBe(1000);
  });

  test("the message for a cycle of 200,000 items is short, and finding the cycle takes no recursion", () => {
    const items = Int32Array.from({ length: 200_000 }, (_, i) => i);
    const edges = new Int32Array(2 * items.length).map((_, end) => ((end + 1) >> 1) % items.length);
    const error = thrownBy(() => maximalOrderedPartition({ items, edges })) as CycleError;
    expect(error.cycle).toHaveLength(200_001);
    expect(error.message).toMatch(/^edges has a cycle of 200000 items: \d+ > .* > … > .*; expected none$/);
    expect(error.message.length).toBeLessThan(500);
  });
});

describe("maximalOrderedPartition", () => {
  const bad: [string, unknown, string][] = [
    ["a cycle", { items: [1, 2, 3], edges: pairs("1>2 2>3 3>1") }, "edges has a cycle of 3 items: "],
    ["a pair in both directions", { items: [1, 2], edges: pairs("1>2 2>1") }, "edges has a cycle of 2 items: "],
    [
      "an item above itself",
      { items: [1, 2], edges: pairs("2>2") },
      "edges puts item 2 above itself; expected no cycle",
    ],
    ["an unknown item", { items: [1, 2], edges: pairs("1>2 1>3") }, "edges[1] contains 3; expected one of the items"],
    [
      "an unknown item among distant items",
      { items: [1, 1e12], edges: pairs("9>1") },
      "edges[0] contains 9; expected one of the items",
    ],
    [
      "a fraction in an edge",
      { items: [1, 2], edges: pairs("1>1.5") },
      "edges[0] contains 1.5; expected one of the items",
    ],
    [
      "a repeated item",
      { items: [4, 2, 4], edges: [] },
      "items[2] is 4, the same as items[0]; expected distinct items",
    ],
    [
      "a repeated item among distant items",
      { items: [4, 1e12, 4], edges: [] },
      "items[2] is 4, the same as items[0]; expected distinct items",
    ],
    ["an item that is not an integer", { items: [0, 1.5], edges: [] }, "items[1] is 1.5; expected an integer"],
    ["an item that is not a number", { items: [Number.NaN], edges: [] }, "items[0] is NaN; expected an integer"],
    ["missing items", { edges: [] }, "items is undefined; expected an array of integers"],
    [
      "missing edges",
      { items: [] },
      "edges is undefined; expected an array of pairs [better, worse], or an Int32Array",
    ],
    ["a triple", { items: [1, 2, 3], edges: [[1, 2, 3]] }, "edges[0] is [1,2,3]; expected a pair [better, worse]"],
    [
      "a typed array of odd length",
      { items: [1, 2], edges: Int32Array.of(1, 2, 1) },
      "edges has length 3; expected an even length",
    ],
  ];
  test.each(bad)("rejects %s", (_, graph, message) => {
    expect(() => maximalOrderedPartition(graph as PreferenceGraph)).toThrow(message);
  });
});

function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
}
