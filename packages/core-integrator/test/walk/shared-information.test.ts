import { randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";
import { type Preference, packPreferences, sharedInformation, sharedLogLikelihood } from "../../src/index.ts";

/** −∂²/∂w² by sixth-order central differences of the exact gradient, with a relative rounding error of 1e-13. */
function byDifferences(
  w: Float64Array,
  preferences: readonly Preference[],
  options: { weights?: readonly number[]; maxTier?: number },
): Float64Array {
  const n = w.length;
  const packed = packPreferences(preferences, n);
  const matrix = new Float64Array(n * n);
  const step = 1e-2;
  const gradient = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (const [k, factor] of [3 / 4, -3 / 20, 1 / 60].entries()) {
      for (const side of [1, -1]) {
        const at = Float64Array.from(w);
        at[i] += side * (k + 1) * step;
        sharedLogLikelihood(at, packed, { ...options, gradient });
        for (let j = 0; j < n; j++) matrix[i * n + j] -= (side * factor * gradient[j]) / step;
      }
    }
  }
  return matrix;
}

function expectClose(found: Float64Array, expected: Float64Array): void {
  const scale = Math.max(...expected.map(Math.abs));
  for (let i = 0; i < expected.length; i++) expect(Math.abs(found[i] - expected[i])).toBeLessThanOrEqual(2e-10 * scale);
}

describe("the observed information", () => {
  const n = 14;
  const drawn = (seed: number): { w: Float64Array; preferences: Preference[]; weights: number[] } => {
    const random = randomStream(seed);
    const w = Float64Array.from({ length: n }, () => 4 * random() - 2);
    const preferences = Array.from({ length: 30 }, (_, b): Preference => {
      const order = Array.from({ length: n }, (_, i) => i).sort(() => random() - 0.5);
      const ends = [1 + Math.floor(3 * random()), 5 + Math.floor(2 * random()), 8 + Math.floor(6 * random())];
      const tiers = ends.map((end, m) => order.slice(m === 0 ? 0 : ends[m - 1], end));
      return b % 3 === 0 ? { tiers, rest: "unobserved" } : { tiers: b % 3 === 1 ? tiers : tiers.slice(0, 2) };
    });
    return { w, preferences, weights: preferences.map(() => 0.1 + random()) };
  };

  test.each([[1], [2], [3]])("the information equals finite differences of the exact gradient, seed %d", (seed) => {
    const { w, preferences, weights } = drawn(seed);
    expectClose(
      sharedInformation(w, packPreferences(preferences, n), { weights }),
      byDifferences(w, preferences, { weights }),
    );
  });

  test("omits terms of tiers larger than maxTier", () => {
    const { w, preferences } = drawn(4);
    const options = { maxTier: 3 };
    expectClose(sharedInformation(w, packPreferences(preferences, n), options), byDifferences(w, preferences, options));
  });

  test("the information is exact if the named items have nearly all of the mass, and its rows sum to 0", () => {
    const { preferences } = drawn(5);
    const w = Float64Array.from({ length: n }, (_, i) => (i < 2 ? 12 : -i / 3));
    const heavy: Preference[] = [
      { tiers: [[0, 1]] },
      { tiers: [[1], [0]] },
      { tiers: [[0], [4, 5, 1]] },
      ...preferences,
    ];
    const found = sharedInformation(w, packPreferences(heavy, n));
    expectClose(found, byDifferences(w, heavy, {}));
    for (let i = 0; i < n; i++) {
      const sum = found.subarray(i * n, i * n + n).reduce((total, value) => total + value, 0);
      expect(Math.abs(sum)).toBeLessThanOrEqual(1e-10 * found[i * n + i]);
    }
  });

  test("the best of three items has the closed form p_i(δ_ij − p_j), times the weight", () => {
    const w = [Math.log(1), Math.log(2), Math.log(5)];
    const found = sharedInformation(w, packPreferences([{ tiers: [[0]] }], 3), { weights: [4] });
    const p = [1 / 8, 2 / 8, 5 / 8];
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        expect(found[i * 3 + j]).toBeCloseTo(4 * p[i] * ((i === j ? 1 : 0) - p[j]), 12);
      }
    }
  });
});
