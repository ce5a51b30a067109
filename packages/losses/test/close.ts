import { expect } from "vitest";

/** Asserts that a and b differ by at most `tolerance` times the largest of |a|, |b| and 1. */
export function expectClose(a: number, b: number, tolerance: number): void {
  expect(Math.abs(a - b)).toBeLessThanOrEqual(tolerance * Math.max(1, Math.abs(a), Math.abs(b)));
}

/** Asserts that the loss of `scores` is exact up to 8 ulps of the largest number involved. */
export function expectExact(value: number, expected: number, scores: readonly number[]): void {
  const scale = Math.max(1, Math.abs(expected), ...scores.map(Math.abs));
  expect(Math.abs(value - expected)).toBeLessThanOrEqual(8 * Number.EPSILON * scale);
}

/** The largest |a_i − b_i|, relative to the largest |b_i| or, if that is smaller, to 1e-300. */
export function maxNormError(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let error = 0;
  let size = 1e-300;
  for (let i = 0; i < b.length; i++) {
    error = Math.max(error, Math.abs(a[i] - b[i]));
    size = Math.max(size, Math.abs(b[i]));
  }
  return error / size;
}
