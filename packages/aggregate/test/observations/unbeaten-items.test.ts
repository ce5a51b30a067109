import { type Preference, packPreferences } from "@tierwise/core-integrator";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findUnbeatenItems } from "../../src/observations/unbeaten-items.ts";

/** below[i][j] states whether item j is below item i in any preference in which the tier of i counts. Computed tier by tier. */
function directlyBelow(
  preferences: readonly Preference[],
  itemCount: number,
  maxTier: number,
  weights: readonly number[],
): boolean[][] {
  const below = Array.from({ length: itemCount }, () => new Array<boolean>(itemCount).fill(false));
  for (const [b, { tiers, rest = "lowest" }] of preferences.entries()) {
    if (weights[b] === 0) continue;
    const all = tiers.map((tier) => Array.from(tier));
    const named = new Set(all.flat());
    if (rest === "lowest") all.push([...below.keys()].filter((item) => !named.has(item)));
    for (const [m, tier] of all.entries()) {
      if (tier.length > maxTier) continue;
      for (const i of tier) for (const j of all.slice(m + 1).flat()) below[i][j] = true;
    }
  }
  return below;
}

function isStronglyConnected(below: readonly boolean[][]): boolean {
  const reach = below.map((row) => [...row]);
  for (const k of reach.keys()) {
    for (const i of reach.keys()) for (const j of reach.keys()) reach[i][j] ||= reach[i][k] && reach[k][j];
  }
  return reach.every((row, i) => row.every((connected, j) => connected || i === j));
}

const problem = fc.integer({ min: 1, max: 7 }).chain((n) =>
  fc.record({
    n: fc.constant(n),
    tierOf: fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: n, maxLength: n }), { maxLength: 6 }),
    unobserved: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
    maxTier: fc.constantFrom(1, 2, Number.POSITIVE_INFINITY),
    weights: fc.array(fc.constantFrom(0, 1, 1, 2), { minLength: 6, maxLength: 6 }),
  }),
);

describe("findUnbeatenItems", () => {
  test("finds a valid set if and only if the graph of comparisons is not strongly connected", () => {
    fc.assert(
      fc.property(problem, ({ n, tierOf, unobserved, maxTier, weights }) => {
        const preferences = tierOf.map(
          (row, b): Preference => ({
            tiers: [0, 1, 2].map((m) => row.flatMap((t, item) => (t === m ? [item] : []))),
            rest: unobserved[b] ? "unobserved" : "lowest",
          }),
        );
        const below = directlyBelow(preferences, n, maxTier, weights);
        const found = findUnbeatenItems(packPreferences(preferences, n), { maxTier, weights });
        expect(found === undefined).toBe(n < 2 || isStronglyConnected(below));
        if (found === undefined) return;
        const inside = new Set(found);
        expect(inside.size).toBeGreaterThan(0);
        expect(inside.size).toBeLessThan(n);
        for (const i of below.keys()) for (const j of inside) if (!inside.has(i)) expect(below[i][j]).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test("takes linear time for a hundred thousand items, most of them unnamed", () => {
    const itemCount = 100_000;
    const ring = Array.from(
      { length: 2000 },
      (_, b): Preference => ({ tiers: [[(b * 50) % itemCount, (b * 50 + 7) % itemCount]] }),
    );
    const found = findUnbeatenItems(packPreferences(ring, itemCount));
    expect(found?.length).toBe(4000);
  });
});
