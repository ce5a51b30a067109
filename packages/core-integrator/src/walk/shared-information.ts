import { exponentiate, maximum } from "../passes/exponentials.ts";
import type { Scores } from "../passes/scores.ts";
import type { PackedPreferences } from "../preference/packed-preferences.ts";
import { checkEvaluation, weightOf } from "../preference/packed-preferences.ts";
import {
  appendRest,
  fillTier,
  newObservation,
  type Observation,
  readObservation,
  restsBelow,
} from "./observation-curvature.ts";

/** Options for {@link sharedInformation}. */
export interface InformationOptions {
  /** The weight of each observation. Default: 1. */
  readonly weights?: ArrayLike<number>;
  /** Terms of larger tiers are omitted. Default: no limit. */
  readonly maxTier?: number;
}

// With e_i = e^{w_i − max}, tier m of an observation has the derivatives g, M of log P in d (Proposition 1), G = Σg, c = M·1, and
// E_m = e^{max − w_{R_{m+1}}}; π_b = e_b·E_m is the softmax over the items below. In w, −∂² of its term is
//   −M_ab within the tier,   c_a·π_b between the tier and the items below,   G·(diag π − ππᵀ) − (1ᵀM1)·ππᵀ below.
// Summed over the tiers above tier m: K1 = Σ G·E and K2 = Σ (G + 1ᵀM1)·E². With ρ_a = c_a·E_m − K2·e_a for an item a of tier m:
//   a above b: ρ_a·e_b;   a, b in tier m: −M_ab − K2·e_a·e_b;   diagonal: −M_aa + K1·e_a − K2·e_a².
// Unnamed items are below all tiers. The entries of unnamed items are products such as ρ_a·e_b, which are summed as if no observation named
// b, and then corrected for the pairs that occur in the same observation. This takes O(N² + Σ S²) for S named items, not O(B·N²).

/** If the unnamed items have less than this fraction of the mass, they are listed as a tier, because corrections would lose digits. */
const SMALLEST_SHARE = 1e-3;

/** Sums over all observations with unnamed items. */
interface RestSums {
  /** Σ ρ_i over the observations that name i. */
  readonly named: Float64Array;
  /** Σ K1 and Σ K2 of the lowest tier over the observations that name i. */
  readonly first: Float64Array;
  readonly second: Float64Array;
  /** Σ K1 and Σ K2 of the lowest tier over all observations. */
  totalFirst: number;
  totalSecond: number;
}

/**
 * The observed information −∂²/∂w² Σ_b weight_b · log P_b of observations that share one vector of scores, N × N, row by row.
 *
 * The second derivatives are exact: with q, φ and z as in {@link adaptive}, the Hessian of one tier in d_a = w_a − w_B is
 * Cov_q(φ) + diag E_q[φ(1 − z − φ)]. B observations that name S items in tiers of n cost O(N² + B·(S² + K·n²)), K = 20 to 40.
 *
 * @param scores - N finite scores.
 * @param preferences - Packed preferences over N items; see {@link packPreferences}.
 * @param options - Weights and `maxTier`.
 *
 * @example
 * ```ts
 * import { packPreferences, sharedInformation } from "@tierwise/core-integrator";
 *
 * // One duel of equal items: p(1 − p) = 1/4.
 * const duel = packPreferences([{ tiers: [[0], [1]] }], 2);
 * console.log(sharedInformation([0, 0], duel).join(" ")); // 0.25 -0.25 -0.25 0.25
 * ```
 */
export function sharedInformation(
  scores: Scores,
  preferences: PackedPreferences,
  { weights, maxTier = Number.POSITIVE_INFINITY }: InformationOptions = {},
): Float64Array {
  checkEvaluation("shared", scores, preferences, { ...(weights && { weights }) });
  const { itemCount: n, count, restIsLowest } = preferences;
  const masses = Float64Array.from(scores);
  const max = maximum(masses, 0, n);
  const shifted = masses.map((score) => score - max);
  const sum = exponentiate(masses, 0, n, max);
  const matrix = new Float64Array(n * n);
  const diagonal = new Float64Array(n);
  const sums = newRestSums(n);
  const observation = newObservation();
  for (let b = 0; b < count; b++) {
    const weight = weightOf(weights, b);
    if (weight === 0) continue;
    let mass = readObservation(observation, preferences, b, shifted, masses, sum);
    if (restIsLowest[b] === 0 || observation.items.length === n) mass = 0;
    else if (mass < SMALLEST_SHARE * sum) {
      appendRest(observation, shifted, masses);
      mass = 0;
    }
    addObservation(observation, mass, weight, maxTier, { matrix, diagonal, sums, n });
  }
  finish(matrix, diagonal, masses, sums, n);
  return matrix;
}

