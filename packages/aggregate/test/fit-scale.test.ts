import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { adaGrad, type Fit, type FitOptions, fitUtilities } from "../src/index.ts";
import { drawPreferences } from "./draw-preferences.ts";

const items = 9;

/** Random data with several tiers, and weights between 1/4 and 4. */
function drawData(seed: number): { preferences: ReturnType<typeof drawPreferences>["preferences"]; weights: number[] } {
  const { preferences } = drawPreferences({ items, samples: 80, tiers: 2 + (seed % 3), maxRanked: 7, seed });
  return { preferences, weights: preferences.map((_, b) => 2 ** ((b * 7919 + seed) % 5) / 4) };
}

const scaled = (weights: readonly number[], factor: number): number[] => weights.map((weight) => weight * factor);

/** Asserts that utilities agree to 1e-9 standard errors and that standard errors are proportional to 1/√factor. */
function expectSame(fit: Fit, other: Fit, factor: number): void {
  expect(other.converged).toBe(true);
  const errors = fit.standardErrors ?? new Float64Array();
  expect(errors).toHaveLength(items);
  for (let i = 0; i < items; i++) {
    expect(Math.abs(other.utilities[i] - fit.utilities[i])).toBeLessThanOrEqual(1e-9 * errors[i]);
    const ratio = ((other.standardErrors?.[i] ?? Number.NaN) / errors[i]) * Math.sqrt(factor);
    expect(Math.abs(ratio - 1)).toBeLessThanOrEqual(1e-9);
  }
  expect(Math.abs(other.logLikelihood / factor / fit.logLikelihood - 1)).toBeLessThanOrEqual(1e-12);
}

const seeds = fc.integer({ min: 1, max: 1_000_000 });
const factors = fc.oneof(
  fc.double({ min: -12, max: 12, noNaN: true }).map((power) => 10 ** power),
  fc.constantFrom(1e-300, 1e300, 1e-12, 1e12),
);

describe("multiplying the weights by a constant", () => {
  test("leaves the utilities unchanged and divides the standard errors by the square root of the constant", () => {
    fc.assert(
      fc.property(seeds, factors, (seed, factor) => {
        const { preferences, weights } = drawData(seed);
        fc.pre(fitUtilities(preferences, { items, weights, interval: false }).unbeatenItems === undefined);
        const fit = fitUtilities(preferences, { items, weights });
        expectSame(fit, fitUtilities(preferences, { items, weights: scaled(weights, factor) }), factor);
      }),
      { numRuns: 40, seed: 17 },
    );
  });

  test("leaves the utilities unchanged if the prior is multiplied by the same constant", () => {
    fc.assert(
      fc.property(seeds, factors, (seed, factor) => {
        const { preferences, weights } = drawData(seed);
        const fit = fitUtilities(preferences, { items, weights, prior: 0.3 });
        const other = fitUtilities(preferences, { items, weights: scaled(weights, factor), prior: 0.3 * factor });
        expectSame(fit, other, factor);
      }),
      { numRuns: 40, seed: 18 },
    );
  });

  test("reduces the effect of an unchanged prior: doubling the weights has the effect of halving the prior", () => {
    const { preferences, weights } = drawData(5);
    const twice = fitUtilities(preferences, { items, weights: scaled(weights, 2), prior: 3 });
    const half = fitUtilities(preferences, { items, weights, prior: 1.5 });
    const same = fitUtilities(preferences, { items, weights, prior: 3 });
    for (let i = 0; i < items; i++) expect(twice.utilities[i]).toBeCloseTo(half.utilities[i], 12);
    expect(Math.max(...twice.utilities)).toBeGreaterThan(Math.max(...same.utilities) + 1e-3);
  });

  test("does not change the utilities if the fit computes no standard errors and thus no matrix", () => {
    const { preferences, weights } = drawData(6);
    const fit = fitUtilities(preferences, { items, weights });
    for (const factor of [1e-300, 1e-12, 0.3, 1e12, 1e300]) {
      const options = { items, weights: scaled(weights, factor), interval: false } as const;
      const { utilities, converged } = fitUtilities(preferences, options);
      expect(converged).toBe(true);
      for (let i = 0; i < items; i++) {
        const error = fit.standardErrors?.[i] ?? 0;
        expect(Math.abs(utilities[i] - fit.utilities[i])).toBeLessThanOrEqual(1e-9 * error);
      }
    }
  });

  test("does not change an AdaGrad fit, even if the squares of weights underflow or overflow", () => {
    const { preferences, weights } = drawData(7);
    const options: FitOptions = { items, solver: adaGrad({ seed: 3 }), prior: 0 };
    const fit = fitUtilities(preferences, { ...options, weights });
    expect(fit.converged).toBe(true);
    expect(Math.max(...fit.utilities)).toBeGreaterThan(0.5);
    for (const factor of [2 ** -1000, 2 ** -40, 2 ** 40, 2 ** 1000]) {
      const other = fitUtilities(preferences, { ...options, weights: scaled(weights, factor) });
      expect(other.utilities).toEqual(fit.utilities);
      expect(other).toMatchObject({ converged: true, iterations: fit.iterations, validationLoss: fit.validationLoss });
    }
  });
});

