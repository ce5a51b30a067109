import { beforeAll, describe, expect, test } from "vitest";
import { adaptive, logLikelihoodGradient } from "../../src/index.ts";
import { checksum, errorCases, errorReferences } from "../fixtures/error-cases.ts";

// The cases are 10,000 random preferences, whose log-likelihoods were computed to 24 digits by generate-error-cases.py.

const { seed, checksum: expectedChecksum, logLikelihoods } = errorReferences();
const cases = errorCases(seed, logLikelihoods.length);

/** For each case: the true error, the reported error, and max(1, |log L|). */
const trueErrors = new Float64Array(cases.length);
const reported = new Float64Array(cases.length);
const scales = new Float64Array(cases.length);

describe(`the error estimate for ${cases.length} random preferences, seed ${seed}`, () => {
  beforeAll(() => {
    for (const [i, { scores, preference }] of cases.entries()) {
      const [high, low] = logLikelihoods[i];
      const { logLikelihood, error } = logLikelihoodGradient(scores, preference);
      trueErrors[i] = Math.abs(logLikelihood - high - low);
      reported[i] = error;
      scales[i] = Math.max(1, Math.abs(high));
    }
  });

  test("uses the same random cases as the fixture", () => {
    expect(cases).toHaveLength(10_000);
    expect(checksum(cases)).toBe(expectedChecksum);
  });

  test("bounds the true error in at least 99.9% of cases", () => {
    const bounded = trueErrors.filter((e, i) => e <= reported[i]).length / cases.length;
    const ratios = trueErrors.map((e, i) => (e === 0 ? 0 : e / reported[i]));
    const worst = ratios.indexOf(ratios.reduce((a, b) => Math.max(a, b)));
    expect(bounded, `worst is case ${worst}: ${ratios[worst]} times the reported error`).toBeGreaterThanOrEqual(0.999);
  });

  test("bounds the true error in at least 99% of the largest cases", () => {
    const large = cases.flatMap(({ scores }, i) => (scores.length > 60 ? [i] : []));
    const bounded = large.filter((i) => trueErrors[i] <= reported[i]).length;
    expect(large.length).toBeGreaterThan(200);
    expect(bounded / large.length).toBeGreaterThanOrEqual(0.99);
  });

  test("values are accurate to 1e-12 in all cases", () => {
    const worst = trueErrors.reduce((most, e, i) => Math.max(most, e / scales[i]), 0);
    expect(worst).toBeLessThanOrEqual(1e-12);
  });

  test("the estimate is at most 1e-13·max(1, |log L|) in half of the cases", () => {
    const relative = reported.map((e, i) => e / scales[i]).sort();
    expect(relative[cases.length / 2]).toBeLessThanOrEqual(1e-13);
  });

  test("also bounds the true error at other tolerances", () => {
    for (const tolerance of [1e-15, 1e-8, 1e-4]) {
      const rule = adaptive({ tolerance });
      let bounded = 0;
      for (const [i, { scores, preference }] of cases.entries()) {
        const [high, low] = logLikelihoods[i];
        const { logLikelihood, error } = logLikelihoodGradient(scores, preference, { rule });
        if (Math.abs(logLikelihood - high - low) <= error) bounded++;
        expect(Math.abs(logLikelihood - high - low)).toBeLessThanOrEqual(Math.max(tolerance, 1e-12) * scales[i] * 5);
      }
      expect(bounded / cases.length, `tolerance ${tolerance}`).toBeGreaterThanOrEqual(0.999);
    }
  });

  test("the estimate stays close to or below the requested tolerance", () => {
    const worst = reported.reduce((most, e, i) => Math.max(most, e / scales[i]), 0);
    expect(worst).toBeLessThanOrEqual(5e-12);
  });
});