function newRestSums(n: number): RestSums {
  const [named, first, second] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  return { named, first, second, totalFirst: 0, totalSecond: 0 };
}

interface Sink {
  /** Off-diagonal entries. Entries (i, j) and (j, i) each contain part of the sum. */
  readonly matrix: Float64Array;
  readonly diagonal: Float64Array;
  readonly sums: RestSums;
  readonly n: number;
}

/** Adds an observation whose unnamed items have the given mass, which is 0 if every item is named. */
function addObservation(observation: Observation, mass: number, weight: number, maxTier: number, sink: Sink): void {
  const { items, masses, rho, tierEnds } = observation;
  const { matrix, diagonal, n } = sink;
  const rests = restsBelow(observation, mass);
  let [first, second] = [0, 0];
  for (const [m, to] of tierEnds.entries()) {
    const from = m === 0 ? 0 : tierEnds[m - 1];
    const size = to - from;
    const rest = rests[m];
    const counts = size > 0 && size <= maxTier && rest > Number.NEGATIVE_INFINITY;
    if (counts) fillTier(observation, from, size, rest);
    const { gradient, hessian } = observation.curvature;
    const scale = counts ? Math.exp(-rest) : 0;
    let [sum, both] = [0, 0];
    for (let a = 0; a < size; a++) {
      const i = items[from + a];
      const e = masses[from + a];
      let row = 0;
      if (counts) for (let b = 0; b < size; b++) row += hessian[a * size + b];
      if (counts) sum += gradient[a];
      both += row;
      rho[from + a] = row * scale - second * e;
      diagonal[i] += weight * ((counts ? -hessian[a * size + a] : 0) + first * e - second * e * e);
      for (let b = 0; b < a; b++) {
        const value = (counts ? -hessian[a * size + b] : 0) - second * e * masses[from + b];
        matrix[i * n + items[from + b]] += weight * value;
      }
    }
    if (mass === 0) addBelow(observation, from, to, weight, matrix, n);
    first += sum * scale;
    second += (sum + both) * scale * scale;
  }
  if (mass > 0) addUnnamed(observation, first, second, weight, sink);
}

/** Adds ρ_a·e_b for the items a of a tier and b below it, if every item is named. */
function addBelow(
  { items, masses, rho }: Observation,
  from: number,
  to: number,
  weight: number,
  matrix: Float64Array,
  n: number,
): void {
  for (let a = from; a < to; a++) {
    const factor = weight * rho[a];
    if (factor === 0) continue;
    const row = items[a] * n;
    for (let b = to; b < items.length; b++) matrix[row + items[b]] += factor * masses[b];
  }
}

/** Adds the observation to the sums over unnamed items, and the corrections for its named pairs. */
function addUnnamed(
  { items, masses, rho, tierEnds }: Observation,
  first: number,
  second: number,
  weight: number,
  { matrix, sums, n }: Sink,
): void {
  sums.totalFirst += weight * first;
  sums.totalSecond += weight * second;
  let tier = 0;
  for (let a = 0; a < items.length; a++) {
    const i = items[a];
    sums.named[i] += weight * rho[a];
    sums.first[i] += weight * first;
    sums.second[i] += weight * second;
    while (a >= tierEnds[tier]) tier++;
    const start = tier === 0 ? 0 : tierEnds[tier - 1];
    // For items b above a, ρ_b·e_a is already in the sums, and −ρ_a·e_b − K2·e_a·e_b corrects for the fact that a is named.
    const factor = -weight * (rho[a] + second * masses[a]);
    for (let b = 0; b < start; b++) matrix[i * n + items[b]] += factor * masses[b];
    for (let b = start; b < a; b++) {
      matrix[i * n + items[b]] += factor * masses[b] - weight * rho[b] * masses[a];
    }
  }
}

/** Adds the sums over unnamed items and makes the matrix symmetric. */
function finish(
  matrix: Float64Array,
  diagonal: Float64Array,
  masses: Float64Array,
  { named, first, second, totalFirst, totalSecond }: RestSums,
  n: number,
): void {
  for (let i = 0; i < n; i++) {
    const e = masses[i];
    matrix[i * n + i] = diagonal[i] + e * (totalFirst - first[i]) - e * e * (totalSecond - second[i]);
    for (let j = 0; j < i; j++) {
      const spread = named[i] * masses[j] + named[j] * e - e * masses[j] * (totalSecond - second[i] - second[j]);
      const value = matrix[i * n + j] + matrix[j * n + i] + spread;
      matrix[i * n + j] = value;
      matrix[j * n + i] = value;
    }
  }
}
