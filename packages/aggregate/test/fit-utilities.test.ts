import { readFileSync } from "node:fs";
import { join } from "node:path";
import { logLikelihoodGradient, type Preference } from "@tierwise/core-integrator";
import { readPrefLib } from "@tierwise/data";
import { randomStream } from "@tierwise/random";
import { describeWithRealData } from "@tierwise/testing";
import { describe, expect, test } from "vitest";
import { fitUtilities, lbfgs } from "../src/index.ts";
import { drawPreferences, drawRanking } from "./draw-preferences.ts";

/** Hunter's MM algorithm (2004) for full or partial orders (equation 1). The algorithm needs neither integrals nor gradients. */
function fitOrders(orders: readonly (readonly number[])[], items: number): Float64Array {
  let gamma = new Float64Array(items).fill(1);
  for (let round = 0; round < 20_000; round++) {
    const wins = new Float64Array(items);
    const losses = new Float64Array(items);
    for (const order of orders) {
      let mass = order.reduce((sum, item) => sum + gamma[item], 0);
      let perMass = 0;
      for (const [place, item] of order.entries()) {
        if (place < order.length - 1) {
          wins[item]++;
          perMass += 1 / mass;
        }
        losses[item] += perMass;
        mass -= gamma[item];
      }
    }
    const next = gamma.map((_, i) => wins[i] / losses[i]);
    const change = Math.max(...next.map((g, i) => Math.abs(Math.log(g / gamma[i]))));
    gamma = next;
    if (change < 1e-13) break;
  }
  const logs = gamma.map(Math.log);
  const mean = logs.reduce((sum, w) => sum + w, 0) / items;
  return logs.map((w) => w - mean);
}

describe("fitUtilities", () => {
  test("for two items, the difference is the log-odds of the wins, with the standard error of a logit", () => {
    const preferences: Preference[] = [{ tiers: [[0]] }, { tiers: [[1]] }];
    const { utilities, standardErrors, converged, gradientNorm } = fitUtilities(preferences, {
      items: 2,
      weights: [30, 10],
    });
    expect(converged).toBe(true);
    expect(gradientNorm).toBeLessThanOrEqual(1e-8);
    expect(utilities[0] - utilities[1]).toBeCloseTo(Math.log(3), 6);
    // The difference has variance 1/30 + 1/10; each centered utility is half the difference.
    expect(standardErrors?.[0]).toBeCloseTo(Math.sqrt(1 / 30 + 1 / 10) / 2, 6);
  });

  test("agrees on full rankings with an independent fit of equation 1 by the MM algorithm, seed 4", () => {
    const random = randomStream(4);
    const truth = Float64Array.from({ length: 8 }, (_, i) => i / 3);
    const orders = Array.from({ length: 60 }, () => drawRanking(truth, random));
    const preferences = orders.map((order) => ({ tiers: order.map((item) => [item]) }));
    const expected = fitOrders(orders, 8);
    const { utilities } = fitUtilities(preferences, { items: 8, interval: false });
    for (const [i, w] of utilities.entries()) expect(Math.abs(w - expected[i])).toBeLessThanOrEqual(1e-6);
  });

  test("the gradient vanishes at the fitted utilities, with tiers, rests and weights", () => {
    const { preferences } = drawPreferences({ items: 30, samples: 200, tiers: 4, maxRanked: 20, seed: 3 });
    const weights = preferences.map((_, b) => 1 + (b % 3));
    const { utilities, converged } = fitUtilities(preferences, { items: 30, weights });
    expect(converged).toBe(true);
    const sum = new Float64Array(30);
    for (const [b, preference] of preferences.entries()) {
      for (const [i, g] of logLikelihoodGradient(utilities, preference).gradient.entries()) sum[i] += weights[b] * g;
    }
    for (const g of sum) expect(Math.abs(g)).toBeLessThanOrEqual(1e-8 * 400);
  });

  test("95% intervals cover the true value in 93% to 97% of cases, seed 9", () => {
    const items = 8;
    let covered = 0;
    let intervals = 0;
    for (let study = 0; study < 300; study++) {
      const { utilities, preferences } = drawPreferences({
        items,
        samples: 80,
        tiers: 3,
        maxRanked: 6,
        seed: 9000 + study,
      });
      const fit = fitUtilities(preferences, { items });
      const mean = utilities.reduce((sum, q) => sum + q, 0) / items;
      for (let i = 0; i < items; i++) {
        const error = fit.standardErrors?.[i] ?? Number.NaN;
        if (Math.abs(fit.utilities[i] - (utilities[i] - mean)) <= 1.959964 * error) covered++;
        intervals++;
      }
    }
    expect(covered / intervals).toBeGreaterThanOrEqual(0.93);
    expect(covered / intervals).toBeLessThanOrEqual(0.97);
  });

  test("reports items that are never below the others instead of diverging, and a prior makes the utilities finite", () => {
    const pairs = [
      [2, 0],
      [2, 1],
      [0, 1],
      [1, 0],
    ];
    const preferences = pairs.map(([a, b]): Preference => ({ tiers: [[a], [b]], rest: "unobserved" }));
    const lost = fitUtilities(preferences, { items: 3 });
    expect(lost.converged).toBe(false);
    expect(Array.from(lost.unbeatenItems ?? [])).toEqual([2]);
    expect(lost.problem).toBe(
      "item 2 is never ranked below the others, so the most likely utilities are infinite; set a prior",
    );
    const fit = fitUtilities(preferences, { items: 3, prior: 0.1 });
    expect(fit.converged).toBe(true);
    expect(fit.unbeatenItems).toBeUndefined();
    expect(fit.utilities[2]).toBeGreaterThan(fit.utilities[0]);
    expect(fit.utilities[0]).toBeCloseTo(fit.utilities[1], 6);
    expect(fit.standardErrors?.every(Number.isFinite)).toBe(true);
  });

  test("accepts zero items, one item, and a prior without preferences", () => {
    expect(fitUtilities([], { items: 0 })).toMatchObject({ converged: true });
    expect(fitUtilities([{ tiers: [[0]] }], { items: 1 })).toMatchObject({ converged: true, logLikelihood: 0 });
    expect(Array.from(fitUtilities([], { items: 3, prior: 1 }).utilities)).toEqual([0, 0, 0]);
    expect(fitUtilities([], { items: 3 }).problem).toContain("never ranked below");
  });

  const bad: [string, () => unknown, string][] = [
    [
      "a negative prior",
      () => fitUtilities([], { items: 2, prior: -1 }),
      "prior is -1; expected a nonnegative finite number",
    ],
    [
      "a negative weight",
      () => fitUtilities([{ tiers: [[0]] }], { items: 2, weights: [-1] }),
      "weights[0] is -1; expected a nonnegative finite number",
    ],
    [
      "a tolerance of 0",
      () => fitUtilities([], { items: 2, solver: lbfgs({ tolerance: 0 }) }),
      "tolerance is 0; expected a positive number",
    ],
    [
      "an invalid preference",
      () => fitUtilities([{ tiers: [[5]] }], { items: 2 }),
      "preferences[0]: tiers[0][0] is 5, not an item",
    ],
    [
      "too many weights",
      () => fitUtilities([], { items: 2, prior: 1, weights: [1] }),
      "weights has length 1; expected 0",
    ],
  ];
  test.each(bad)("reports the offending argument: %s", (_, call, message) => {
    expect(call).toThrow(message);
  });
});

