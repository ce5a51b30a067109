import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { CycleError, maximalOrderedPartition, preferenceFromGraph, preferencesFromGraphs } from "../src/index.ts";
import { randomGraphs } from "./random-graphs.ts";

describe("preferenceFromGraph", () => {
  test("puts only items with edges into tiers; the others are unobserved", () => {
    const items = [0, 1, 2, 3, 4];
    expect(preferenceFromGraph({ items, edges: Int32Array.of(4, 1, 1, 3) })).toEqual({
      tiers: [[4], [1], [3]],
      rest: "unobserved",
      informative: true,
    });
  });

  test("reports that a graph without items, without edges or with a single tier is not informative", () => {
    expect(preferenceFromGraph({ items: [], edges: [] })).toMatchObject({ tiers: [], informative: false });
    expect(preferenceFromGraph({ items: [0, 1], edges: [] })).toMatchObject({ tiers: [], informative: false });
    const unconnected = preferenceFromGraph({ items: [0, 1, 2, 3], edges: Int32Array.of(0, 1, 2, 3) });
    expect(unconnected).toMatchObject({ tiers: [[0, 1, 2, 3]], rest: "unobserved", informative: false });
  });

  test("returns the partition of the items with an edge", () => {
    let omitted = 0;
    fc.assert(
      fc.property(randomGraphs(9), ({ items, edges }) => {
        const mentioned = items.filter((item) => edges.some((edge) => edge.includes(item)));
        const { tiers, informative } = preferenceFromGraph({ items, edges });
        expect(tiers).toEqual(maximalOrderedPartition({ items: mentioned, edges }));
        expect(informative).toBe(tiers.length > 1);
        if (mentioned.length > 0 && mentioned.length < items.length) omitted++;
      }),
      { numRuns: 1000 },
    );
    expect(omitted).toBeGreaterThan(20);
  });

  test("preferencesFromGraphs names the graph in its error and keeps the cycle", () => {
    const good = { items: [0, 1], edges: Int32Array.of(0, 1) };
    const bad = { items: [0, 1], edges: Int32Array.of(0, 1, 1, 0) };
    expect(preferencesFromGraphs([good, good]).map(({ tiers }) => tiers)).toEqual([
      [[0], [1]],
      [[0], [1]],
    ]);
    try {
      preferencesFromGraphs([good, bad]);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(CycleError);
      expect((error as CycleError).message).toMatch(/^graphs\[1\]: edges has a cycle of 2 items: /);
      expect((error as CycleError).cycle).toHaveLength(3);
    }
    expect(() => preferencesFromGraphs(undefined as never)).toThrow("graphs is undefined; expected an array of graphs");
  });
});
