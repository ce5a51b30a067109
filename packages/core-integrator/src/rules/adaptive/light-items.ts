import { tierWork } from "./compiled-work.ts";
import type { Nodes } from "./nodes.ts";
import type { TierParts } from "./tier-parts.ts";

// Light items have z = u·v ≤ 4 with u = r·scale and v = x/scale, and need no loop over nodes. With f(y) = log(1 − e^{−z}), φ = df/dy:
//   f = log z − z/2 + Σ_k F_k z^{2k},   φ = 1 − z/2 + Σ_k Φ_k z^{2k},
// so their sum at a node needs only Σu and Σu^{2k}, and their gradients only the moments of v and v^{2k}.
// For z ≤ 1, eight terms of the Taylor series, F_k = B_{2k} / (2k·(2k)!), leave an error of 5e-16. For z between 1 and 4, the series would
// need forty terms, but 15 coefficients of an interpolating polynomial at Chebyshev points leave an error of 1.4e-16.

const BERNOULLI = [1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510];

interface Series {
  readonly value: Float64Array;
  readonly slope: Float64Array;
}

/** Coefficients for z ≤ 1. */
const NARROW: Series = { value: new Float64Array(BERNOULLI.length), slope: new Float64Array(BERNOULLI.length) };
for (let k = 1, factorial = 1; k <= BERNOULLI.length; k++) {
  factorial *= (2 * k - 1) * 2 * k;
  NARROW.value[k - 1] = BERNOULLI[k - 1] / (2 * k * factorial);
  NARROW.slope[k - 1] = BERNOULLI[k - 1] / factorial;
}

/** For z ≤ 4: z^{−2}·(f − log z + z/2) and z^{−2}·(φ − 1 + z/2) interpolated in z² at 15 Chebyshev points of [0, 16]. */
const WIDE: Series = {
  value: Float64Array.of(
    0.041666666666666664,
    -0.0003472222222222134,
    5.5114638447558806e-6,
    -1.0333994701329776e-7,
    2.0876756240046972e-9,
    -4.4034873691529465e-11,
    9.55878376679172e-13,
    -2.118093191534634e-14,
    4.761316510748539e-16,
    -1.0753268393976065e-17,
    2.380283370476456e-19,
    -4.8776832890699755e-21,
    8.345631298952193e-23,
    -1.0094765743979072e-24,
    6.201139192543544e-27,
  ),
  slope: Float64Array.of(
    0.08333333333333333,
    -0.001388888888888646,
    3.306878306764453e-5,
    -8.267195746052595e-7,
    2.0876754923315427e-8,
    -5.284177940778931e-10,
    1.3382063400019013e-11,
    -3.3884123460150784e-13,
    8.561801710616144e-15,
    -2.1410370188615052e-16,
    5.161013381374339e-18,
    -1.129883044469803e-19,
    2.026368811982919e-21,
    -2.5294553140893173e-23,
    1.5860800101113015e-25,
  ),
};

/** Σu and Σu^{2k} of the light items, and the series that is accurate for these items. */
export interface LightSums {
  first: number;
  readonly powers: Float64Array;
  series: Series;
}

/** The sums of the current tier; all tiers reuse them. */
export const lightSums: LightSums = { first: 0, powers: new Float64Array(WIDE.value.length), series: NARROW };

/** Fills `sums` with the light items of a tier, by 8 or 15 multiply-adds per item. */
export function sumLightItems({ lightCount, largestLight }: TierParts, sums: LightSums): void {
  const work = tierWork();
  sums.series = largestLight <= 1 ? NARROW : WIDE;
  work.light[lightCount] = 0;
  work.sumPowers(lightCount, sums.series === WIDE);
  sums.first = work.powers[0];
  for (let k = 0; k < sums.series.value.length; k++) sums.powers[k] = work.powers[k + 1];
}

/** Writes the coefficients of {@link lightSeries} to `out`, followed by 0; returns their number, rounded up to an even number. */
export function fillSeries({ powers, series: { value } }: LightSums, out: Float64Array): number {
  for (let k = 0; k < value.length; k++) out[k] = value[k] * powers[k];
  out[value.length] = 0;
  return (value.length + 1) & ~1;
}

/** Σ_light (f − log z) without its linear term −Σz/2. The caller adds that term at a point where it does not cancel. */
export function lightSeries({ powers, series: { value } }: LightSums, v: number): number {
  const q = v * v;
  let sum = 0;
  for (let k = value.length - 1; k >= 0; k--) sum = (sum + value[k] * powers[k]) * q;
  return sum;
}

/** Σ_light (φ − 1). */
export function lightSlope({ first, powers, series: { slope } }: LightSums, v: number): number {
  const q = v * v;
  let sum = 0;
  for (let k = slope.length - 1; k >= 0; k--) sum = (sum + slope[k] * powers[k]) * q;
  return sum - 0.5 * first * v;
}

/** Σ_light dφ/dy. */
export function lightCurvature({ first, powers, series: { slope } }: LightSums, v: number): number {
  const q = v * v;
  let sum = 0;
  for (let k = slope.length; k > 0; k--) sum = (sum + 2 * k * slope[k - 1] * powers[k - 1]) * q;
  return sum - 0.5 * first * v;
}

/**
 * Writes E_q[φ] of each light item to its place in `gradient` and returns the sum. Evaluates one polynomial per item:
 * φ̄(u) = 1 − u·E[v]/2 + Σ_k Φ_k·E[v^{2k}]·u^{2k}.
 */
export function lightGradient(
  { lightCount, lightIndex }: TierParts,
  { series: { slope } }: LightSums,
  { low, high }: Nodes,
  gradient: Float64Array,
): number {
  const work = tierWork();
  const { series, slopes } = work;
  work.nodeMoments(low, high, slope.length);
  series[0] *= -0.5;
  for (let k = 0; k < slope.length; k++) series[k + 1] *= slope[k];
  work.lightSlopes(lightCount, slope.length);
  let sum = 0;
  for (let i = 0; i < lightCount; i++) {
    gradient[lightIndex[i]] = slopes[i];
    sum += slopes[i];
  }
  return sum;
}
