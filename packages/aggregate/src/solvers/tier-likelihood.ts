import {
  createRule,
  type LikelihoodOptions,
  type PackedPreferences,
  type SharedOptions,
  sharedInformation,
  sharedLogLikelihood,
} from "@tierwise/core-integrator";
import type { RankingLoss } from "@tierwise/losses";
import type { FittedMaximum } from "../intervals/interval.ts";
import { maximizeByChords } from "../numerics/chords.ts";
import { newtonStepByGradients } from "../numerics/conjugate-gradients.ts";
import { center, matrixTimes, maxNorm } from "../numerics/linear-algebra.ts";
import type { Objective, Point } from "../numerics/maximize.ts";
import { findUnbeatenItems } from "../observations/unbeaten-items.ts";
import type { FitProblem } from "./solver.ts";

/** Whether a loss is the negative log-likelihood of the tiers, which L-BFGS maximizes: PL-Partition without negative sampling. */
export function isLikelihood(loss: RankingLoss | undefined): boolean {
  return loss === undefined || (loss.spec?.name === "pl-partition" && loss.spec.negatives === undefined);
}

/** The options of the likelihood, taken from the loss if one is given. Throws if the loss is not the likelihood. */
export function likelihoodOf({ loss, likelihood }: FitProblem): LikelihoodOptions {
  if (loss === undefined) return likelihood;
  const { spec } = loss;
  if (spec === undefined || !isLikelihood(loss)) {
    const what = spec === undefined ? "a function without a spec" : JSON.stringify(spec);
    throw new RangeError(
      `loss is ${what}; lbfgs() maximizes only the likelihood; expected pl-partition, or solver: adaGrad()`,
    );
  }
  return {
    ...(spec.rule && { rule: createRule(spec.rule) }),
    ...(spec.maxTier !== undefined && { maxTier: spec.maxTier }),
  };
}

/** Returns the function to maximize: the log-likelihood with the prior. */
export function objectiveOf(
  packed: PackedPreferences,
  likelihood: SharedOptions,
  { signal, prior }: FitProblem,
): Objective {
  return (w, gradient) => {
    signal?.throwIfAborted();
    const value = sharedLogLikelihood(w, packed, { ...likelihood, gradient });
    return value - addPrior(w, gradient, prior);
  };
}

/** Returns λ/2·Σw² and subtracts its gradient from `gradient`. */
export function addPrior(w: Float64Array, gradient: Float64Array, prior: number): number {
  if (prior === 0) return 0;
  let sum = 0;
  for (let i = 0; i < w.length; i++) {
    sum += w[i] * w[i];
    gradient[i] -= prior * w[i];
  }
  return (prior / 2) * sum;
}

/** Returns a function for the exact information; undefined if the rule approximates the likelihood, since the curvature then differs. */
export function informationOf(
  packed: PackedPreferences,
  { rule, maxTier, weights }: SharedOptions,
  prior: number,
): ((w: Float64Array) => Float64Array) | undefined {
  if (rule !== undefined && rule.name !== "adaptive" && rule.name !== "exact") return undefined;
  const options = { ...(weights && { weights }), ...(maxTier !== undefined && { maxTier }) };
  return (w) => {
    const matrix = sharedInformation(w, packed, options);
    for (let i = 0; i < w.length; i++) matrix[i * w.length + i] += prior;
    return matrix;
  };
}

/** A converged fit to preferences with tiers. */
export interface FittedTiers {
  readonly preferences: PackedPreferences;
  /** The rule and `maxTier`. */
  readonly likelihood: LikelihoodOptions;
  /** Normalized weights. */
  readonly weights: Float64Array;
  readonly clusters: Int32Array | undefined;
  readonly prior: number;
  readonly unit: number;
  readonly at: Point;
  readonly objective: Objective;
  readonly inverse: Float64Array | undefined;
  readonly inverseCurvature: (vector: Float64Array) => Float64Array;
  /** Repeats the fit from scratch with other normalized weights, for resamples on which the chord method fails. */
  readonly refitFully: (weights: Float64Array) => Float64Array | undefined;
}

/** Returns the maximum of the likelihood in the form that intervals need. */
export function tierMaximum(fitted: FittedTiers): FittedMaximum {
  const { preferences, likelihood, weights, clusters, prior, unit, at, objective, inverse } = fitted;
  const n = preferences.itemCount;
  const utilities = center(at.x);
  const scratch = new Float64Array(n);
  const named = (b: number): Int32Array => {
    const { items, tierOffsets, preferenceOffsets } = preferences;
    return items.subarray(tierOffsets[preferenceOffsets[b]], tierOffsets[preferenceOffsets[b + 1]]);
  };
  return {
    itemCount: n,
    parameters: utilities,
    inverseInformation: inverse,
    unit,
    solve: (v) => {
      const right = center(v);
      if (inverse !== undefined) return matrixTimes(inverse, right);
      const precondition = (u: Float64Array): Float64Array => center(fitted.inverseCurvature(u));
      return center(newtonStepByGradients(objective, at.x, right, precondition).step);
    },
    observations: {
      weights: weights.map((weight) => weight * unit),
      clusters,
      addScore: (b, factor, gradient, touched) => {
        sharedLogLikelihood(utilities, preferences, { ...likelihood, subset: [b], gradient: scratch });
        const add = (item: number): void => {
          gradient[item] += factor * scratch[item];
          touched.push(item);
        };
        if (preferences.restIsLowest[b] === 1) for (let item = 0; item < n; item++) add(item);
        else for (const item of named(b)) add(item);
      },
      scoreSum: (factors) => {
        const gradient = new Float64Array(n);
        sharedLogLikelihood(utilities, preferences, { ...likelihood, weights: factors, gradient });
        return gradient;
      },
      refit: (redrawn) => {
        const most = maxNorm(redrawn);
        if (!(most > 0)) return undefined;
        const normalized = redrawn.map((weight) => weight / unit);
        const terms = { weights: normalized, ...(likelihood.maxTier !== undefined && { maxTier: likelihood.maxTier }) };
        if (prior === 0 && findUnbeatenItems(preferences, terms) !== undefined) return undefined;
        if (inverse !== undefined) {
          const resampled: Objective = (w, gradient) => {
            const value = sharedLogLikelihood(w, preferences, { ...likelihood, weights: normalized, gradient });
            return value - addPrior(w, gradient, prior);
          };
          const found = maximizeByChords(resampled, utilities, inverse);
          if (found !== undefined) return center(found);
        }
        return fitted.refitFully(normalized);
      },
    },
  };
}
