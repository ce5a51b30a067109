import { sharedLogLikelihood } from "@tierwise/core-integrator";
import type { Interval } from "../intervals/interval.ts";
import { information, uncertaintyOf } from "../intervals/standard-errors.ts";
import { emStep, winsOf } from "../numerics/em-step.ts";
import { center, maxNorm } from "../numerics/linear-algebra.ts";
import { evaluate, type Maximum, maximize, type Objective, type Point } from "../numerics/maximize.ts";
import { MOST_ITEMS_FOR_MATRIX, type RefinedMaximum, type RefineOptions, refine } from "../numerics/refine.ts";
import { findUnbeatenItems } from "../observations/unbeaten-items.ts";
import { mergePreferences } from "../observations/weighted-preferences.ts";
import type { Fit } from "./fit.ts";
import { unconverged, withoutMaximum } from "./no-maximum.ts";
import type { LbfgsProgress } from "./progress.ts";
import type { FitProblem, Solver } from "./solver.ts";
import { informationOf, likelihoodOf, objectiveOf, tierMaximum } from "./tier-likelihood.ts";

/** Options for {@link lbfgs}: when to stop. */
export interface LbfgsOptions {
  /**
   * The largest gradient entry, divided by the sum of the weights, that counts as zero. For a fit to have converged, the Newton step to the
   * maximum must also be at most 100 times this tolerance. Default: 1e-8.
   */
  readonly tolerance?: number;
  /** The maximum number of steps. Default: 1000. */
  readonly maxIterations?: number;
}

/** A fit has converged if the Newton step is at most this many times the tolerance of the gradient. */
const ACCURACY = 100;

/**
 * Fits by L-BFGS on the exact gradient of all observations at once, the default for PL-Partition. The fit ends when the gradient is at most
 * `tolerance` and the Newton step is at most 100 times `tolerance`. Standard errors are available, and there is no learning rate to choose.
 *
 * @param options - When to stop.
 *
 * @example
 * ```ts
 * import { fitUtilities, lbfgs } from "@tierwise/aggregate";
 *
 * const votes = [{ tiers: [[0, 1], [2]] }, { tiers: [[2], [0, 1]] }, { tiers: [[3], [1, 2]] }, { tiers: [[0]] }];
 * const { converged, iterations } = fitUtilities(votes, { items: 4, solver: lbfgs({ maxIterations: 3 }) });
 * console.log(converged, iterations); // false 3
 * ```
 */
export function lbfgs({ tolerance = 1e-8, maxIterations = 1000 }: LbfgsOptions = {}): Solver {
  if (!(tolerance > 0 && tolerance < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`tolerance is ${tolerance}; expected a positive number`);
  }
  if (!(maxIterations >= 0)) throw new RangeError(`maxIterations is ${maxIterations}; expected a nonnegative number`);
  return { name: "lbfgs", fit: (problem) => fitByLbfgs(problem, { tolerance, maxIterations }) };
}

