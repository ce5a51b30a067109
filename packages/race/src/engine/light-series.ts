// Light items arrive with probability p = 1 − e^{−x} ≤ 1/16 at every node, x = u·v with u = λ·scale and v = t/scale ≤ 1. Their
// generating function needs no loop over items: with f = 1 − p + p·z = e^{−x}·(1 + (e^x − 1)·z),
//   Σ log f = −Σx + Σ_l (−1)^{l+1}·S_l·z^l/l,   S_l = Σ (e^x − 1)^l = Σ_n C_{ln}·vⁿ·Σuⁿ,
// where C_{ln} is the coefficient of xⁿ in (e^x − 1)^l. All other quantities of a light item are polynomials in its own x: 1/f is e^x·Σ_l
// (−(e^x − 1))^l·z^l. The singularity of log f nearest to x = 0 is at log 2 for |z| = 1, so terms fall as (x/log 2)ⁿ = 11^{−n}: 17 powers
// leave less than 1e-17.

/** The largest u of a light item. */
export const LIGHT = 1 / 16;
/** The highest power of x in the series. */
export const POWERS = 17;
/** The highest power of e^x − 1 in the series. */
export const TERMS = 14;

const WIDTH = POWERS + 1;

/** C_{ln} is at l·(POWERS + 1) + n. Row l is row l − 1 times e^x − 1. */
export const SERIES = new Float64Array((TERMS + 2) * WIDTH);
SERIES[0] = 1;
/** The coefficients of e^x − 1. */
const base = new Float64Array(WIDTH);
for (let n = 1, factorial = 1; n < WIDTH; n++) {
  factorial *= n;
  base[n] = 1 / factorial;
}
for (let l = 1; l < TERMS + 2; l++) {
  for (let n = l; n < WIDTH; n++) {
    let sum = 0;
    for (let i = 1; i <= n - l + 1; i++) sum += base[i] * SERIES[(l - 1) * WIDTH + n - i];
    SERIES[l * WIDTH + n] = sum;
  }
}

/** The number of terms per block. Summing in blocks keeps the rounding error independent of the number of items. */
const BLOCK = 128;

/** Adds Σuⁿ, n = 1 … POWERS, of the first `count` entries of `u` to `sums[n]`: one multiply-add per item and power. */
export function addPowerSums(u: Float64Array, count: number, sums: Float64Array): void {
  for (let start = 0; start < count; start += BLOCK) addBlock(u, start, Math.min(start + BLOCK, count), sums);
}

function addBlock(u: Float64Array, from: number, to: number, sums: Float64Array): void {
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let s4 = 0;
  let s5 = 0;
  let s6 = 0;
  let s7 = 0;
  let s8 = 0;
  for (let i = from; i < to; i++) {
    const x = u[i];
    const x2 = x * x;
    const x4 = x2 * x2;
    s1 += x;
    s2 += x2;
    s3 += x * x2;
    s4 += x4;
    s5 += x * x4;
    s6 += x2 * x4;
    s7 += x * x2 * x4;
    s8 += x4 * x4;
  }
  sums[1] += s1;
  sums[2] += s2;
  sums[3] += s3;
  sums[4] += s4;
  sums[5] += s5;
  sums[6] += s6;
  sums[7] += s7;
  sums[8] += s8;
  addHighPowers(u, from, to, sums);
}

/** Adds the powers 9 … 17 of the items with u > 1/180; for smaller u, these powers are below 1e-20. */
function addHighPowers(u: Float64Array, from: number, to: number, sums: Float64Array): void {
  for (let i = from; i < to; i++) {
    const x = u[i];
    if (x < 1 / 180) continue;
    const x2 = x * x;
    const x4 = x2 * x2;
    let power = x4 * x4;
    for (let n = 9; n <= POWERS; n++) {
      power *= x;
      sums[n] += power;
    }
  }
}

/** Adds gain·uⁿ, n = 1 … POWERS, to `sums[n]`. */
export function addWeightedPowers(u: number, gain: number, sums: Float64Array): void {
  let power = gain;
  for (let n = 1; n <= POWERS; n++) {
    power *= u;
    sums[n] += power;
  }
}

/** Σ_{n≥1} c_n·uⁿ. */
export function evaluateSeries(c: Float64Array, u: number): number {
  let sum = 0;
  for (let n = POWERS; n > 0; n--) sum = (sum + c[n]) * u;
  return sum;
}

const powersSum = new Float64Array(TERMS + 2);

/** Sets `out[l]`, l = 0 … terms, to Σ_n C_{ln}·vⁿ·sums[n]. If `shift` is 1, C_{l,n−1} replaces C_{ln}, for the series of x·(e^x − 1)^l. */
export function sumSeries(sums: Float64Array, v: number, terms: number, shift: 0 | 1, out: Float64Array): void {
  const width = POWERS + 1;
  powersSum.fill(0, 0, terms + 1);
  let power = 1;
  for (let n = 1; n <= POWERS; n++) {
    power *= v;
    const s = power * sums[n];
    const last = Math.min(terms, n - shift);
    for (let l = 0; l <= last; l++) powersSum[l] += SERIES[l * width + n - shift] * s;
  }
  for (let l = 0; l <= terms; l++) out[l] = powersSum[l];
}

/** Values above this are scaled down, so that the coefficients of e^{…} do not overflow before they are multiplied by e^{−Σx}. */
const LARGE = 1e200;
const LOG_LARGE = 200 * Math.LN10;

/**
 * The coefficients of ∏f up to z^{width − 1}, from `sums` of all light items: A = e^{−Σx}·exp(Σ_l a_l z^l) by the recurrence
 * m·A_m = Σ_l l·a_l·A_{m−l}, l·a_l = (−1)^{l+1}·S_l, with width·TERMS multiply-adds.
 */
export function lightProduct(sums: Float64Array, v: number, width: number, out: Float64Array): void {
  const terms = Math.min(TERMS, width - 1);
  sumSeries(sums, v, terms, 0, slopes);
  for (let l = 2; l <= terms; l += 2) slopes[l] = -slopes[l];
  let logScale = -sums[1] * v;
  out[0] = 1;
  for (let m = 1; m < width; m++) {
    let sum = 0;
    const last = Math.min(terms, m);
    for (let l = 1; l <= last; l++) sum += slopes[l] * out[m - l];
    out[m] = sum / m;
    if (out[m] > LARGE) {
      for (let j = 0; j <= m; j++) out[j] /= LARGE;
      logScale += LOG_LARGE;
    }
  }
  const scale = Math.exp(logScale);
  for (let m = 0; m < width; m++) out[m] *= scale;
}

const slopes = new Float64Array(TERMS + 2);
