import { describe, expect, test } from "vitest";
import {
  adaptive,
  exact,
  intervalsForGradient,
  intervalsForLikelihood,
  logLikelihood,
  logLikelihoodGradient,
  midpoint,
  type Preference,
  packPreferences,
  type Rule,
  sharedLogLikelihood,
  tierAbove,
} from "../../src/index.ts";

/** n equal items above the rest, whose mass is b = e^{w_R + c} for c = 0. */
function equalTier(n: number, b: number): { top: Float64Array; rest: number } {
  return { top: new Float64Array(n), rest: Math.log(b) };
}

describe("midpoint", () => {
  // The integrand v^{b−1}∏(1 − v) is no smoother than v^{b−1} at 0 and no smoother than (1 − v)ⁿ at 1, so the order of
  // the rule is min(b, 2⌈(n + 1)/2⌉), b = e^{w_R + c}.
  const orders: [number, number][] = [
    [1, 1.5],
    [1, 2.5],
    [1, 5.5],
    [2, 2.5],
    [3, 3.5],
    [4, 2.5],
    [4, 4.5],
    [5, 5.3],
    [8, 3.5],
  ];
  test.each(orders)("converges with order min(b, 2⌈(n + 1)/2⌉) for n = %d and b = %d", (n, b) => {
    const { top, rest } = equalTier(n, b);
    const truth = tierAbove(top, rest, undefined, { rule: exact() }).logProbability;
    const errors = [32, 64, 128, 256].map((intervals) =>
      Math.abs(
        tierAbove(top, rest, undefined, { rule: midpoint({ intervals, shift: 0, center: "none" }) }).logProbability -
          truth,
      ),
    );
    const observed = Math.log2(errors[2] / errors[3]);
    expect(Math.abs(observed - Math.min(b, 2 * Math.ceil((n + 1) / 2)))).toBeLessThanOrEqual(0.3);
  });

  test("returns a gradient that converges to the exact gradient", () => {
    const scores = [1, 0.5, 0, -0.5, 0.2, 0.7];
    const preference: Preference = {
      tiers: [
        [0, 4],
        [1, 2],
      ],
    };
    const truth = logLikelihoodGradient(scores, preference, { rule: exact() });
    const rule = midpoint({ intervals: 20_000, shift: 2, center: "none" });
    const { gradient, evaluations } = logLikelihoodGradient(scores, preference, { rule });
    for (const [i, g] of gradient.entries()) expect(g).toBeCloseTo(truth.gradient[i], 6);
    expect(gradient.reduce((sum, g) => sum + g, 0)).toBeCloseTo(0, 12);
    expect(evaluations).toBe(40_000);
  });

  // Each case lists n, the spread of the tier's scores, w_B, c and T.
  const cases: [number, number, number, number, number][] = [
    [1, 0, 0, 0, 10],
    [3, 1, 2, -1, 100],
    [20, 3, 6, 0, 1000],
    [20, 3, 6, 5, 10_000],
    [20, 3, 6, 8, 100],
    [400, 5, 9, -9, 300],
    [40, 300, 1, 0, 200],
    [30, 10, -8, 0, 500],
  ];
  test.each(cases)(
    "the midpoint rule equals its formula for n = %d, spread %d, w_B = %d, c = %d, T = %d",
    (n, spread, rest, shift, intervals) => {
      const top = Float64Array.from({ length: n }, (_, a) => spread * Math.sin(7 * a + 1));
      const gradient = new Float64Array(n);
      const { logProbability, evaluations } = tierAbove(top, rest, gradient, {
        rule: midpoint({ intervals, shift, center: "none" }),
      });
      const truth = midpointByLogarithms(top, rest, shift, intervals);
      // Rounding alone gives logarithms of this size a relative error of 10⁻¹⁶.
      const rounding = 1e-14 * Math.max(10, Math.abs(truth.logProbability));
      expect(Math.abs(logProbability / truth.logProbability - 1)).toBeLessThan(1e-13);
      for (const [a, g] of gradient.entries()) expect(Math.abs(g - truth.gradient[a])).toBeLessThan(rounding);
      expect(evaluations).toBe(intervals);
      const short = new Float64Array(n);
      const found = tierAbove(top, rest, short, {
        rule: midpoint({ intervals, shift, center: "none", negligible: 1e-18 }),
      });
      expect(found.logProbability).toBe(logProbability);
      expect(short).toEqual(gradient);
      expect(found.evaluations).toBeLessThanOrEqual(intervals);
    },
  );

  test("skips negligible midpoints if `negligible` is set", () => {
    const rule = midpoint({ intervals: 10_000, shift: 5, center: "none", negligible: 1e-18 });
    expect(tierAbove([1, 2, 3], 6, undefined, { rule }).evaluations).toBeLessThan(100);
  });

  test.each([0.1, 0.5])("includes a skipped fraction of %d in the reported error", (negligible) => {
    const { top, rest } = equalTier(3, 2.5);
    const truth = tierAbove(top, rest, undefined, { rule: exact() }).logProbability;
    const rule = midpoint({ intervals: 1_000_000, shift: 0, center: "none", negligible });
    const { logProbability, error } = tierAbove(top, rest, undefined, { rule });
    expect(Math.abs(logProbability - truth)).toBeGreaterThan(negligible / 10);
    expect(Math.abs(logProbability - truth)).toBeLessThanOrEqual(error);
  });

  test("the midpoint rule and its gradient are finite if v^β underflows to 0", () => {
    const gradient = new Float64Array(2);
    const rule = midpoint({ intervals: 100, shift: 0, center: "none" });
    const { logProbability } = tierAbove([1e4, 0], 0, gradient, { rule });
    expect(logProbability).toBeCloseTo(Math.log(0.5), 4);
    expect(gradient[0]).toBe(0);
    expect(gradient[1]).toBeCloseTo(0.5, 3);
  });

  test("the midpoint rule is accurate for v^β = 1 and for scores that are far apart", () => {
    const rule = midpoint({ intervals: 100, shift: 0, center: "none" });
    const { gradient, logLikelihood: value } = logLikelihoodGradient([-800, 1, 2], { tiers: [[0, 1]] }, { rule });
    expect(Number.isFinite(value)).toBe(true);
    expect(gradient.every(Number.isFinite)).toBe(true);
    expect(gradient[0]).toBeCloseTo(1, 12);
  });

  test("reports the bound of Theorem 1 if the theorem's condition holds, and an infinite error otherwise", () => {
    const { top, rest } = equalTier(3, 2.5);
    const rule = midpoint({ intervals: 100_000, shift: 0, center: "none" });
    const truth = tierAbove(top, rest, undefined, { rule: exact() }).logProbability;
    const { logProbability, error } = tierAbove(top, rest, undefined, { rule });
    expect(error).toBeLessThan(0.1);
    expect(Math.abs(logProbability - truth)).toBeLessThanOrEqual(error);
    expect(tierAbove(top, Math.log(1.9), undefined, { rule }).error).toBe(Number.POSITIVE_INFINITY);
  });

  test("converts Theorem 1's bound to a bound on log P", () => {
    const { top, rest } = equalTier(3, 2.5);
    const rule = midpoint({ intervals: 100_000, shift: 0, center: "none" });
    const { logProbability, error } = tierAbove(top, rest, undefined, { rule });
    const epsilon = ((2.5 + 3) ** 2 * 4) / (2 * Math.sqrt(3) * 100_000);
    expect(error).toBeCloseTo(-Math.log1p(-epsilon / Math.exp(logProbability)), 12);
  });

  test("without centering, the result depends only on the sum of the shift and the scores", () => {
    const rule = midpoint({ intervals: 50, shift: 1, center: "none" });
    const moved = midpoint({ intervals: 50, shift: -2, center: "none" });
    const scores = [1, 0, -1, 0.5];
    const value = logLikelihood(scores, { tiers: [[0, 1]] }, { rule });
    expect(
      logLikelihood(
        scores.map((w) => w + 3),
        { tiers: [[0, 1]] },
        { rule: moved },
      ),
    ).toBeCloseTo(value, 12);
    expect(logLikelihood(scores, { tiers: [[0, 1]] }, { rule: moved })).not.toBeCloseTo(value, 6);
  });

  test("rejects a shift that makes e^(w_R + shift) overflow", () => {
    const rule = midpoint({ intervals: 10, shift: 0, center: "none" });
    expect(() => logLikelihood([1e4, 1e4, 1e4], { tiers: [[0]] }, { rule })).toThrow(
      /e\^\(w_R \+ shift\) overflows: w_R is 10000\.69.*, shift is 0; expected a shift near -10000\.69/,
    );
  });

  test("rejects an invalid option", () => {
    expect(() => midpoint({ intervals: 0, shift: 0 })).toThrow("intervals is 0; expected a positive integer");
    expect(() => midpoint({ intervals: 1.5, shift: 0 })).toThrow("intervals is 1.5; expected a positive integer");
    expect(() => midpoint({ intervals: 10, shift: Number.NaN })).toThrow("shift is NaN; expected a finite number");
    expect(() => midpoint({ intervals: 10, shift: 0, center: "column" as never })).toThrow(
      'center is "column"; expected "row" or "none"',
    );
    expect(() => midpoint({ intervals: 10, shift: 0, negligible: 1 })).toThrow(
      "negligible is 1; expected a number in [0, 1)",
    );
  });

  // Each case ranks n of N items above all others, as in the paper's datasets Delicious-1K, Wiki10-31K and Delicious-200K.
  const shapes: [number, number][] = [
    [19, 983],
    [19, 30_938],
    [75, 205_443],
  ];
  test.each(shapes)(
    "when %d of %d items are ranked, the midpoint rule with T = 100 and c = 5 is accurate to 1e-9 with centering; without centering, even T = 10,000 is far off",
    (n, N) => {
      const scores = Float64Array.from({ length: N }, (_, i) => 2 * Math.sin(12.9898 * i) + Math.sin(78.233 * i * i));
      const preference: Preference = { tiers: [Int32Array.from({ length: n }, (_, i) => 13 * i)] };
      const truth = logLikelihoodGradient(scores, preference);
      const centered = logLikelihoodGradient(scores, preference, { rule: midpoint({ intervals: 100, shift: 5 }) });
      expect(Math.abs(centered.logLikelihood - truth.logLikelihood)).toBeLessThan(1e-9);
      for (const [i, g] of centered.gradient.entries()) expect(Math.abs(g - truth.gradient[i])).toBeLessThan(1e-9);
      const raw = midpoint({ intervals: 10_000, shift: 5, center: "none" });
      expect(Math.abs(logLikelihood(scores, preference, { rule: raw }) - truth.logLikelihood)).toBeGreaterThan(0.1);
    },
  );

  test("with centering, the result equals the rule without centering on scores minus their log-sum-exp, for every tier", () => {
    const scores = [1, 0.5, 0, -0.5, 0.2, 0.7, 3];
    const tiers = [[0, 4], [1], [2, 3]];
    for (const rest of ["lowest", "unobserved"] as const) {
      const observed = rest === "lowest" ? scores : scores.slice(0, 5);
      const whole = Math.log(observed.reduce((sum, w) => sum + Math.exp(w), 0));
      const given: Preference = { tiers, rest };
      const centered = logLikelihoodGradient(scores, given, { rule: midpoint({ intervals: 30, shift: 2 }) });
      const raw = logLikelihoodGradient(
        scores.map((w) => w - whole),
        given,
        { rule: midpoint({ intervals: 30, shift: 2, center: "none" }) },
      );
      expect(centered.logLikelihood).toBeCloseTo(raw.logLikelihood, 13);
      for (const [i, g] of centered.gradient.entries()) expect(g).toBeCloseTo(raw.gradient[i], 13);
    }
  });

  test("with centering, adding a constant to all scores does not change the likelihood of a preference, of shared scores or of a tier", () => {
    const scores = Float64Array.of(1, 0.5, 0, -0.5, 0.2, 0.7);
    const moved = scores.map((w) => w + 1000);
    const preference: Preference = { tiers: [[0, 4], [1]] };
    const rule = midpoint({ intervals: 20, shift: 3 });
    const value = logLikelihood(scores, preference, { rule });
    expect(logLikelihood(moved, preference, { rule })).toBeCloseTo(value, 9);
    const packed = packPreferences([preference], 6);
    expect(sharedLogLikelihood(scores, packed, { rule })).toBeCloseTo(value, 12);
    expect(sharedLogLikelihood(moved, packed, { rule })).toBeCloseTo(value, 9);
    expect(tierAbove([1], 0, undefined, { rule }).logProbability).toBeCloseTo(
      tierAbove([101], 100, undefined, { rule }).logProbability,
      12,
    );
  });
});

