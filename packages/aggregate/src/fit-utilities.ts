import {
  type LikelihoodOptions,
  type Preference,
  packPreferences,
  sharedLogLikelihood,
} from "@tierwise/core-integrator";
import { neverBelow } from "./dominance.ts";
import { maximise, maxNorm, type Objective } from "./lbfgs.ts";
import { standardErrors } from "./standard-errors.ts";

/** Up to so many items standard errors are computed unless told otherwise: they take 2N gradients and an N × N matrix. */
const MOST_ITEMS_FOR_ERRORS = 2000;

/** What {@link fitUtilities} needs to know. */
export interface FitOptions extends LikelihoodOptions {
  /** N, the number of items. */
  readonly items: number;
  /** How often each preference was observed; 1 where left out. */
  readonly weights?: ArrayLike<number>;
  /**
   * λ ≥ 0 of the prior −λ/2·Σw², which keeps utilities finite where the data alone do not. 0 where left out: plain maximum
   * likelihood.
   */
  readonly prior?: number;
  /** Whether to compute standard errors; by default up to 2000 items. */
  readonly standardErrors?: boolean;
  /** The largest entry of the gradient, per observation, that counts as zero: 1e-8 where left out. */
  readonly tolerance?: number;
  /** 1000 where left out. */
  readonly maxIterations?: number;
}

/** Utilities and how well they are known. */
export interface Fit {
  /** One utility an item, with mean 0. */
  readonly utilities: Float64Array;
  /** The standard error of each centred utility; left out where not asked for, or where the information is singular. */
  readonly standardErrors?: Float64Array;
  /** Whether the gradient came down to the tolerance. */
  readonly converged: boolean;
  /**
   * Items that are never ranked below any of the others, where there are such: the most likely utilities would then be
   * infinite, and without a prior none are computed. Sorted; left out where all is well.
   */
  readonly neverBelow?: Int32Array;
  /** What to do about it, in a sentence; left out where all is well. */
  readonly problem?: string;
  /** Σ weight · log P at the utilities, without the prior. */
  readonly logLikelihood: number;
  /** The largest absolute entry of the gradient, per observation. */
  readonly gradientNorm: number;
  /** Steps of the solver. */
  readonly iterations: number;
}

/**
 * The most likely utilities of N items given many preferences, under the Plackett-Luce model with tiers:
 *
 *     maximise Σ_b weight_b · log P(preference_b; w) − λ/2 · Σ w²
 *
 * by L-BFGS on the exact gradient: the function is concave, and there is no learning rate to choose.
 *
 * Where some items are never ranked below the others no finite utilities are the most likely ones (Ford 1957). The fit says
 * so, naming the items, instead of running away; a small `prior` makes the answer finite.
 *
 * @param preferences - One preference an observation, of `items` items.
 * @param options - The number of items, and what else there is to know.
 *
 * @example
 * ```ts
 * import { fitUtilities } from "@tierwise/aggregate";
 *
 * // Three voters put four dishes into tiers.
 * const votes = [{ tiers: [[0, 1], [2]] }, { tiers: [[2], [0, 1]] }, { tiers: [[3], [1, 2]] }, { tiers: [[0]] }];
 * const { utilities, standardErrors, converged } = fitUtilities(votes, { items: 4 });
 * console.log(converged); // true
 * console.log(Array.from(utilities, (w) => w.toFixed(2)).join(" ")); // 0.27 0.40 0.31 -0.98
 * console.log(standardErrors?.length); // 4
 * ```
 */
export function fitUtilities(preferences: readonly Preference[], options: FitOptions): Fit {
  const { items, prior = 0, tolerance = 1e-8, maxIterations = 1000 } = options;
  const packed = packPreferences(preferences, items);
  const total = checkOptions(options, packed.count);
  const likelihood = sharedOptions(options);
  const dominant = prior > 0 ? undefined : neverBelow(packed);
  const start = new Float64Array(items);
  if (dominant !== undefined) {
    const { length } = dominant;
    const who = length === 1 ? `item ${dominant[0]} is` : `${length} items, the first of them ${dominant[0]}, are`;
    const problem = `${who} never ranked below the others, so that no finite utilities are the most likely; set a prior`;
    const logLikelihood = sharedLogLikelihood(start, packed, likelihood);
    return {
      utilities: start,
      converged: false,
      neverBelow: dominant,
      problem,
      logLikelihood,
      gradientNorm: Number.NaN,
      iterations: 0,
    };
  }
  const objective: Objective = (w, gradient) => {
    const value = sharedLogLikelihood(w, packed, { ...likelihood, gradient });
    return value - addPrior(w, gradient, prior);
  };
  const maximum = maximise(objective, start, { tolerance: tolerance * total, maxIterations });
  const utilities = centre(maximum.x);
  const wantErrors = options.standardErrors ?? items <= MOST_ITEMS_FOR_ERRORS;
  const errors = wantErrors && items > 0 ? standardErrors(objective, maximum.x, prior === 0) : undefined;
  return {
    utilities,
    ...(errors === undefined ? {} : { standardErrors: errors }),
    converged: maximum.converged,
    logLikelihood: sharedLogLikelihood(maximum.x, packed, likelihood),
    gradientNorm: maxNorm(maximum.gradient) / total,
    iterations: maximum.iterations,
  };
}

/** λ/2·Σw², with its gradient subtracted. */
function addPrior(w: Float64Array, gradient: Float64Array, prior: number): number {
  if (prior === 0) return 0;
  let sum = 0;
  for (let i = 0; i < w.length; i++) {
    sum += w[i] * w[i];
    gradient[i] -= prior * w[i];
  }
  return (prior / 2) * sum;
}

function centre(w: Float64Array): Float64Array {
  const mean = w.reduce((sum, value) => sum + value, 0) / Math.max(1, w.length);
  return w.map((value) => value - mean);
}

function sharedOptions({ rule, maxTier, weights }: FitOptions): LikelihoodOptions & { weights?: ArrayLike<number> } {
  return {
    ...(rule === undefined ? {} : { rule }),
    ...(maxTier === undefined ? {} : { maxTier }),
    ...(weights === undefined ? {} : { weights }),
  };
}

/** Checks what the likelihood does not; returns the number of observations, counted by weight. */
function checkOptions({ weights, prior = 0, tolerance = 1e-8 }: FitOptions, count: number): number {
  if (!(prior >= 0 && prior < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`prior is ${prior}; expected a finite number of at least 0`);
  }
  if (!(tolerance > 0)) throw new RangeError(`tolerance is ${tolerance}; expected a positive number`);
  if (weights === undefined) return Math.max(1, count);
  let total = 0;
  for (let b = 0; b < weights.length; b++) {
    if (!(weights[b] >= 0)) throw new RangeError(`weights[${b}] is ${weights[b]}; expected a number of at least 0`);
    total += weights[b];
  }
  return Math.max(1, total);
}
