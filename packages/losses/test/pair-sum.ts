import type { Preference, Scores } from "@tierwise/core-integrator";
import { expect } from "vitest";
import type { RankingLoss } from "../src/index.ts";

/** Every nonempty tier, including the unnamed rest if it is the lowest tier. */
function observedTiers(itemCount: number, { tiers, rest = "lowest" }: Preference): number[][] {
  const all = tiers.map((tier) => Array.from(tier));
  const named = new Set(all.flat());
  if (rest === "lowest") all.push([...new Array(itemCount).keys()].filter((item) => !named.has(item)));
  return all.filter((tier) => tier.length > 0);
}

/** Σ f(w_j − w_i) over every pair with i in a higher tier than j, computed directly, and the gradient from f′. */
export function pairSum(
  scores: Scores,
  preference: Preference,
  f: (d: number) => number,
  slope: (d: number) => number,
): { sum: number; gradient: Float64Array } {
  const tiers = observedTiers(scores.length, preference);
  const gradient = new Float64Array(scores.length);
  let sum = 0;
  for (const [m, upper] of tiers.entries()) {
    const lower = tiers.slice(m + 1).flat();
    for (const i of upper) {
      let partial = 0; // Summing in parts keeps the reference accurate to 1e-14.
      for (const j of lower) {
        const d = scores[j] - scores[i];
        partial += f(d);
        gradient[i] -= slope(d);
        gradient[j] += slope(d);
      }
      sum += partial;
    }
  }
  return { sum, gradient };
}

export const hinge = (d: number): number => Math.max(0, 1 + d);
export const hingeSlope = (d: number): number => (1 + d > 0 ? 1 : 0);
export const softplus = (d: number): number => Math.max(d, 0) + Math.log1p(Math.exp(-Math.abs(d)));
export const logistic = (d: number): number => (d > 0 ? 1 / (1 + Math.exp(-d)) : Math.exp(d) / (1 + Math.exp(d)));

/**
 * Asserts that a loss and its gradient equal the sum of f(w_j − w_i) to a relative error of 1e-12 for 500 of a million items, and take less
 * than a second of CPU time (which, unlike elapsed time, other processes do not affect). Scores take 64 values, so the sum has 64² distinct
 * terms.
 */
export function expectMillionPairSum(loss: RankingLoss, f: (d: number) => number): void {
  const itemCount = 1e6;
  const stepOf = (item: number): number => (item * 29) % 64;
  const scores = Float64Array.from({ length: itemCount }, (_, item) => stepOf(item) / 8 - 4);
  const tier = Int32Array.from({ length: 500 }, (_, i) => 1999 * i);
  const gradient = new Float64Array(itemCount);
  loss(scores, { tiers: [tier] }, gradient); // The first call triggers compilation.
  const start = process.cpuUsage();
  const value = loss(scores, { tiers: [tier] }, gradient);
  expect(process.cpuUsage(start).user).toBeLessThan(1e6);

  const upper = new Float64Array(64);
  const lower = new Float64Array(64).fill(itemCount / 64);
  for (const item of tier) {
    upper[stepOf(item)]++;
    lower[stepOf(item)]--;
  }
  let expected = 0;
  for (let a = 0; a < 64; a++) for (let b = 0; b < 64; b++) expected += upper[a] * lower[b] * f((b - a) / 8);
  expect(Math.abs(value - expected)).toBeLessThanOrEqual(1e-12 * expected);
}
