// e^v = 2^{k/64} · e^f, where k is the integer nearest to 64·v/ln 2 and |f| ≤ ln 2/128: two table lookups and a polynomial of degree five
// (Tang, ACM TOMS 15, 1989). The result is accurate to 2 ulp. Math.exp takes twice as long and would dominate the cost of a pass over
// 100,000 scores.

const STEPS = 64;
const STEPS_PER_UNIT = STEPS / Math.LN2;
// The constant ln 2/64 is split into two parts, the first of which has so few digits that its product with k is exact.
const STEP_HIGH = Math.round((Math.LN2 / STEPS) * 2 ** 38) / 2 ** 38;
const LN2_TAIL = 2.3190468138462996e-17; // This is ln 2 minus the double nearest to it.
const STEP_LOW = Math.LN2 / STEPS - STEP_HIGH + LN2_TAIL / STEPS;
// Adding and subtracting 1.5·2⁵² rounds to the nearest integer.
const ROUND = 6755399441055744;

const FRACTIONS = new Float64Array(STEPS).map((_, i) => 2 ** (i / STEPS));
// Denormal results (below e^{−708}) become 0, because arithmetic on denormals is a hundred times slower.
const LOWEST = -800;
const LOWEST_POWER = -1200;
const POWERS = new Float64Array(1024 - LOWEST_POWER).map((_, i) =>
  i + LOWEST_POWER < -1022 ? 0 : 2 ** (i + LOWEST_POWER),
);

/** Returns e^v to within 2 ulp for v ≤ 700, including −∞, and NaN for NaN. */
export function exponential(v: number): number {
  // biome-ignore lint/complexity/useMathMinMax: 20% faster than Math.max, which must also handle -0 and NaN
  const x = v < LOWEST ? LOWEST : v;
  const rounded = x * STEPS_PER_UNIT + ROUND - ROUND;
  const k = rounded | 0;
  const f = x - rounded * STEP_HIGH - rounded * STEP_LOW;
  const g = f * f;
  const expm1 = f + g * (0.5 + f * (1 / 6) + g * (1 / 24 + f * (1 / 120)));
  const fraction = FRACTIONS[k & 63];
  return (fraction + fraction * expm1) * POWERS[(k >> 6) - LOWEST_POWER];
}

// The values e^{−k·ln 2/64} − 1 for k = 0 … 63, so that 1 − e^{−x} keeps its digits for small x.
const FRACTIONS_LESS_ONE = new Float64Array(STEPS).map((_, k) => Math.expm1((-k * Math.LN2) / STEPS));

/** Returns 1 − e^{−x} to within 4 ulp for 0 ≤ x ≤ 0.6, where subtraction would lose digits. */
export function oneLessExponential(x: number): number {
  const k = (x * STEPS_PER_UNIT + 0.5) | 0;
  const f = k * STEP_HIGH - x + k * STEP_LOW;
  const g = f * f;
  const expm1 = f + g * (0.5 + f * (1 / 6) + g * (1 / 24 + f * (1 / 120) + g * (1 / 720)));
  const fraction = FRACTIONS_LESS_ONE[k];
  return -(fraction + (1 + fraction) * expm1);
}

// Passes over contiguous Float64Arrays; four running maxima and sums keep the processor's pipeline full.

/** The largest of values[from … to − 1], or −∞ if the range is empty. */
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
