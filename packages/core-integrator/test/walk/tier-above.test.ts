import { describe, expect, test } from "vitest";
import { exact, logLikelihood, logProbabilityAbove, tierAbove } from "../../src/index.ts";

describe("tierAbove", () => {
  test("matches the closed form for one item above a rest of mass 1, gradients included", () => {
    const gradient = new Float64Array(1);
    const { logProbability, restGradient, evaluations } = tierAbove([2], 0, gradient);
    expect(logProbability).toBeCloseTo(Math.log(1 / (1 + Math.exp(-2))), 15);
    expect(gradient[0]).toBeCloseTo(1 / (1 + Math.exp(2)), 15);
    expect(restGradient).toBe(-gradient[0]);
    expect(evaluations).toBe(0);
  });

  test.each([[20.7], [40], [300]])("keeps full relative precision for one item %d above the rest", (d) => {
    const gradient = new Float64Array(1);
    const { logProbability, restGradient } = tierAbove([d], 0, gradient);
    const expected = Math.exp(-d) / (1 + Math.exp(-d));
    expect(Math.abs(gradient[0] / expected - 1)).toBeLessThanOrEqual(4 * Number.EPSILON);
    expect(restGradient).toBe(-gradient[0]);
    expect(Math.abs(logProbability / -Math.log1p(Math.exp(-d)) - 1)).toBeLessThanOrEqual(4 * Number.EPSILON);
  });

  test("returns the gradient of the rest even without an array for the gradient", () => {
    const top = new Float64Array(30).map((_, i) => i / 10);
    const gradient = new Float64Array(30);
    expect(tierAbove(top, 3).restGradient).toBe(tierAbove(top, 3, gradient).restGradient);
    expect(gradient.reduce((sum, g) => sum + g, 0)).toBeCloseTo(-tierAbove(top, 3).restGradient, 12);
  });

  test("returns a probability of 1 for an empty tier or an empty rest", () => {
    const gradient = Float64Array.of(7, 7);
    expect(tierAbove([], 0).logProbability).toBe(0);
    expect(tierAbove([1, 2], Number.NEGATIVE_INFINITY, gradient).logProbability).toBe(0);
    expect([...gradient]).toEqual([0, 0]);
  });

  test("writes only one entry per score to a longer gradient array", () => {
    const gradient = Float64Array.of(0, 0, 9);
    tierAbove([0, 1], 0, gradient);
    expect(gradient[2]).toBe(9);
  });

  test("leaves the scores unchanged", () => {
    const top = Float64Array.of(0, 1, 2, 3, 4, 5, 6, 7);
    tierAbove(top, 2);
    expect([...top]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  test("names the invalid argument", () => {
    expect(() => tierAbove([0, Number.NaN], 0)).toThrow("topScores[1] is NaN; expected a finite number");
    expect(() => tierAbove([0], Number.NaN)).toThrow("restLogSumExp is NaN; expected a finite number, or -Infinity");
    expect(() => tierAbove([0], Number.POSITIVE_INFINITY)).toThrow(
      "restLogSumExp is Infinity; expected a finite number",
    );
    expect(() => tierAbove([0, 1], 0, new Float64Array(1))).toThrow(
      "gradientOut has length 1; expected at least 2, one per score",
    );
  });
});

describe("logProbabilityAbove", () => {
  test("the probability does not depend on items outside both sets", () => {
    const scores = [0.5, -1, 2, 0.3, 1.7];
    const among = logLikelihood(scores, { tiers: [[0, 2], [1]], rest: "unobserved" });
    expect(logProbabilityAbove([0.5, 2], [-1])).toBeCloseTo(among, 14);
  });

  test("returns a probability of 1 if either set is empty", () => {
    expect(logProbabilityAbove([], [1])).toBe(0);
    expect(logProbabilityAbove([1, 2], [])).toBe(0);
  });

  test("returns the same probability with every rule", () => {
    const top = [0, 1, 2, 3, 4, 5, 6, 7];
    expect(logProbabilityAbove(top, [3, 3], { rule: exact() })).toBeCloseTo(logProbabilityAbove(top, [3, 3]), 12);
  });

  test("rejects an invalid score in `bottom`", () => {
    expect(() => logProbabilityAbove([0], [Number.NaN])).toThrow("bottom[0] is NaN; expected a finite number");
  });
});