describe("exact", () => {
  test("accepts a tier of 20 items and rejects one of 21", () => {
    const { top, rest } = equalTier(21, 5);
    const of20 = tierAbove(top.subarray(0, 20), rest, undefined, { rule: exact() });
    expect(of20.logProbability).toBeCloseTo(tierAbove(top.subarray(0, 20), rest).logProbability, 12);
    expect(of20.evaluations).toBe(0);
    expect(() => tierAbove(top, rest, undefined, { rule: exact() })).toThrow(
      "a tier has 21 items; exact() handles at most 20; use adaptive() for larger tiers",
    );
  });

  test("handles scores 2e4 apart", () => {
    const { logLikelihood: value, gradient } = logLikelihoodGradient(
      [1e4, -1e4, 0],
      { tiers: [[0, 1]] },
      { rule: exact() },
    );
    expect(value).toBe(-1e4);
    for (const [i, g] of [0, 1, -1].entries()) expect(gradient[i]).toBeCloseTo(g, 15);
  });
});

describe("adaptive", () => {
  test("needs fewer evaluations for a larger tolerance and still meets it", () => {
    const { top, rest } = equalTier(50, 30);
    const truth = tierAbove(top, rest).logProbability;
    const coarse = tierAbove(top, rest, undefined, { rule: adaptive({ tolerance: 1e-4 }) });
    expect(Math.abs(coarse.logProbability - truth)).toBeLessThanOrEqual(1e-4 * Math.abs(truth));
    expect(coarse.evaluations).toBeLessThan(tierAbove(top, rest).evaluations);
  });

  test("computes the gradient of an item so far above the rest that its factor is 1", () => {
    const gradient = new Float64Array(1);
    const { logProbability } = tierAbove([50], 0, gradient);
    expect(logProbability / -Math.exp(-50)).toBeCloseTo(1, 12);
    expect(gradient[0] / Math.exp(-50)).toBeCloseTo(1, 12);
  });

  // For n equal items with advantage d, log P = −Σ_{i≤n} log(1 + e^{−d}/i).
  const equalLogProbability = (n: number, d: number): number => {
    let sum = 0;
    for (let i = 1; i <= n; i++) sum -= Math.log1p(Math.exp(-d) / i);
    return sum;
  };
  const equal: [number, number][] = [
    [8, 6],
    [14, 10.5],
    [159, 3],
    [160, 3],
    [161, -2],
    [200, 11.5],
    [1000, 0],
    [20_000, -9],
    [100_000, 2],
  ];
  test.each(equal)(
    "the result is accurate to within its reported error for %d equal items with advantage %d",
    (n, d) => {
      const { logProbability, error, evaluations } = tierAbove(new Float64Array(n).fill(d), 0);
      const truth = equalLogProbability(n, d);
      expect(Math.abs(logProbability - truth)).toBeLessThanOrEqual(1e-12 * Math.max(1, Math.abs(truth)));
      expect(Math.abs(logProbability - truth)).toBeLessThanOrEqual(error + 1e-15 * Math.abs(truth));
      expect(error).toBeLessThanOrEqual(2e-12 * Math.max(1, Math.abs(truth)));
      expect(evaluations).toBeLessThanOrEqual(500);
    },
  );

  test("the result stays accurate for a tier with both heavy and light items", () => {
    const top = new Float64Array(100_040).fill(60);
    top.fill(-13.8, 0, 40);
    const without = tierAbove(top.subarray(0, 40), 0).logProbability;
    expect(Math.abs(tierAbove(top, 0).logProbability - without)).toBeLessThanOrEqual(1e-14 * Math.abs(without));
  });

  test("rejects an invalid tolerance", () => {
    expect(() => adaptive({ tolerance: 0 })).toThrow("tolerance is 0; expected a number from 1e-15 to 1e-2");
    expect(() => adaptive({ tolerance: Number.NaN })).toThrow("tolerance is NaN; expected a number from 1e-15 to 1e-2");
  });
});