function fitByLbfgs(problem: FitProblem, { tolerance, maxIterations }: Required<LbfgsOptions>): Fit {
  const { unit, prior, total, clusters } = problem;
  // With clusters, equal observations are not merged, because each may belong to a different cluster.
  const { preferences: packed, weights } = clusters
    ? {
        preferences: problem.preferences,
        weights: problem.weights ?? new Float64Array(problem.preferences.count).fill(1),
      }
    : mergePreferences(problem.preferences, problem.weights);
  const items = packed.itemCount;
  const likelihood = likelihoodOf(problem);
  const weighted = { ...likelihood, weights };
  const logLikelihood = (w: Float64Array): number => unit * sharedLogLikelihood(w, packed, weighted);
  const unbeaten = prior > 0 ? undefined : findUnbeatenItems(packed, weighted);
  if (unbeaten !== undefined) return withoutMaximum(unbeaten, items, logLikelihood(new Float64Array(items)));
  const objective = objectiveOf(packed, weighted, problem);
  const enough = tolerance * (total || 1);
  const report = reporter(problem, maxIterations);
  const maximum = climb(objective, winsOf(packed, weights, likelihood.maxTier), prior, {
    tolerance: enough,
    maxIterations,
    onStep: (done, at) => report("lbfgs", done, at),
  });
  const interval = intervalOf(problem);
  const refined = refineUnlessSpent(objective, maximum, maxIterations, {
    prior,
    dense: interval !== undefined && items <= MOST_ITEMS_FOR_MATRIX,
    information: informationOf(packed, weighted, prior),
    onStep: (steps, at) => report("newton", maximum.iterations + steps, at),
  });
  const gradientNorm = maxNorm(refined.gradient) / (total || 1);
  const iterations = maximum.iterations + refined.iterations;
  const converged = maxNorm(refined.gradient) <= enough && refined.distance <= ACCURACY * tolerance;
  const { inverse } = refined;
  const refitFully = (redrawn: Float64Array): Float64Array | undefined => {
    const merged = {
      ...problem,
      preferences: packed,
      weights: redrawn,
      interval: false,
      onProgress: undefined,
    } as const;
    const fit = fitByLbfgs({ ...merged, clusters: new Int32Array(0), unit: 1 }, { tolerance, maxIterations });
    return fit.converged ? fit.utilities : undefined;
  };
  const hasInterval = converged && interval !== undefined && (inverse !== undefined || items > MOST_ITEMS_FOR_MATRIX);
  return {
    utilities: center(refined.x),
    ...(hasInterval &&
      uncertaintyOf(
        interval,
        tierMaximum({
          ...{ preferences: packed, likelihood, weights, clusters, prior, unit, at: refined, objective, inverse },
          ...{ inverseCurvature: maximum.inverseCurvature, refitFully },
        }),
      )),
    converged,
    ...(!converged && { problem: unconverged(maximum.converged, refined, gradientNorm, iterations, maxIterations) }),
    logLikelihood: logLikelihood(refined.x),
    gradientNorm,
    iterations,
  };
}

/** Selects the method for standard errors, if any. Default: `information()` up to 2000 items. */
function intervalOf({ interval, preferences: { itemCount } }: FitProblem): Interval | undefined {
  if (itemCount === 0 || interval === false) return undefined;
  return interval ?? (itemCount <= MOST_ITEMS_FOR_MATRIX ? information() : undefined);
}

type OnStep = (iterations: number, at: Point) => void;

function reporter({ onProgress, total: weight }: FitProblem, total: number) {
  return (stage: LbfgsProgress["stage"], done: number, { gradient }: Point): void =>
    onProgress?.({ stage, done, total, gradientNorm: maxNorm(gradient) / (weight || 1) });
}

/** Takes one EM step, then L-BFGS steps scaled by EM, because the likelihood is steeper for items that are ranked often. */
function climb(
  objective: Objective,
  wins: Float64Array,
  prior: number,
  { tolerance, maxIterations, onStep }: { tolerance: number; maxIterations: number; onStep: OnStep },
): Maximum {
  const zero = evaluate(objective, new Float64Array(wins.length));
  const first = maxIterations > 0 && maxNorm(zero.gradient) > tolerance ? 1 : 0;
  const found = maximize(objective, first === 1 ? emStep(zero, wins, prior) : zero.x, {
    tolerance,
    maxIterations: maxIterations - first,
    onStep: (iterations, at) => onStep(first + iterations, at),
    scale: wins.map((k) => 1 / (k + prior || 1)),
    otherStep: (from) => emStep(from, wins, prior),
  });
  return { ...found, iterations: first + found.iterations };
}

function refineUnlessSpent(
  objective: Objective,
  maximum: Maximum,
  maxIterations: number,
  how: Omit<RefineOptions, "maxIterations">,
): RefinedMaximum {
  const left = maxIterations - maximum.iterations;
  if (left <= 0 && !maximum.converged) return { ...maximum, iterations: 0, distance: Number.NaN };
  return refine(objective, maximum, { ...how, maxIterations: left });
}
