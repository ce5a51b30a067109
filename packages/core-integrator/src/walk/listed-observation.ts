import { exponentiate, logAddExp, maximum } from "../passes/exponentials.ts";
import type { PackedPreferences } from "../preference/packed-preferences.ts";
import { fillTierCurvature, type TierCurvature } from "../rules/tier-curvature.ts";

/** One observation: its items from the best tier to the lowest, and memory of its terms. */
export interface Observation {
  items: Int32Array;
  /** w − max and e^{w − max} of each item. */
  scores: Float64Array;
  masses: Float64Array;
  rho: Float64Array;
  tierEnds: number[];
  readonly curvature: TierCurvature;
  tierScores: Float64Array;
}

/** An observation with memory that grows as needed. */
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

/** w_R − max below each tier. */
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
