import { centralDifferences } from "@tierwise/testing";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { graphLogLikelihood, preferenceFromGraph } from "../src/index.ts";
import { randomGraphs } from "./random-graphs.ts";
import { agrees, permutations, rankingProbability } from "./rankings.ts";

/** Generates random graphs over item indices, with a random score for each item. */
const problems = randomGraphs(6).chain(({ items, edges }) =>
  fc.record({
    items: fc.constant(items.map((_, i) => i)),
    edges: fc.constant(edges.map((edge) => edge.map((item) => items.indexOf(item)) as [number, number])),
    scores: fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: items.length, maxLength: items.length }),
  }),
);

describe("graphLogLikelihood", () => {
  test("sums the probabilities of all rankings that agree with the tiers, even if they contradict the graph", () => {
    let lost = 0;
    fc.assert(
      fc.property(problems, ({ items, edges, scores }) => {
        const { tiers } = preferenceFromGraph({ items, edges });
        const mentioned = tiers.flat();
        const between = tiers.flatMap((tier, m) =>
          tier.flatMap((a) => tiers.slice(m + 1).flatMap((lower) => lower.map((b): [number, number] => [a, b]))),
        );
        const rankings = permutations(mentioned);
        const sum = (pairs: readonly (readonly [number, number])[]): number =>
          rankings.reduce((total, r) => total + (agrees(r, pairs) ? rankingProbability(scores, r) : 0), 0);
        const value = graphLogLikelihood(scores, [{ items, edges }]);
        expect(Math.abs(value - Math.log(sum(between)))).toBeLessThanOrEqual(1e-11);
        expect(value).toBeGreaterThanOrEqual(Math.log(sum(edges)) - 1e-11);
        if (value > Math.log(sum(edges)) + 1e-6) lost++;
      }),
      { numRuns: 300 },
    );
    expect(lost).toBeGreaterThan(5);
  });

  test("with maxTier, omits the terms of larger tiers, but still counts their items as below the higher tiers", () => {
    const scores = [0.3, -0.2, 1, 0.5, 0];
    const graph = { items: [0, 1, 2, 3, 4], edges: Int32Array.of(0, 1, 0, 2, 1, 3, 2, 3, 3, 4) };
    const mass = (...items: number[]): number => items.reduce((sum, i) => sum + Math.exp(scores[i]), 0);
    const first = Math.log(mass(0) / mass(0, 1, 2, 3, 4));
    const third = Math.log(mass(3) / mass(3, 4));
    // P({1, 2} above {3, 4}) is the sum over the orders 1, 2 and 2, 1.
    const rest = mass(1, 2, 3, 4);
    const second = Math.log(
      (mass(1) / rest) * (mass(2) / mass(2, 3, 4)) + (mass(2) / rest) * (mass(1) / mass(1, 3, 4)),
    );
    expect(graphLogLikelihood(scores, [graph], { maxTier: 1 })).toBeCloseTo(first + third, 13);
    expect(graphLogLikelihood(scores, [graph], { maxTier: 2 })).toBeCloseTo(first + second + third, 13);
    expect(graphLogLikelihood(scores, [graph])).toBeCloseTo(first + second + third, 13);
  });

  test("returns a gradient that matches finite differences for several weighted graphs", () => {
    const graphs = [
      { items: [0, 1, 2, 3], edges: Int32Array.of(0, 2, 1, 2, 0, 3, 1, 3) },
      { items: [4, 5, 1], edges: Int32Array.of(5, 4, 5, 1) },
      { items: [2, 3, 4, 5], edges: Int32Array.of(2, 3, 4, 5) },
    ];
    const options = { weights: [2, 0.5, 7] };
    const scores = Float64Array.of(0.5, -1, 0.2, 0.9, -0.4, 0);
    const gradient = new Float64Array(6);
    const value = graphLogLikelihood(scores, graphs, { ...options, gradient });
    expect(value).toBe(graphLogLikelihood(scores, graphs.slice(0, 2), { weights: [2, 0.5] }));
    const expected = centralDifferences((w) => graphLogLikelihood(w, graphs, options), scores);
    for (const [i, g] of gradient.entries()) expect(Math.abs(g - expected[i])).toBeLessThanOrEqual(1e-9);
  });

  const good = { items: [0, 1], edges: Int32Array.of(0, 1) };
  const bad: [string, () => unknown, string][] = [
    ["an item without a score", () => graphLogLikelihood([0], [good]), "preferences[0]: tiers[1][0] is 1, not an item"],
    ["too few weights", () => graphLogLikelihood([0, 0], [good], { weights: [] }), "weights has length 0; expected 1"],
    ["a tier size of 0", () => graphLogLikelihood([0, 0], [good], { maxTier: 0 }), "maxTier is 0; expected a number"],
    [
      "a cycle",
      () => graphLogLikelihood([0, 0], [{ items: [0], edges: [[0, 0]] }]),
      "graphs[0]: edges puts item 0 above",
    ],
  ];
  test.each(bad)("rejects %s", (_, call, message) => {
    expect(call).toThrow(message);
  });
});