describe("custom rules", () => {
  const scores = [0, 1, 2, 3];

  test("an unset error is reported as infinite, and the gradient of the rest is derived from the gradient", () => {
    const careless: Rule = {
      name: "careless",
      evaluate(_top, size, _rest, gradient, result) {
        result.logProbability = -1;
        gradient?.fill(0.5, 0, size);
      },
    };
    const {
      logLikelihood: value,
      gradient,
      error,
      evaluations,
    } = logLikelihoodGradient(scores, { tiers: [[3]] }, { rule: careless });
    expect([value, error, evaluations]).toEqual([-1, Number.POSITIVE_INFINITY, 0]);
    expect(gradient.reduce((sum, g) => sum + g, 0)).toBeCloseTo(0, 15);
  });

  test("a rule may call tierAbove but not compute a likelihood", () => {
    const tiered: Rule = {
      name: "tiered",
      evaluate(top, size, rest, gradient, result) {
        Object.assign(result, tierAbove(top.slice(0, size), rest, gradient));
      },
    };
    expect(logLikelihood(scores, { tiers: [[3], [0]] }, { rule: tiered })).toBeCloseTo(
      logLikelihood(scores, { tiers: [[3], [0]] }),
      14,
    );
    const nested: Rule = { ...tiered, name: "nested", evaluate: () => void logLikelihood(scores, { tiers: [[1]] }) };
    expect(() => logLikelihood(scores, { tiers: [[3]] }, { rule: nested })).toThrow(
      "likelihood evaluations cannot be nested: a rule may call only tierAbove",
    );
    expect(logLikelihood(scores, { tiers: [[3]] })).toBeCloseTo(
      Math.log(Math.exp(3) / (1 + Math.E + Math.E ** 2 + Math.E ** 3)),
      14,
    );
  });

  test("rejects the name of a rule in place of a rule", () => {
    expect(() => logLikelihood(scores, { tiers: [] }, { rule: "exact" as never })).toThrow(
      "rule is exact; expected a rule such as adaptive()",
    );
  });
});

