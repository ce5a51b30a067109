import type { Nodes } from "./nodes.ts";

// Light items, z = u·v ≤ 1 with u = r·scale and v = x/scale, need no loop over nodes. With f(y) = log(1 − e^{−z}), φ = df/dy:
//   f = log z − z/2 + Σ_k C_k z^{2k},   φ = 1 − z/2 + Σ_k 2k·C_k z^{2k},   C_k = B_{2k} / (2k·(2k)!),
// so their sum at a node needs only Σu and Σu^{2k}, and their gradients only the moments of v and v^{2k}.
// Eight terms leave an error of 5e-16 at z = 1.

const BERNOULLI = [1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510];
/** The number of terms of the series. */
export const LIGHT_TERMS = BERNOULLI.length;
const C = new Float64Array(LIGHT_TERMS);
for (let k = 1, factorial = 1; k <= LIGHT_TERMS; k++) {
  factorial *= (2 * k - 1) * 2 * k;
  C[k - 1] = BERNOULLI[k - 1] / (2 * k * factorial);
}

/** Σu and, for each k, C_k·Σu^{2k}. */
export interface LightSums {
  first: number;
  readonly powers: Float64Array;
}

/** Fills `sums` from the first `count` entries of `u`: eight multiply-adds per item. */
export function sumLightItems(u: Float64Array, count: number, sums: LightSums): void {
  let s = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let s4 = 0;
  let s5 = 0;
  let s6 = 0;
  let s7 = 0;
  let s8 = 0;
  for (let i = 0; i < count; i++) {
    const q = u[i] * u[i];
    let p = q;
    s += u[i];
    s1 += p;
    p *= q;
    s2 += p;
    p *= q;
    s3 += p;
    p *= q;
    s4 += p;
    p *= q;
    s5 += p;
    p *= q;
    s6 += p;
    p *= q;
    s7 += p;
    p *= q;
    s8 += p;
  }
  const { powers } = sums;
  sums.first = s;
  powers[0] = C[0] * s1;
  powers[1] = C[1] * s2;
  powers[2] = C[2] * s3;
  powers[3] = C[3] * s4;
  powers[4] = C[4] * s5;
  powers[5] = C[5] * s6;
  powers[6] = C[6] * s7;
  powers[7] = C[7] * s8;
}

/** Σ_light (f − log z) without its linear term −Σz/2, which the caller adds where it does not cancel. */
export function lightSeries({ powers }: LightSums, v: number): number {
  const q = v * v;
  let sum = 0;
  for (let k = LIGHT_TERMS - 1; k >= 0; k--) sum = (sum + powers[k]) * q;
  return sum;
}

/** Σ_light (φ − 1). */
export function lightSlope({ first, powers }: LightSums, v: number): number {
  const q = v * v;
  let sum = 0;
  for (let k = LIGHT_TERMS; k > 0; k--) sum = (sum + 2 * k * powers[k - 1]) * q;
  return sum - 0.5 * first * v;
}

/** Σ_light dφ/dy. */
export function lightCurvature({ first, powers }: LightSums, v: number): number {
  const q = v * v;
  let sum = 0;
  for (let k = LIGHT_TERMS; k > 0; k--) sum = (sum + 4 * k * k * powers[k - 1]) * q;
  return sum - 0.5 * first * v;
}

const moments = new Float64Array(LIGHT_TERMS);

/**
 * E_q[φ] of each light item, written to `gradient[index[i]]`; returns their sum. One polynomial per item:
 * φ̄(u) = 1 − u·E[v]/2 + Σ_k 2k·C_k·E[v^{2k}]·u^{2k}.
 */
export function lightGradient(
  u: Float64Array,
  index: Int32Array,
  count: number,
  { low, high, offset, v, weight }: Nodes,
  gradient: Float64Array,
): number {
  let first = 0;
  moments.fill(0);
  for (let i = offset + low; i <= offset + high; i++) {
    first += weight[i] * v[i];
    const square = v[i] * v[i];
    let power = weight[i];
    for (let k = 0; k < LIGHT_TERMS; k++) {
      power *= square;
      moments[k] += power;
    }
  }
  const m0 = -0.5 * first;
  const m1 = 2 * C[0] * moments[0];
  const m2 = 4 * C[1] * moments[1];
  const m3 = 6 * C[2] * moments[2];
  const m4 = 8 * C[3] * moments[3];
  const m5 = 10 * C[4] * moments[4];
  const m6 = 12 * C[5] * moments[5];
  const m7 = 14 * C[6] * moments[6];
  const m8 = 16 * C[7] * moments[7];
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const x = u[i];
    const s = x * x;
    const even = s * (m1 + s * (m2 + s * (m3 + s * (m4 + s * (m5 + s * (m6 + s * (m7 + s * m8)))))));
    const g = 1 + x * m0 + even;
    gradient[index[i]] = g;
    sum += g;
  }
  return sum;
}
