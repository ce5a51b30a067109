import { exponentiate, logAddExp, maximum } from "../passes/exponentials.ts";
import type { PackedPreferences } from "../preference/packed-preferences.ts";
import { tierNodes } from "../rules/adaptive.ts";

/** One observation: its items from the best tier to the lowest, and memory for its terms. */
export interface Observation {
  items: Int32Array;
  /** The values of w − max and e^{w − max} for each item. */
  scores: Float64Array;
  masses: Float64Array;
  rho: Float64Array;
  tierEnds: number[];
  readonly curvature: TierCurvature;
  tierScores: Float64Array;
}

/** Creates an observation with memory that grows as needed. */
export function newObservation(): Observation {
  const empty = new Float64Array(0);
  return {
    items: new Int32Array(0),
    scores: empty,
    masses: empty,
    rho: empty,
    tierEnds: [],
    curvature: { gradient: empty, hessian: empty },
    tierScores: empty,
  };
}

/** Fills the observation and returns the mass of its unnamed items. */
export function readObservation(
  observation: Observation,
  { items, tierOffsets, preferenceOffsets }: PackedPreferences,
  b: number,
  scores: Float64Array,
  masses: Float64Array,
  sum: number,
): number {
  const [first, last] = [preferenceOffsets[b], preferenceOffsets[b + 1]];
  const [from, to] = [tierOffsets[first], tierOffsets[last]];
  reserve(observation, to - from);
  observation.items = items.subarray(from, to);
  observation.tierEnds.length = 0;
  for (let t = first + 1; t <= last; t++) observation.tierEnds.push(tierOffsets[t] - from);
  let mass = sum;
  for (let i = 0; i < to - from; i++) {
    observation.scores[i] = scores[items[from + i]];
    observation.masses[i] = masses[items[from + i]];
    mass -= observation.masses[i];
  }
  return mass;
}

function reserve(observation: Observation, size: number): void {
  if (observation.scores.length >= size) return;
  observation.scores = new Float64Array(2 * size);
  observation.masses = new Float64Array(2 * size);
  observation.rho = new Float64Array(2 * size);
  observation.tierScores = new Float64Array(2 * size);
}

/** Lists the unnamed items as the lowest tier. */
export function appendRest(observation: Observation, scores: Float64Array, masses: Float64Array): void {
  const named = new Set(observation.items);
  const rest = Int32Array.from(scores.keys()).filter((item) => !named.has(item));
  const items = Int32Array.of(...observation.items, ...rest);
  reserve(observation, items.length);
  observation.items = items;
  for (let i = 0; i < items.length; i++) {
    observation.scores[i] = scores[items[i]];
    observation.masses[i] = masses[items[i]];
  }
  observation.tierEnds.push(items.length);
}

/** Fills the derivatives of one tier. */
export function fillTier(
  { scores, curvature, tierScores }: Observation,
  from: number,
  size: number,
  rest: number,
): void {
  if (curvature.gradient.length < size) {
    curvature.gradient = new Float64Array(2 * size);
    curvature.hessian = new Float64Array(4 * size * size);
  }
  for (let a = 0; a < size; a++) tierScores[a] = scores[from + a];
  fillTierCurvature(tierScores, size, rest, curvature);
}

/** For each tier, w_R − max of the items below it. */
export function restsBelow({ tierEnds, scores, tierScores }: Observation, mass: number): number[] {
  const rests = new Array<number>(tierEnds.length);
  let rest = mass > 0 ? Math.log(mass) : Number.NEGATIVE_INFINITY;
  for (let m = tierEnds.length - 1; m >= 0; m--) {
    rests[m] = rest;
    const from = m === 0 ? 0 : tierEnds[m - 1];
    const size = tierEnds[m] - from;
    if (m === 0 || size === 0) continue;
    for (let a = 0; a < size; a++) tierScores[a] = scores[from + a];
    const most = maximum(tierScores, 0, size);
    rest = logAddExp(rest, most + Math.log(exponentiate(tierScores, 0, size, most)));
  }
  return rests;
}

/** The tolerance of the integrals, which is sufficient for Newton steps and standard errors. */
const TOLERANCE = 1e-11;
/** Below this z, series are used in place of differences between nearly equal numbers. */
const SMALL = 1e-2;

let ratios = new Float64Array(0);
/** φ(z_a) at one node. */
let phi = new Float64Array(0);

/** The first and second derivatives of log P(A ≻ B) with respect to d_a = w_a − w_B, in memory that the caller provides. */
interface TierCurvature {
  /** ∂ log P/∂d_a, n entries. */
  gradient: Float64Array;
  /** ∂² log P/∂d_a∂d_b, n × n, row by row. */
  hessian: Float64Array;
}

/**
 * Fills the derivatives of log P(A ≻ B) for a tier of n items. With the density q(y) ∝ e^{ℓ(y)}, z_a = e^{d_a + y} and φ(z) = z/(e^z − 1),
 *
 *     ∂ log P/∂d_a = E_q[φ_a],   ∂² log P/∂d_a∂d_b = Cov_q(φ_a, φ_b) + δ_ab·E_q[φ_a(1 − z_a − φ_a)],
 *
 * computed at the nodes of the adaptive rule. Cost: K·n exponentials and K·n²/2 multiply-adds, where K = 20 to 40.
 */
function fillTierCurvature(top: Float64Array, size: number, rest: number, { gradient, hessian }: TierCurvature): void {
  if (size === 1) {
    const above = 1 / (1 + Math.exp(top[0] - rest));
    gradient[0] = above;
    hessian[0] = -above / (1 + Math.exp(rest - top[0]));
    return;
  }
  hessian.fill(0, 0, size * size);
  const found = tierNodes(top, size, rest, TOLERANCE);
  if (found === undefined) {
    // log P = −Σ e^{−d}.
    for (let a = 0; a < size; a++) {
      gradient[a] = Math.exp(rest - top[a]);
      hessian[a * size + a] = -gradient[a];
    }
    return;
  }
  const { nodes, scale } = found;
  const { low, high, offset, v, weight } = nodes;
  if (ratios.length < size) {
    ratios = new Float64Array(2 * size);
    phi = new Float64Array(2 * size);
  }
  gradient.fill(0, 0, size);
  for (let a = 0; a < size; a++) ratios[a] = Math.exp(top[a] - rest) * scale;
  for (let k = offset + low; k <= offset + high; k++) {
    const q = weight[k];
    for (let a = 0; a < size; a++) {
      const z = ratios[a] * v[k];
      phi[a] = z < SMALL ? 1 - z / 2 + (z * z * (1 - (z * z * (1 - (z * z) / 42)) / 60)) / 12 : z / Math.expm1(z);
      const slope = z < SMALL ? (-z / 2) * (1 + z / 6 - (z * z * z) / 360) : 1 - z - phi[a];
      gradient[a] += q * phi[a];
      if (phi[a] > 0) hessian[a * size + a] += q * phi[a] * slope;
    }
    for (let a = 0; a < size; a++) {
      const share = q * phi[a];
      if (share === 0) continue;
      for (let b = 0; b <= a; b++) hessian[a * size + b] += share * phi[b];
    }
  }
  for (let a = 0; a < size; a++) {
    for (let b = 0; b <= a; b++) {
      const value = hessian[a * size + b] - gradient[a] * gradient[b];
      hessian[a * size + b] = value;
      hessian[b * size + a] = value;
    }
  }
}