describe("Theorem 1", () => {
  const scores = [1, 0.5, 0, 0, 0, 0];
  const preference: Preference = { tiers: [[0], [1, 2]] };

  test("part (a) of Theorem 1 gives C²(n + 1)/(2√3·ε) intervals for each tier except the last", () => {
    const c = Math.exp(1) + Math.exp(0.5) + 4;
    const expected = [2, 3].map((n) => Math.ceil((c ** 2 * n) / (2 * Math.sqrt(3) * 1e-3)));
    expect(intervalsForLikelihood({ scores, preference, shift: 0, center: "none", epsilon: 1e-3 })).toEqual(expected);
  });

  test("part (a) of Theorem 1 gives enough intervals for the midpoint rule to reach ε", () => {
    for (const epsilon of [0.1, 0.01, 0.001]) {
      const [intervals] = intervalsForLikelihood({
        scores,
        preference: { tiers: [[0, 1]] },
        shift: 0,
        center: "none",
        epsilon,
      });
      const rule = midpoint({ intervals, shift: 0, center: "none" });
      const computed = Math.exp(logLikelihood(scores, { tiers: [[0, 1]] }, { rule }));
      expect(Math.abs(computed - Math.exp(logLikelihood(scores, { tiers: [[0, 1]] })))).toBeLessThanOrEqual(epsilon);
    }
  });

  test("part (a) of Theorem 1 uses C = e^c for centered scores, regardless of their values", () => {
    const expected = [2, 3].map((n) => Math.ceil((Math.exp(6) * n) / (2 * Math.sqrt(3) * 1e-3)));
    const moved = scores.map((w) => w + 50);
    for (const some of [scores, moved]) {
      expect(intervalsForLikelihood({ scores: some, preference, shift: 3, epsilon: 1e-3 })).toEqual(expected);
    }
  });

  test("part (a) of Theorem 1 treats an explicit lowest tier as the last tier and returns 0 for an empty tier", () => {
    const all: Preference = { tiers: [[0], [], [1, 2], [3, 4, 5]] };
    const counts = intervalsForLikelihood({ scores, preference: all, shift: 0, center: "none", epsilon: 1e-3 });
    expect(counts).toHaveLength(3);
    expect(counts[1]).toBe(0);
    expect(
      intervalsForLikelihood({ scores, preference: { tiers: [] }, shift: 0, center: "none", epsilon: 1e-3 }),
    ).toEqual([]);
  });

  test("part (a) of Theorem 1 requires a mass of more than 2 below every tier, including the second-to-last tier", () => {
    const input = {
      scores: [1, 1, 1, 0],
      preference: { tiers: [[0], [1]] },
      shift: -1,
      center: "none",
      epsilon: 1e-3,
    } as const;
    expect(() => intervalsForLikelihood(input)).toThrow(
      /exp\(w_R \+ shift\) is 1\.367\d* for the items below tiers\[1\]; Theorem 1 needs more than 2: expected a shift above -0\.62/,
    );
  });

  test("part (b) of Theorem 1 gives √6·C^{11/2}·n²/(C₀²·ε) intervals and checks n ≥ 9 and the conditions on every item", () => {
    const twelve = new Array(12).fill(0);
    const nine = { tiers: [[0, 1, 2, 3, 4, 5, 6, 7, 8]] };
    const input = { scores: twelve, preference: nine, shift: 1, center: "none" as const, epsilon: 1e-3, floor: 0.5 };
    const c = 12 * Math.E;
    expect(intervalsForGradient(input)).toEqual([Math.ceil((Math.sqrt(6) * c ** 5.5 * 81) / (0.25 * 1e-3))]);
    const fails =
      (change: Partial<typeof input>): (() => number[]) =>
      () =>
        intervalsForGradient({ ...input, ...change });
    expect(fails({ preference: { tiers: [[0, 1]] } })).toThrow(
      "tiers[0] has size 2; Theorem 1 (b) needs at least 9 items",
    );
    expect(fails({ shift: 0 })).toThrow(/exp\(w \+ w_R \+ 2·shift\) of item 0 in tiers\[0\] is (3|2\.99)/);
    const wide = [0, 0, 0, 0, 0, 0, 0, 0, -3, 5, 5, 5];
    expect(fails({ scores: wide, shift: 0 })).toThrow("exp(w + shift) of item 8 in tiers[0] is 0.0497");
    expect(fails({ floor: 1 })).toThrow("floor is 1; expected a number between 0 and 1");
  });

  test("the functions of Theorem 1 reject an invalid epsilon or shift", () => {
    expect(() => intervalsForLikelihood({ scores, preference, shift: 0, center: "none", epsilon: 0 })).toThrow(
      "epsilon is 0; expected a positive number",
    );
    expect(() => intervalsForLikelihood({ scores, preference, shift: Number.NaN, epsilon: 1 })).toThrow(
      "shift is NaN; expected a finite number",
    );
  });
});

/** The midpoint rule and its gradient, computed factor by factor in log space. */
function midpointByLogarithms(
  top: Float64Array,
  rest: number,
  shift: number,
  intervals: number,
): { readonly logProbability: number; readonly gradient: Float64Array } {
  const logV = Array.from({ length: intervals }, (_, t) => Math.log((t + 0.5) / intervals));
  const logFactor = (w: number, v: number): number => {
    const x = Math.exp(w + shift) * v;
    if (x > -1e-300) return w + shift + Math.log(-v);
    return x > -Math.LN2 ? Math.log(-Math.expm1(x)) : Math.log1p(-Math.exp(x));
  };
  const logs = logV.map((v) => top.reduce((sum, w) => sum + logFactor(w, v), Math.expm1(rest + shift) * v));
  const max = Math.max(...logs);
  const logSum = max + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - max), 0));
  const gradient = top.map((w) =>
    logs.reduce((sum, log, t) => {
      const exponent = Math.exp(w + shift) * logV[t] + w + shift + Math.log(-logV[t]);
      return sum + Math.exp(log - logSum - logFactor(w, logV[t]) + exponent);
    }, 0),
  );
  return { logProbability: rest + shift - Math.log(intervals) + logSum, gradient };
}
