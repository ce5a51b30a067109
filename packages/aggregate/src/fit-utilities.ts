import {
  type LikelihoodOptions,
  type PackedPreferences,
  type Preference,
  packPreferences,
  sharedLogLikelihood,
} from "@tierwise/core-integrator";
import { plPartitionLoss, sharedLoss } from "@tierwise/losses";
import { adaGrad } from "./ada-grad.ts";
import { neverBelow } from "./dominance.ts";
import { checkOptions, type FitOptions } from "./fit-options.ts";
import { maximise, maxNorm, type Objective } from "./lbfgs.ts";
import { standardErrors } from "./standard-errors.ts";
import { winsOf } from "./wins.ts";

/** Up to so many items standard errors are computed unless told otherwise: they take 2N gradients and an N × N matrix. */
const MOST_ITEMS_FOR_ERRORS = 2000;

/** Utilities and how well they are known. */
export interface Fit {
  /** One utility an item, with mean 0. */
  readonly utilities: Float64Array;
  /** The standard error of each centred utility; left out where not asked for, or where the information is singular. */
  readonly standardErrors?: Float64Array;
  /** Whether the gradient came down to the tolerance; with AdaGrad, whether the held-out loss stopped improving. */
  readonly converged: boolean;
  /**
   * Items that are never ranked below any of the others, where there are such: the most likely utilities would then be
   * infinite, and without a prior none are computed. Sorted; left out where all is well.
   */
  readonly neverBelow?: Int32Array;
  /** What to do about it, in a sentence; left out where all is well. */
  readonly problem?: string;
  /** Σ weight · log P at the utilities, without the prior: that of PL-Partition, whatever loss was minimised. */
  readonly logLikelihood: number;
  /** The largest absolute entry of the gradient of what was maximised or minimised, per observation. */
  readonly gradientNorm: number;
  /** Steps of the solver. */
  readonly iterations: number;
  /** AdaGrad: the least mean loss of the held-out observations; left out where none were held out. */
  readonly heldOutLoss?: number;
}

/**
 * The most likely utilities of N items given many preferences, under the Plackett-Luce model with tiers:
 *
 *     maximise Σ_b weight_b · log P(preference_b; w) − λ/2 · Σ w²
 *
 * by L-BFGS on the exact gradient: the function is concave, and there is no learning rate to choose. Or, with another `loss`,
 *
 *     minimise Σ_b weight_b · loss_b(w) + λ/2 · Σ w²
 *
 * by AdaGrad over mini-batches until the loss of held-out observations rises, as in the paper; PL-Partition too with
 * `solver: "adagrad"`. A step costs O(N + what its observations name).
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
 *
 * @example
 * ```ts
 * import { fitUtilities } from "@tierwise/aggregate";
 * import { rankNetLoss } from "@tierwise/losses";
 *
 * const races = Array.from({ length: 200 }, (_, b) => ({ tiers: b % 4 === 0 ? [[1], [0]] : [[0], [2]] }));
 * const { utilities, converged } = fitUtilities(races, { items: 3, loss: rankNetLoss(), seed: 1 });
 * console.log(converged, utilities[0] > utilities[1]); // true true
 * ```
 */
export function fitUtilities(preferences: readonly Preference[], options: FitOptions): Fit {
  const packed = packPreferences(preferences, options.items);
  const { solver, observations } = checkOptions(options, packed.count);
  return solver === "adagrad" ? byAdaGrad(packed, options, observations) : byLbfgs(packed, options, observations);
}

function byAdaGrad(packed: PackedPreferences, options: FitOptions, total: number): Fit {
  const { items, prior = 0, weights, rule, maxTier } = options;
  const likelihood = { ...(rule && { rule }), ...(maxTier !== undefined && { maxTier }) };
  const loss = sharedLoss(options.loss ?? plPartitionLoss(likelihood));
  const found = adaGrad(loss, packed, weights, prior, options);
  const weighted = weights === undefined ? {} : { weights };
  const gradient = new Float64Array(items);
  loss(found.x, packed, { ...weighted, gradient });
  for (let i = 0; i < items; i++) gradient[i] += prior * found.x[i];
  return {
    utilities: centre(found.x),
    converged: found.converged,
    logLikelihood: sharedLogLikelihood(found.x, packed, { ...likelihood, ...weighted }),
    gradientNorm: maxNorm(gradient) / total,
    iterations: found.step,
    ...(Number.isNaN(found.bestLoss) ? {} : { heldOutLoss: found.bestLoss }),
  };
}

function byLbfgs(packed: PackedPreferences, options: FitOptions, total: number): Fit {
  const { items, prior = 0, tolerance = 1e-8, maxIterations = 1000 } = options;
  const likelihood = sharedOptions(options);
  const dominant = prior > 0 ? undefined : neverBelow(packed, options);
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
  // EM's step as the first guess of every step: an item that is often ranked has a steep likelihood.
  const scale = winsOf(packed, options.weights).map((wins) => 1 / (wins + prior || 1));
  const maximum = maximise(objective, start, { tolerance: tolerance * total, maxIterations, scale });
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