describe("AdaGrad", () => {
  const duels = Array.from({ length: 60 }, (_, b) => ({ tiers: b % 3 === 0 ? [[1], [0]] : [[0], [1]] }));

  test("never holds out observations with a weight of 0, because their mean loss is NaN", () => {
    const weights = duels.map((_, b) => (b < 30 ? 0 : 1));
    for (let seed = 0; seed < 5; seed++) {
      const { validationLoss } = fitUtilities(duels, { items: 2, solver: adaGrad({ seed }), weights });
      expect(validationLoss).toBeGreaterThan(0);
    }
    const alone = duels.map((_, b) => (b === 7 ? 1 : 0));
    expect(() => fitUtilities(duels, { items: 2, solver: "adagrad", weights: alone })).toThrow(
      "preferences[7] is the only entry with a positive weight, so none can be held out; set validation to 0",
    );
  });

  test("AdaGrad moves items with tiny weights as fast as other items", () => {
    // Items 2 and 3 occur only in observations of weight 1e-150.
    const rare = duels.map(({ tiers }) => ({ tiers: tiers.map(([i]) => [i + 2]), rest: "unobserved" as const }));
    const common = duels.map(({ tiers }) => ({ tiers, rest: "unobserved" as const }));
    const weights = [...common.map(() => 1), ...rare.map(() => 1e-150)];
    const solver = adaGrad({ validation: 0, epochs: 300, batchSize: 1000 });
    const options: FitOptions = { items: 4, solver, weights };
    const { utilities } = fitUtilities([...common, ...rare], options);
    expect(utilities[0] - utilities[1]).toBeCloseTo(Math.log(2), 2);
    expect(utilities[2] - utilities[3]).toBeCloseTo(Math.log(2), 2);
  });

  test("reports that the fit did not converge if no step lowered the validation loss, or if nothing was held out", () => {
    // One observation is for training and the other, which contradicts it, for validation.
    const opposed = [{ tiers: [[0], [1]] }, { tiers: [[1], [0]] }];
    const fit = fitUtilities(opposed, { items: 2, solver: "adagrad" });
    expect(fit.converged).toBe(false);
    expect(fit.problem).toContain("no step lowered the validation loss");
    const unseen = fitUtilities(duels, { items: 2, solver: adaGrad({ validation: 0, epochs: 2 }) });
    expect(unseen).toMatchObject({ converged: false, problem: expect.stringContaining("nothing was held out") });
    const short = fitUtilities(duels, { items: 2, solver: adaGrad({ epochs: 2 }) });
    expect(short).toMatchObject({ converged: false, problem: expect.stringContaining("raise epochs") });
  });
});