describeWithRealData("nascar2002", "NASCAR 2002", (path) => {
  test("a fit of 83 drivers ranks the best and the worst drivers in the same order as Hunter (2004)", () => {
    const rows = readFileSync(join(path, "nascar2002.txt"), "utf8").trim().split("\n").slice(1);
    const races = new Map<number, { driver: number; place: number }[]>();
    for (const row of rows) {
      const [driver, race, place] = row.trim().split(/\s+/).map(Number);
      races.set(race, [...(races.get(race) ?? []), { driver: driver - 1, place }]);
    }
    const preferences = [...races.values()].map((finishers) => ({
      tiers: finishers.sort((a, b) => a.place - b.place).map(({ driver }) => [driver]),
      rest: "unobserved" as const,
    }));
    const { utilities, standardErrors, converged, gradientNorm } = fitUtilities(preferences, { items: 83 });
    expect(converged).toBe(true);
    expect(gradientNorm).toBeLessThanOrEqual(1e-8);
    expect(standardErrors?.every((error) => error > 0.1 && error < 2)).toBe(true);
    const orders = preferences.map(({ tiers }) => tiers.map(([driver]) => driver));
    const expected = fitOrders(orders, 83);
    for (const [i, w] of utilities.entries()) expect(Math.abs(w - expected[i])).toBeLessThanOrEqual(1e-6);
  });
});

describeWithRealData("preflib", "PrefLib", (path) => {
  test("fits Debian's votes of 2002, with ties and partial orders", async () => {
    const { itemNames, preferences, weights } = await readPrefLib(join(path, "00002-debian", "00002-00000001.toc"));
    const { utilities, converged } = fitUtilities(preferences, { items: itemNames.length, weights });
    expect(converged).toBe(true);
    expect(utilities).toHaveLength(4);
  });
});
