import { exponential } from "./exponential.ts";

// Passes over contiguous Float64Arrays; four running maxima and sums keep the processor's pipeline full.

/** The largest of values[from … to − 1]; −∞ if the range is empty. */
export function maximum(values: Float64Array, from: number, to: number): number {
  let a = Number.NEGATIVE_INFINITY;
  let b = a;
  let c = a;
  let d = a;
  let i = from;
  for (; i + 3 < to; i += 4) {
    if (values[i] > a) a = values[i];
    if (values[i + 1] > b) b = values[i + 1];
    if (values[i + 2] > c) c = values[i + 2];
    if (values[i + 3] > d) d = values[i + 3];
  }
  for (; i < to; i++) if (values[i] > a) a = values[i];
  return Math.max(a, b, c, d);
}

/** The number of terms per block. Adding block sums keeps the rounding error independent of the number of items. */
const BLOCK = 64;

/**
 * Replaces each of values[from … to − 1] by e^{value − shift} and returns their sum, accurate to a few ulp for any number
 * of values: the sums of blocks of 64 terms are added by Kahan summation.
 */
export function exponentiate(values: Float64Array, from: number, to: number, shift: number): number {
  let total = 0;
  let carry = 0;
  for (let start = from; start < to; start += BLOCK) {
    const term = exponentiateBlock(values, start, Math.min(start + BLOCK, to), shift) - carry;
    const sum = total + term;
    carry = sum - total - term;
    total = sum;
  }
  return total;
}

function exponentiateBlock(values: Float64Array, from: number, to: number, shift: number): number {
  let even = 0;
  let odd = 0;
  let i = from;
  for (; i + 1 < to; i += 2) {
    const e = exponential(values[i] - shift);
    const f = exponential(values[i + 1] - shift);
    values[i] = e;
    values[i + 1] = f;
    even += e;
    odd += f;
  }
  if (i < to) {
    values[i] = exponential(values[i] - shift);
    even += values[i];
  }
  return even + odd;
}

/** Returns log(e^a + e^b); a and b may be −∞. */
export function logAddExp(a: number, b: number): number {
  const high = Math.max(a, b);
  return high === Number.NEGATIVE_INFINITY ? high : high + Math.log1p(Math.exp(Math.min(a, b) - high));
}
