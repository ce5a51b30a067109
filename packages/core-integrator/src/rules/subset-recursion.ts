import type { TierResult } from "./rule.ts";

// P(A ≻ B) is a sum over the item of A that comes first (equation 3 as a recursion over subsets S of A):
//   P(S) = Σ_{i∈S} r_i / (1 + Σ_S r) · P(S∖i),   P(∅) = 1,   r_i = e^{w_i − w_B}.
// With P(S) = h(S)·∏_S min(r_i, 1), every h lies between 1/(n+1)! and n!. All terms are positive, and nothing overflows
// or underflows. The cost is O(n·2ⁿ) time and O(2ⁿ) memory.

/** The largest tier that is accepted: its 2²⁰ subsets take 20 MB and tens of milliseconds. */
export const LARGEST_SUBSET_TIER = 20;

let heights = new Float64Array(64);
let visits = new Float64Array(64);
const ratio = new Float64Array(LARGEST_SUBSET_TIER);
const weight = new Float64Array(LARGEST_SUBSET_TIER);

/**
 * Returns log P of a tier given the advantages d_a = w_a − w_B (each at most 700), exact up to rounding. If `gradient` is given, its first
 * `size` entries become ∂ log P / ∂ w_a. Leaves `result.evaluations` unchanged, because nothing is integrated.
 */
export function subsetRecursion(
  advantages: Float64Array,
  size: number,
  gradient: Float64Array | undefined,
  result: TierResult,
): void {
  if (size === 1) {
    oneItem(advantages[0], gradient, result);
    return;
  }
  const subsets = 2 ** size;
  if (heights.length < subsets) {
    heights = new Float64Array(subsets);
    visits = new Float64Array(subsets);
  }
  let logScale = 0;
  let magnitude = 1;
  for (let i = 0; i < size; i++) {
    const d = advantages[i];
    ratio[i] = Math.exp(d);
    weight[i] = Math.max(ratio[i], 1);
    logScale += Math.min(d, 0);
    magnitude += Math.abs(d);
  }
  fillHeights(size);
  const whole = subsets - 1;
  result.logProbability = logScale + Math.log(heights[whole]);
  result.error = roundingError(size + magnitude, size);
  if (gradient !== undefined) result.restGradient = -fillGradient(size, gradient);
}

/** log P = −softplus(−d), with full precision in value and gradient even for P near 1: a large weight would amplify any error. */
function oneItem(d: number, gradient: Float64Array | undefined, result: TierResult): void {
  const smaller = Math.exp(-Math.abs(d));
  result.logProbability = Math.min(d, 0) - Math.log1p(smaller);
  result.error = roundingError(2 + Math.abs(d), 1);
  if (gradient === undefined) return;
  gradient[0] = (d > 0 ? smaller : 1) / (1 + smaller);
  result.restGradient = -gradient[0];
}

/** Computes h(S) for every S in the order of their bit masks, so that every subset of S comes before S. */
function fillHeights(size: number): void {
  heights[0] = 1;
  for (let subset = 1; subset < 2 ** size; subset++) {
    let mass = 1;
    let sum = 0;
    for (let i = 0, bit = 1; i < size; i++, bit <<= 1) {
      if ((subset & bit) === 0) continue;
      mass += ratio[i];
      sum += weight[i] * heights[subset ^ bit];
    }
    heights[subset] = sum / mass;
  }
}

/**
 * The reverse pass. Q(S) is the probability, given A ≻ B, that at some moment exactly S remains to be drawn; each a is
 * drawn once, so ∂ log P/∂ w_a = 1 − Σ_{S∋a} Q(S)·r_a/(1 + Σ_S r). Returns the sum over a.
 */
function fillGradient(size: number, gradient: Float64Array): number {
  const whole = 2 ** size - 1;
  visits.fill(0, 0, whole + 1);
  visits[whole] = 1;
  gradient.fill(1, 0, size);
  for (let subset = whole; subset > 0; subset--) {
    let mass = 1;
    for (let i = 0, bit = 1; i < size; i++, bit <<= 1) if ((subset & bit) !== 0) mass += ratio[i];
    const perMass = visits[subset] / mass;
    const perHeight = perMass / heights[subset];
    for (let i = 0, bit = 1; i < size; i++, bit <<= 1) {
      if ((subset & bit) === 0) continue;
      gradient[i] -= perMass * ratio[i];
      visits[subset ^ bit] += perHeight * weight[i] * heights[subset ^ bit];
    }
  }
  let sum = 0;
  for (let i = 0; i < size; i++) {
    gradient[i] = Math.max(gradient[i], 0);
    sum += gradient[i];
  }
  return sum;
}

/**
 * The estimated rounding error of a sum of `count` terms whose absolute values sum to `magnitude`: a random walk of half-ulp
 * steps, a quarter of √count ulps, and one ulp for the functions in the terms.
 */
export function roundingError(magnitude: number, count: number): number {
  return Number.EPSILON * magnitude * (1 + 0.25 * Math.sqrt(count));
}
