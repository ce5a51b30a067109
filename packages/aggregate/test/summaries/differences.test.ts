import { describe, expect, test } from "vitest";
import { bootstrap, difference, fitBattles, fitUtilities, simultaneousIntervals } from "../../src/index.ts";
import { readFixture, withoutClusters } from "../read-battles.ts";

const battles = withoutClusters(readFixture());
const fit = fitBattles(battles);

describe("a difference", () => {
  test("a difference has the variance that the covariance implies, and changes its sign if the items are exchanged", () => {
    const { difference: d, standardError, interval } = difference(fit, 0, 3);
    expect(d).toBe(fit.utilities[0] - fit.utilities[3]);
    const back = difference(fit, 3, 0, { level: 0.5 });
    expect(back.difference).toBe(-d);
    expect(back.standardError).toBeCloseTo(standardError, 15);
    expect(interval[1] - d).toBeCloseTo(1.959963984540054 * standardError, 12);
    expect(back.interval[1] + d).toBeCloseTo(0.6744897501960817 * standardError, 12);
    expect(difference(fit, 2, 2)).toMatchObject({ difference: 0, standardError: 0 });
  });

  test("rejects invalid items, and a fit without covariance", () => {
    expect(() => difference(fit, 0, 8)).toThrow("j is 8; expected the index of an item, from 0 to 7");
    expect(() => difference(fit, 0, 1, { level: 95 })).toThrow("level is 95; expected a number between 0 and 1");
    expect(() => difference(fitBattles(battles, { interval: false }), 0, 1)).toThrow("the fit has no covariance");
  });
});

describe("simultaneous intervals", () => {
  test("intervals for two items have a critical value of 1.96, so they need no adjustment", () => {
    const two = fitUtilities([{ tiers: [[0]] }, { tiers: [[1]] }], { items: 2, weights: [30, 10] });
    expect(simultaneousIntervals(two, { draws: 40_000 }).critical).toBeCloseTo(1.96, 1);
    expect(simultaneousIntervals(two, { draws: 40_000, of: "differences" }).critical).toBeCloseTo(1.96, 1);
  });

  test("intervals for k independent variables have Šidák's critical value, seed 0", () => {
    const covariance = new Float64Array(100);
    for (let i = 0; i < 10; i++) covariance[i * 11] = (i + 1) ** 2;
    const { critical, intervals } = simultaneousIntervals(
      { utilities: new Float64Array(10), covariance },
      { draws: 60_000 },
    );
    // Šidák's value is the normal quantile at (1 + 0.95^{1/10})/2.
    expect(Math.abs(critical - 2.7995)).toBeLessThan(0.03);
    expect(intervals[19]).toBeCloseTo(10 * critical, 12);
  });

  test("intervals use the draws of a bootstrap, and are wider than individual intervals", () => {
    const resampled = fitBattles(battles, { interval: bootstrap({ resamples: 2000, seed: 2 }) });
    const [a, b] = [simultaneousIntervals(fit), simultaneousIntervals(resampled)];
    expect(a.critical).toBeGreaterThan(2.5);
    expect(Math.abs(a.critical - b.critical)).toBeLessThan(0.2);
    expect(simultaneousIntervals(fit, { of: "differences" }).critical).toBeGreaterThan(a.critical);
  });
});
