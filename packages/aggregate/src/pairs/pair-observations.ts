import type { FittedObservations } from "../intervals/interval.ts";
import { maximizeByChords } from "../numerics/chords.ts";
import { maximizePairs } from "./maximize-pairs.ts";
import { advantage, newPairCounts, type PairCells, type PairCounts } from "./pair-cells.ts";
import { fillProbabilities, type OutcomeProbabilities, pairLikelihood } from "./pair-likelihood.ts";
import { unbeatenInPairs } from "./unbeaten-in-pairs.ts";

/** Distinct observations: each is an outcome in a cell. */
export interface PairObservations {
  /** The count of each observation, divided by `unit`. */
  readonly weights: Float64Array;
  readonly cells: Int32Array;
  /** The outcome of each observation, coded as 0 if `first` won, 1 if `second` won, and 2 for a tie. */
  readonly outcomes: Uint8Array;
  /** The cluster of each observation; observations in a cluster may depend on each other. */
  readonly clusters?: Int32Array | undefined;
}

/** Overwrites `counts` with the weighted counts of the observations; without a tie parameter, a tie is half a win for each side. */
export function countPairs(
  { cells: at, outcomes }: PairObservations,
  weights: Float64Array,
  hasTies: boolean,
  counts: PairCounts,
): void {
  counts.wins.fill(0);
  counts.losses.fill(0);
  counts.ties.fill(0);
  for (let b = 0; b < at.length; b++) addOutcome(counts, at[b], outcomes[b], weights[b], hasTies);
}

function addOutcome(counts: PairCounts, cell: number, outcome: number, weight: number, hasTies: boolean): void {
  if (outcome === 0) counts.wins[cell] += weight;
  else if (outcome === 1) counts.losses[cell] += weight;
  else if (hasTies) counts.ties[cell] += weight;
  else {
    counts.wins[cell] += weight / 2;
    counts.losses[cell] += weight / 2;
  }
}

/** Subtracts the mean of the n utilities from them, in place. */
export function centerUtilities(parameters: Float64Array, n: number): Float64Array {
  let sum = 0;
  for (let i = 0; i < n; i++) sum += parameters[i];
  const mean = sum / Math.max(1, n);
  for (let i = 0; i < n; i++) parameters[i] -= mean;
  return parameters;
}

/** A fitted model of comparisons. */
export interface FittedPairs {
  readonly cells: PairCells;
  readonly observations: PairObservations;
  readonly prior: number;
  readonly unit: number;
  readonly parameters: Float64Array;
  /** The inverse information of the normalized weights, if it was computed. */
  readonly inverse: Float64Array | undefined;
  readonly maxIterations: number;
}

/** Returns the maximum and the observations of a fit in the form that intervals need. */
export function fittedObservations(fitted: FittedPairs): FittedObservations {
  const { cells, observations, prior, unit, parameters, inverse, maxIterations } = fitted;
  const { cells: at, outcomes, weights, clusters } = observations;
  const scores = outcomeScores(cells, parameters);
  const { itemCount, first, second, controlCount, controls, hasTies } = cells;
  const addScore = (b: number, factor: number, gradient: Float64Array, touched?: number[]): void => {
    const c = at[b];
    const slope = factor * scores.eta[3 * c + outcomes[b]];
    gradient[first[c]] += slope;
    gradient[second[c]] -= slope;
    touched?.push(first[c], second[c]);
    for (let a = 0; a < controlCount; a++) {
      gradient[itemCount + a] += slope * controls[c * controlCount + a];
      touched?.push(itemCount + a);
    }
    if (!hasTies) return;
    gradient[itemCount + controlCount] += factor * scores.tie[3 * c + outcomes[b]];
    touched?.push(itemCount + controlCount);
  };
  const counts = newPairCounts(cells);
  return {
    weights: weights.map((weight) => weight * unit),
    clusters,
    addScore,
    scoreSum: (factors) => {
      const gradient = new Float64Array(parameters.length);
      for (let b = 0; b < at.length; b++) if (factors[b] !== 0) addScore(b, factors[b], gradient);
      return gradient;
    },
    refit: (redrawn) => {
      const normalized = unit === 1 ? redrawn : redrawn.map((weight) => weight / unit);
      countPairs(observations, normalized, hasTies, counts);
      if (prior === 0 && unbeatenInPairs(cells, counts) !== undefined) return undefined;
      if (inverse !== undefined) {
        const found = maximizeByChords((x, g) => pairLikelihood(cells, counts, prior, x, g), parameters, inverse);
        if (found !== undefined) return centerUtilities(found, itemCount);
      }
      const found = maximizePairs(cells, counts, parameters, { prior, maxIterations });
      return found.converged ? centerUtilities(found.x, itemCount) : undefined;
    },
  };
}

/** ∂ log P/∂η (times the scale) and ∂ log P/∂θ of each outcome of each cell. */
function outcomeScores(cells: PairCells, parameters: Float64Array): { eta: Float64Array; tie: Float64Array } {
  const { first, scales, hasTies, itemCount, controlCount } = cells;
  const nu = hasTies ? Math.exp(parameters[itemCount + controlCount]) : 0;
  const eta = new Float64Array(3 * first.length);
  const tie = new Float64Array(hasTies ? 3 * first.length : 0);
  const p: OutcomeProbabilities = { win: 0, loss: 0, tie: 0 };
  for (let c = 0; c < first.length; c++) {
    const scale = scales === undefined ? 1 : scales[c];
    fillProbabilities(scale * advantage(cells, parameters, c), nu, p);
    eta[3 * c] = scale * (p.loss + p.tie / 2);
    eta[3 * c + 1] = -scale * (p.win + p.tie / 2);
    eta[3 * c + 2] = (scale * (p.loss - p.win)) / 2;
    if (!hasTies) continue;
    tie[3 * c] = -p.tie;
    tie[3 * c + 1] = -p.tie;
    tie[3 * c + 2] = p.win + p.loss;
  }
  return { eta, tie };
}
