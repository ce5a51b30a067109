import { logLikelihoodGradient, type Preference } from "@tierwise/core-integrator";
import { randomStream } from "@tierwise/random";
import { describe, expect, test } from "vitest";
import { bootstrap, type Fit, fitUtilities, information, lbfgs, sandwich } from "../../src/index.ts";
import { drawPreferences } from "../draw-preferences.ts";

const items = 7;
const { preferences } = drawPreferences({ items, samples: 150, tiers: 3, maxRanked: 5, seed: 21 });
const clusters = preferences.map((_, b) => b % 25);

/** H⁻¹·(Σ_c s_c·s_cᵀ)·H⁻¹, computed from one gradient at a time. */
function plainSandwich(fit: Fit, groups: readonly number[]): number[] {
  const scores = new Map<number, Float64Array>();
  for (const [b, preference] of preferences.entries()) {
    const sum = scores.get(groups[b]) ?? new Float64Array(items);
    for (const [i, g] of logLikelihoodGradient(fit.utilities, preference).gradient.entries()) sum[i] += g;
    scores.set(groups[b], sum);
  }
  const inverse = fit.covariance ?? new Float64Array();
  return Array.from({ length: items }, (_, i) => {
    let variance = 0;
    for (const score of scores.values()) {
      const entry = score.reduce((sum, s, k) => sum + inverse[i * items + k] * s, 0);
      variance += entry * entry;
    }
    return Math.sqrt(variance);
  });
}

describe("intervals from preferences with tiers", () => {
  const fit = fitUtilities(preferences, { items });

  test("the sandwich equals a direct sum over the gradients of votes and of clusters", () => {
    const votes = preferences.map((_, b) => b);
    const { standardErrors } = fitUtilities(preferences, { items, interval: sandwich() });
    for (const [i, error] of plainSandwich(fit, votes).entries()) expect(standardErrors?.[i]).toBeCloseTo(error, 9);
    const clustered = fitUtilities(preferences, { items, interval: "sandwich", clusters });
    expect(clustered.interval?.method).toBe("sandwich, 25 clusters");
    for (const [i, error] of plainSandwich(fit, clusters).entries()) {
      expect(clustered.standardErrors?.[i]).toBeCloseTo(error * Math.sqrt(25 / 24), 9);
    }
  });

  test("the bootstrap agrees with the sandwich to 15%, and its refits are exact, seed 4", () => {
    const resampled = fitUtilities(preferences, { items, interval: bootstrap({ resamples: 300, seed: 4 }) });
    const robust = fitUtilities(preferences, { items, interval: sandwich() });
    for (const [i, error] of (robust.standardErrors ?? []).entries()) {
      expect(Math.abs((resampled.standardErrors?.[i] ?? 0) / error - 1)).toBeLessThan(0.15);
    }
    expect(resampled.draws?.count).toBe(300);
    const again = fitUtilities(preferences, { items, interval: bootstrap({ resamples: 300, seed: 4 }) });
    expect(again.draws).toEqual(resampled.draws);
    const clustered = fitUtilities(preferences, { items, clusters, interval: bootstrap({ resamples: 20 }) });
    expect(clustered.interval?.method).toBe("bootstrap, 20 resamples of 25 clusters");
  });

  test("the covariance has squared standard errors on its diagonal, and its rows sum to 0", () => {
    for (let i = 0; i < items; i++) {
      const row = fit.covariance?.subarray(i * items, (i + 1) * items) ?? new Float64Array();
      expect(Math.sqrt(row[i])).toBeCloseTo(fit.standardErrors?.[i] ?? Number.NaN, 14);
      expect(row.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 12);
    }
  });

  test("invalid clusters are rejected", () => {
    expect(() => fitUtilities(preferences, { items, clusters: [0] })).toThrow("clusters has length 1; expected 150");
    expect(() => fitUtilities(preferences, { items, clusters: clusters.map(() => -1) })).toThrow("clusters[0] is -1");
  });
});

describe("duels", () => {
  const random = randomStream(8);
  const duels = (n: number, count: number): Preference[] =>
    Array.from({ length: count }, () => {
      const i = Math.floor(n * random());
      const j = (i + 1 + Math.floor((n - 1) * random())) % n;
      return { tiers: random() < 1 / (1 + Math.exp((i - j) / n)) ? [[j], [i]] : [[i], [j]], rest: "unobserved" };
    });

  test("Newton's method and L-BFGS give the same fit, seed 8", () => {
    const data = duels(30, 3000);
    const [newton, other] = [fitUtilities(data, { items: 30 }), fitUtilities(data, { items: 30, solver: lbfgs() })];
    for (let i = 0; i < 30; i++) {
      expect(Math.abs(newton.utilities[i] - other.utilities[i])).toBeLessThan(1e-9);
      // The tolerance allows for the end point of L-BFGS, which is up to 1e-6 from the maximum.
      expect((newton.standardErrors?.[i] ?? 0) / (other.standardErrors?.[i] ?? 1)).toBeCloseTo(1, 7);
    }
    expect(newton.logLikelihood).toBeCloseTo(other.logLikelihood, 8);
    expect(newton.iterations).toBeLessThan(10);
  });

  test("sampled standard errors for 2500 items agree with the exact ones", () => {
    const n = 2500;
    const data = duels(n, 60_000);
    const sampled = fitUtilities(data, { items: n, interval: information(), prior: 0.5 });
    expect(sampled.interval?.method).toBe("observed information, with its inverse sampled by 64 random vectors");
    expect(sampled).not.toHaveProperty("covariance");
    const bound = sampled.interval?.relativeError ?? Number.NaN;
    expect(bound).toBeLessThan(0.03);
    // Solving for a unit vector gives one exact column of the inverse information, and thus one exact variance.
    let [squares, count] = [0, 0];
    const interval = {
      name: "exact at some items",
      estimate: (maximum: Parameters<ReturnType<typeof information>["estimate"]>[0]) => {
        for (let i = 0; i < n; i += 250) {
          const unit = new Float64Array(n);
          unit[i] = 1;
          const exact = Math.sqrt(maximum.solve(unit)[i] / maximum.unit);
          squares += ((sampled.standardErrors?.[i] ?? 0) / exact - 1) ** 2;
          count++;
        }
        return { method: "", standardErrors: maximum.parameters };
      },
    };
    fitUtilities(data, { items: n, interval, prior: 0.5 });
    expect(Math.sqrt(squares / count)).toBeLessThan(3 * bound);
  });
});

test("a chain of 3500 items, too many for a matrix, is fitted exactly: neighbors are log 2 apart", () => {
  const n = 3500;
  const pairs = Array.from({ length: n - 1 }, (_, i) => [
    [i, i + 1],
    [i + 1, i],
  ]).flat();
  const chain = pairs.map(([a, b]): Preference => ({ tiers: [[a], [b]], rest: "unobserved" }));
  const fit = fitUtilities(chain, { items: n, weights: pairs.map((_, b) => 2 - (b % 2)), interval: false });
  expect(fit.converged).toBe(true);
  expect(fit.iterations).toBeLessThan(10);
  for (let i = 0; i + 1 < n; i++)
    expect(Math.abs(fit.utilities[i] - fit.utilities[i + 1] - Math.LN2)).toBeLessThan(1e-9);
});
