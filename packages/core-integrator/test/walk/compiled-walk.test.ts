import { describe, expect, test } from "vitest";
import {
  adaptive,
  logLikelihoodGradient,
  type Preference,
  packPreferences,
  sharedLogLikelihood,
} from "../../src/index.ts";

// The compiled walk must agree with the walk in TypeScript, which a copy of the rule selects.

const inTypeScript = { ...adaptive() };

function expectSame(scores: number[], preference: Preference, maxTier?: number): void {
  const limit = maxTier === undefined ? {} : { maxTier };
  const one = logLikelihoodGradient(scores, preference, limit);
  const other = logLikelihoodGradient(scores, preference, { ...limit, rule: inTypeScript });
  const size = Math.max(1, Math.abs(other.logLikelihood));
  expect(Math.abs(one.logLikelihood - other.logLikelihood)).toBeLessThanOrEqual(1e-12 * size);
  expect(one.error).toBeLessThanOrEqual(1e-11 * size);
  const apart = other.gradient.map((g, i) => Math.abs(g - one.gradient[i]));
  expect(Math.max(...apart)).toBeLessThanOrEqual(2e-12);
}

function spread(count: number, deviation: number): number[] {
  return Array.from({ length: count }, (_, i) => deviation * Math.sin(12.9898 * (i + 1)));
}

function ranges(...sizes: number[]): number[][] {
  let from = 0;
  return sizes.map((size) => Array.from({ length: size }, () => from++));
}

describe("the compiled walk agrees with the walk in TypeScript", () => {
  const sizes = [1, 2, 5, 7, 8, 9, 19, 20, 21, 40, 159, 160, 161, 500, 1200];
  test.each(sizes)("for a tier of %i items between other tiers", (size) => {
    for (const deviation of [0, 0.1, 1, 5, 30]) {
      expectSame(spread(size + 60, deviation), { tiers: ranges(3, size, 12) });
    }
  });

  test("for heavy items, light items and both", () => {
    const tiers = ranges(60);
    for (const [high, low] of [
      [60, 60],
      [60, 0],
      [60, -9],
      [5, -9],
      [-9, -9],
      [-200, -200],
    ]) {
      expectSame(
        Array.from({ length: 100 }, (_, i) => (i >= 60 ? 0 : i % 3 === 0 ? high : low)),
        { tiers },
      );
    }
  });

  test("if scores are too far apart for their exponentials", () => {
    expectSame([900, 880, ...spread(30, 3), -900, -910], {
      tiers: [[0, 1], Array.from({ length: 20 }, (_, i) => i + 2), [32]],
    });
  });

  test("for empty tiers, a maximum tier size and preferences without a rest", () => {
    const scores = spread(60, 2);
    expectSame(scores, { tiers: [[], ...ranges(10), [], [30, 31]] });
    expectSame(scores, { tiers: ranges(10, 30) }, 20);
    expectSame(scores, { tiers: ranges(10, 20, 30) });
    expectSame(scores, { tiers: ranges(10, 20), rest: "unobserved" });
  });

  test("for more named items and tiers than the compiled walk accepts", () => {
    expectSame(spread(6000, 1), { tiers: ranges(4000, 1000) });
    expectSame(spread(1300, 1), { tiers: Array.from({ length: 600 }, (_, t) => [2 * t, 2 * t + 1]) });
  });

  test("for shared scores", () => {
    const scores = spread(3000, 1.5);
    const packed = packPreferences(
      [{ tiers: ranges(400, 30) }, { tiers: ranges(9, 1500, 800) }, { tiers: ranges(50) }],
      3000,
    );
    const gradient = new Float64Array(3000);
    const expected = new Float64Array(3000);
    const value = sharedLogLikelihood(scores, packed, { gradient });
    const other = sharedLogLikelihood(scores, packed, { gradient: expected, rule: inTypeScript });
    expect(Math.abs(value - other)).toBeLessThanOrEqual(1e-12 * Math.abs(other));
    for (const [i, g] of gradient.entries()) expect(Math.abs(g - expected[i])).toBeLessThanOrEqual(1e-12);
  });
});
