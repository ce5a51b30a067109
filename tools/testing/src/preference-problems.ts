import fc from "fast-check";

/** Scores and a preference with three tiers. Tiers may be empty, and items may be unobserved. */
export interface PreferenceProblem {
  readonly scores: number[];
  readonly preference: { readonly tiers: number[][]; readonly rest: "lowest" | "unobserved" };
}

/** Generates problems with 2 to `maxItems` items and scores between −s and s, for some s ≤ `maxSpread`. */
export function preferenceProblems(maxItems: number, maxSpread: number): fc.Arbitrary<PreferenceProblem> {
  return fc
    .integer({ min: 2, max: maxItems })
    .chain((n) =>
      fc.record({
        unit: fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: n, maxLength: n }),
        tierOf: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: n, maxLength: n }),
        rest: fc.constantFrom("lowest" as const, "unobserved" as const),
        spread: fc.double({ min: 0.01, max: maxSpread, noNaN: true }),
      }),
    )
    .map(({ unit, tierOf, rest, spread }) => ({
      scores: unit.map((u) => u * spread),
      preference: { tiers: [0, 1, 2].map((m) => tierOf.flatMap((t, item) => (t === m ? [item] : []))), rest },
    }));
}
