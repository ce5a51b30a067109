import { fitUtilities, information, lbfgs } from "@tierwise/aggregate";
import { logLikelihoodGradient } from "@tierwise/core-integrator";
import { type Random, randomStream } from "@tierwise/random";
import { samplePlackettLuce } from "@tierwise/sim";
import { describe, expect, test } from "vitest";
import { breakIntoPairs, fitFromGraphs, type PreferenceGraph, preferencesFromGraphs } from "../src/index.ts";

const truth = Float64Array.from({ length: 12 }, (_, i) => (i - 5.5) / 4);

/** Draws a ranking of all items, divides it into tiers at up to three random places, and returns the graph of the tiers. */
function drawGraph(random: Random): PreferenceGraph {
  const ranking = samplePlackettLuce(truth, random);
  const cuts = new Set(Array.from({ length: 3 }, () => 1 + Math.floor(random() * (ranking.length - 1))));
  const tierOf = Array.from(ranking, (_, place) => [...cuts].filter((cut) => cut <= place).length);
  const edges: [number, number][] = [];
  for (let a = 0; a < ranking.length; a++) {
    for (let b = a + 1; b < ranking.length; b++) if (tierOf[b] - tierOf[a] === 1) edges.push([ranking[a], ranking[b]]);
  }
  return { items: ranking, edges };
}

const random = randomStream(11);
const graphs = Array.from({ length: 600 }, () => drawGraph(random));
const errorOf = (utilities: Float64Array): number =>
  utilities.reduce((sum, w, i) => sum + (w - truth[i]) ** 2, 0) / truth.length;

describe("fitFromGraphs", () => {
  test("recovers the utilities, with correct standard errors, seed 11", () => {
    const { utilities, standardErrors, converged, uninformative } = fitFromGraphs(graphs, { items: 12 });
    expect(converged).toBe(true);
    expect(uninformative).toHaveLength(0);
    const normalized = utilities.map((w, i) => (w - truth[i]) / (standardErrors?.[i] ?? 0));
    expect(Math.max(...normalized.map(Math.abs))).toBeLessThan(3.5);
    expect(errorOf(utilities)).toBeLessThan(0.01);
  });

  test("the error decreases as maxTier increases, and pairs are about as good as order 1, seed 11", () => {
    const errors = [1, 3, 12].map((maxTier) => errorOf(fitFromGraphs(graphs, { items: 12, maxTier }).utilities));
    expect(errors).toEqual(errors.toSorted((a, b) => b - a));
    expect(errors[0]).toBeGreaterThan(1.5 * errors[2]);
    const pairs = errorOf(fitFromGraphs(graphs, { items: 12, breaking: "pairs" }).utilities);
    expect(pairs).toBeGreaterThan(1.2 * errors[2]);
    expect(pairs).toBeLessThan(2 * errors[0]);
  });

  test("the fit of order 1 solves the equations of Khetan & Oh for choosing one of the items that remain", () => {
    const { utilities } = fitFromGraphs(graphs, { items: 12, maxTier: 1, interval: false });
    const gradient = new Float64Array(12);
    for (const { tiers } of preferencesFromGraphs(graphs)) {
      for (const [m, tier] of tiers.entries()) {
        const left = tiers.slice(m).flat();
        if (tier.length > 1 || left.length === 1) continue;
        const mass = left.reduce((sum, item) => sum + Math.exp(utilities[item]), 0);
        gradient[tier[0]] += 1;
        for (const item of left) gradient[item] -= Math.exp(utilities[item]) / mass;
      }
    }
    for (const g of gradient) expect(Math.abs(g)).toBeLessThanOrEqual(1e-8 * graphs.length);
  });

  test("passes options and weights to fitUtilities", () => {
    const options = { items: 12, prior: 2, weights: graphs.map((_, g) => g % 4), interval: false } as const;
    const preferences = preferencesFromGraphs(graphs);
    expect(fitFromGraphs(graphs, options).utilities).toEqual(fitUtilities(preferences, options).utilities);
    const pairs = breakIntoPairs(preferences, options.weights);
    expect(fitFromGraphs(graphs, { ...options, breaking: "pairs" }).utilities).toEqual(
      fitUtilities(pairs.preferences, { ...options, weights: pairs.weights }).utilities,
    );
    const sum = new Float64Array(12);
    const { utilities } = fitFromGraphs(graphs, options);
    for (const [g, preference] of preferences.entries()) {
      const { gradient } = logLikelihoodGradient(utilities, preference);
      for (const [i, slope] of gradient.entries()) sum[i] += options.weights[g] * slope;
    }
    for (const [i, slope] of sum.entries()) expect(slope).toBeCloseTo(2 * utilities[i], 4);
  });

  test.each(["partition", "pairs"] as const)(
    "with `breaking: %s`, utilities do not change if all weights are multiplied by a constant",
    (breaking) => {
      const some = graphs.slice(0, 100);
      const weights = some.map((_, g) => 1 + (g % 3));
      const fit = fitFromGraphs(some, { items: 12, weights, breaking });
      for (const factor of [1e-300, 1e-12, 1e12, 1e300]) {
        const other = fitFromGraphs(some, { items: 12, weights: weights.map((weight) => weight * factor), breaking });
        expect(other.converged).toBe(true);
        for (const [i, w] of other.utilities.entries())
          expect(Math.abs(w - fit.utilities[i])).toBeLessThanOrEqual(1e-10);
      }
    },
  );

  test.each(["partition", "pairs"] as const)("with `breaking: %s`, reports if a fit did not converge", (breaking) => {
    const fit = fitFromGraphs(graphs, { items: 12, breaking, solver: lbfgs({ maxIterations: 1 }) });
    expect(fit).toMatchObject({ converged: false, problem: expect.stringContaining("raise maxIterations") });
    expect(fit).not.toHaveProperty("standardErrors");
    expect(() => fitFromGraphs(graphs, { items: 12, breaking, maxItems: 11 })).toThrow("maxItems");
  });

  test("reports uninformative graphs, and does not converge if all graphs are uninformative", () => {
    const nothing = { items: [0, 1, 2, 3], edges: Int32Array.of(0, 1, 2, 3) };
    const fit = fitFromGraphs([graphs[0], nothing, graphs[1], { items: [3], edges: [] }], { items: 12, prior: 1 });
    expect(Array.from(fit.uninformative)).toEqual([1, 3]);
    expect(fit.utilities).toEqual(fitFromGraphs(graphs.slice(0, 2), { items: 12, prior: 1 }).utilities);
    expect(fitFromGraphs([nothing], { items: 4 })).toMatchObject({
      converged: false,
      problem: expect.stringContaining("never ranked below"),
    });
  });

  const bad: [string, () => unknown, string][] = [
    [
      "an unknown way of breaking",
      () => fitFromGraphs([], { items: 2, breaking: "all" as "pairs" }),
      'breaking is "all"; expected "partition" or "pairs"',
    ],
    [
      "standard errors of pairs",
      () => fitFromGraphs([], { items: 2, breaking: "pairs", interval: information() }),
      'interval is information; expected "none" if breaking is "pairs"',
    ],
    [
      "an item that is out of range",
      () => fitFromGraphs([{ items: [0, 9], edges: [[0, 9]] }], { items: 2 }),
      "preferences[0]: tiers[1][0] is 9, not an item",
    ],
  ];
  test.each(bad)("rejects %s", (_, call, message) => {
    expect(call).toThrow(message);
  });
});
