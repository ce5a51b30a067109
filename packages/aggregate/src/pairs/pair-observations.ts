import type { FittedObservations } from "../intervals/interval.ts";
import { maximizeByChords } from "../numerics/chords.ts";
import { maximizePairs } from "./maximize-pairs.ts";
import { advantage, newPairCounts, type PairCells, type PairCounts } from "./pair-cells.ts";
import { fillProbabilities, type OutcomeProbabilities, pairLikelihood } from "./pair-likelihood.ts";
import { unbeatenInPairs } from "./unbeaten-in-pairs.ts";

/** What happened in a cell: `first` won, `second` won, or a tie. */
export type PairOutcome = 0 | 1 | 2;

/** Distinct observations, each an outcome in one cell or in two: "both bad" is a win of the bar over each side. */
export interface PairObservations {
  /** How often each was observed, normalized: in units of `unit`. */
  readonly weights: Float64Array;
  readonly cells: Int32Array;
  /** A {@link PairOutcome} each. */
  readonly outcomes: Uint8Array;
  /** The second cell, −1 if there is none; undefined if no observation has one. */
  readonly otherCells?: Int32Array | undefined;
  readonly otherOutcomes?: Uint8Array | undefined;
  /** The group of dependent observations of each. */
  readonly clusters?: Int32Array | undefined;
}

/** Overwrites `counts` with the counts of weighted observations; without a tie parameter, a tie is half a win for either side. */
export function countPairs(
  { cells: at, outcomes, otherCells, otherOutcomes }: PairObservations,
  weights: Float64Array,
  hasTies: boolean,
  counts: PairCounts,
): void {
  counts.wins.fill(0);
  counts.losses.fill(0);
  counts.ties.fill(0);
  for (let b = 0; b < at.length; b++) {
    addOutcome(counts, at[b], outcomes[b], weights[b], hasTies);
    if (otherCells === undefined || otherOutcomes === undefined || otherCells[b] < 0) continue;
    addOutcome(counts, otherCells[b], otherOutcomes[b], weights[b], hasTies);
  }
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

/** A fitted model of comparisons. */
export interface FittedPairs {
  readonly cells: PairCells;
  readonly observations: PairObservations;
  readonly prior: number;
  readonly unit: number;
  readonly parameters: Float64Array;
  /** The inverse information of the normalized weights, if it was computed. */
  readonly inverse: Float64Array | undefined;
  /** Subtracts the mean from the utilities, in place. */
  readonly center: (parameters: Float64Array) => Float64Array;
  readonly maxIterations: number;
}

/** The observations of a fit, as intervals see them. */
export function fittedObservations(fitted: FittedPairs): FittedObservations {
  const { cells, observations, prior, unit, parameters, inverse, center, maxIterations } = fitted;
  const { cells: at, outcomes, otherCells, otherOutcomes, weights, clusters } = observations;
  const scores = outcomeScores(cells, parameters);
  const addAt = (c: number, outcome: number, factor: number, gradient: Float64Array, touched?: number[]): void => {
    const { itemCount, first, second, controlCount, controls, hasTies } = cells;
    const slope = factor * scores.eta[3 * c + outcome];
    gradient[first[c]] += slope;
    gradient[second[c]] -= slope;
    touched?.push(first[c], second[c]);
    for (let a = 0; a < controlCount; a++) {
      gradient[itemCount + a] += slope * controls[c * controlCount + a];
      touched?.push(itemCount + a);
    }
    if (!hasTies) return;
    gradient[itemCount + controlCount] += factor * scores.tie[3 * c + outcome];
    touched?.push(itemCount + controlCount);
  };
  const addScore = (b: number, factor: number, gradient: Float64Array, touched?: number[]): void => {
    addAt(at[b], outcomes[b], factor, gradient, touched);
    const other = otherCells?.[b] ?? -1;
    if (other >= 0) addAt(other, otherOutcomes?.[b] ?? 0, factor, gradient, touched);
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
      countPairs(observations, normalized, cells.hasTies, counts);
      if (inverse !== undefined) {
        const found = maximizeByChords((x, g) => pairLikelihood(cells, counts, prior, x, g), parameters, inverse);
        if (found !== undefined) return center(found);
      }
      if (prior === 0 && unbeatenInPairs(cells, counts) !== undefined) return undefined;
      const found = maximizePairs(cells, counts, parameters, { prior, maxIterations });
      return found.converged ? center(found.x) : undefined;
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
