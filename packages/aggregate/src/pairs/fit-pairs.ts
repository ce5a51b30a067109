import type { FittedMaximum } from "../intervals/interval.ts";
import { emStep } from "../numerics/em-step.ts";
import { maxNorm } from "../numerics/linear-algebra.ts";
import type { Point } from "../numerics/maximize.ts";
import { informationAt, maximizePairs, type PairMaximum } from "./maximize-pairs.ts";
import { newPairCounts, type PairCells, type PairCounts, parameterCount } from "./pair-cells.ts";
import { pairLikelihood } from "./pair-likelihood.ts";
import { centerUtilities, countPairs, fittedObservations, type PairObservations } from "./pair-observations.ts";
import { unbeatenInPairs } from "./unbeaten-in-pairs.ts";

/** Comparisons to fit, with normalized weights. */
export interface PairProblem {
  readonly cells: PairCells;
  readonly observations: PairObservations;
  /** The given weight that corresponds to a normalized weight of 1. */
  readonly unit: number;
  /** The strength λ of the prior, divided by `unit`. */
  readonly prior: number;
  readonly maxIterations: number;
  /** The parameters to start from. Default: one EM step from equal utilities. */
  readonly start?: Float64Array | undefined;
  readonly onStep?: (iterations: number, at: Point) => void;
  readonly signal?: AbortSignal | undefined;
}

/** The result of fitting comparisons. */
export interface FittedPairModel {
  /** The maximum, with centered utilities. */
  readonly maximum: PairMaximum;
  /** The log-likelihood Σ weight · log P for the given weights, without the prior. */
  readonly logLikelihood: number;
  /** The largest entry of the gradient, per observation. */
  readonly gradientNorm: number;
  /** The input for interval methods; undefined if the information is singular. */
  readonly fitted: (mostItems: number) => FittedMaximum | undefined;
}

/** Fits the comparisons. If there is no prior and some items are never beaten by the others, returns these items instead. */
export function fitPairs(problem: PairProblem): FittedPairModel | Int32Array {
  const { cells, observations, unit, prior, maxIterations, signal } = problem;
  const counts = newPairCounts(cells);
  countPairs(observations, observations.weights, cells.hasTies, counts);
  const unbeaten = prior > 0 ? undefined : unbeatenInPairs(cells, counts);
  if (unbeaten !== undefined) return unbeaten;
  // The start must be centered, because Newton steps do not change the mean of the utilities.
  const start = centerUtilities(Float64Array.from(problem.start ?? startOf(cells, counts, prior)), cells.itemCount);
  const found = maximizePairs(cells, counts, start, {
    prior,
    maxIterations,
    signal,
    ...(problem.onStep && { onStep: problem.onStep }),
  });
  const { itemCount } = cells;
  const maximum = { ...found, x: centerUtilities(Float64Array.from(found.x), itemCount) };
  let total = 0;
  for (let b = 0; b < observations.weights.length; b++) total += observations.weights[b];
  return {
    maximum,
    logLikelihood: unit * pairLikelihood(cells, counts, 0, maximum.x, new Float64Array(maximum.x.length)),
    gradientNorm: maxNorm(found.gradient) / (total || 1),
    fitted: (mostItems) => {
      const information = informationAt(cells, counts, prior, found.x, mostItems);
      if (information === undefined) return undefined;
      const inverse = information.inverse?.();
      return {
        itemCount,
        parameters: maximum.x,
        inverseInformation: inverse,
        unit,
        solve: information.solve,
        observations: fittedObservations({
          ...{ cells, observations, prior, unit, parameters: maximum.x, inverse, maxIterations },
        }),
      };
    },
  };
}

/** The starting point: one EM step from equal utilities, with the tie parameter of equal items. */
function startOf(cells: PairCells, counts: PairCounts, prior: number): Float64Array {
  const { itemCount, first, second, hasTies, controlCount, scales } = cells;
  const parameters = new Float64Array(parameterCount(cells));
  const gradient = new Float64Array(parameters.length);
  const wins = new Float64Array(itemCount);
  let [decided, tied] = [0, 0];
  for (let c = 0; c < first.length; c++) {
    wins[first[c]] += counts.wins[c] + counts.ties[c] / 2;
    wins[second[c]] += counts.losses[c] + counts.ties[c] / 2;
    decided += counts.wins[c] + counts.losses[c];
    tied += counts.ties[c];
  }
  // Equal items tie with probability ν/(2 + ν); this ν gives the observed share of ties.
  if (hasTies) parameters[itemCount + controlCount] = Math.log((2 * tied) / decided);
  if (scales !== undefined || controlCount > 0) return parameters;
  pairLikelihood(cells, counts, prior, parameters, gradient);
  const step = emStep({ x: parameters.subarray(0, itemCount), gradient }, wins, prior);
  parameters.set(step);
  return parameters;
}
