import { describe, expect, test } from "vitest";
import { tierAbove } from "../../../src/index.ts";

// Computes the substituted integral ∫ e^{ℓ(y)} dy, ℓ(y) = y − e^y + Σ log(1 − e^{−z}), by the plain trapezoid rule on a fixed window where
// ℓ falls by 40 nats on either side. The adaptive rule is based on this integral.

function exponent(advantages: readonly number[], y: number): number {
  let sum = y - Math.exp(y);
  for (const d of advantages) sum += Math.log(-Math.expm1(-Math.exp(y + d)));
  return sum;
}

/** The points on either side where ℓ has fallen by 40 nats from its maximum. */
function window(advantages: readonly number[]): [number, number] {
  let mode = 0;
  for (let y = -60; y < 20; y += 0.01) if (exponent(advantages, y) > exponent(advantages, mode)) mode = y;
  const floor = exponent(advantages, mode) - 40;
  const edge = (direction: number): number => {
    let y = mode;
    while (exponent(advantages, y) > floor) y += 0.01 * direction;
    return y;
  };
  return [edge(-1), edge(1)];
}

function trapezoid(
  advantages: readonly number[],
  [from, to]: readonly [number, number],
  intervals: number,
  shift: number,
): number {
  const step = (to - from) / intervals;
  let sum = 0;
  for (let k = 0; k <= intervals; k++) sum += Math.exp(exponent(advantages, from + (k + shift) * step));
  return Math.log(sum * step);
}

/** The largest error over four offsets of the grid, since the error at a single offset may vanish by chance. */
function trapezoidError(
  advantages: readonly number[],
  bounds: readonly [number, number],
  intervals: number,
  truth: number,
): number {
  return Math.max(
    ...[0, 0.25, 0.5, 0.75].map((shift) => Math.abs(trapezoid(advantages, bounds, intervals, shift) - truth)),
  );
}

describe("doubling the nodes of the trapezoid rule at least squares its error, down to 1e-13", () => {
  const cases: [string, number[]][] = [
    ["12 items, evenly spread", Array.from({ length: 12 }, (_, i) => i / 3 - 3)],
    ["40 light items", new Array(40).fill(-6)],
    ["8 items with P > 0.99", Array.from({ length: 8 }, (_, i) => 8 + i / 2)],
  ];
  test.each(cases)("%s", (_, advantages) => {
    const truth = tierAbove(advantages, 0).logProbability;
    if (advantages[0] === 8) expect(Math.exp(truth)).toBeGreaterThan(0.99);
    const bounds = window(advantages);
    let error = trapezoidError(advantages, bounds, 8, truth);
    for (let intervals = 16; error > 1e-13; intervals *= 2) {
      const finer = trapezoidError(advantages, bounds, intervals, truth);
      // Squaring does not reduce errors of 1 or more.
      if (error < 1) expect(finer).toBeLessThanOrEqual(Math.max(error ** 2, 1e-13));
      error = finer;
      expect(intervals).toBeLessThanOrEqual(1024);
    }
  });
});
