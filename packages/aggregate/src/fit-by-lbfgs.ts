import { type PackedPreferences, sharedLogLikelihood } from "@tierwise/core-integrator";
import { neverBelow } from "./dominance.ts";
import { emStep } from "./em-step.ts";
import type { Fit } from "./fit.ts";
import type { FitOptions } from "./fit-options.ts";
import { standardErrorsOf } from "./information.ts";
import { type Maximum, maximise } from "./lbfgs.ts";
import { evaluate, type Objective } from "./line-search.ts";
import type { NormalizedWeights } from "./normalized-weights.ts";
import { MOST_ITEMS_FOR_MATRIX, type RefinedMaximum, refine } from "./refine.ts";
import { center, maxNorm } from "./vectors.ts";
import { winsOf } from "./wins.ts";

/** Utilities count as found where Newton's step is no longer than this many times the tolerance of the gradient. */
const ACCURACY = 100;

/** The maximum of the likelihood from all observations at once, on normalized weights. */
export function fitByLbfgs(packed: PackedPreferences, options: FitOptions, normalized: NormalizedWeights): Fit {
  const { items, tolerance = 1e-8, maxIterations = 1000, rule, maxTier } = options;
  const { unit, prior, weights, total } = normalized;
  const weighted = weights === undefined ? {} : { weights };
  const likelihood = { ...(rule && { rule }), ...(maxTier !== undefined && { maxTier }), ...weighted };
  const logLikelihood = (w: Float64Array): number => unit * sharedLogLikelihood(w, packed, likelihood);
  const dominant = prior > 0 ? undefined : neverBelow(packed, likelihood);
  if (dominant !== undefined) return withoutMaximum(dominant, items, logLikelihood(new Float64Array(items)));
  const objective: Objective = (w, gradient) => {
    const value = sharedLogLikelihood(w, packed, { ...likelihood, gradient });
    return value - addPrior(w, gradient, prior);
  };
  const enough = tolerance * (total || 1);
  const maximum = climb(objective, winsOf(packed, weights, maxTier), prior, { tolerance: enough, maxIterations });
  const wantErrors = items > 0 && (options.standardErrors ?? items <= MOST_ITEMS_FOR_MATRIX);
  const refined = refineUnlessSpent(objective, maximum, maxIterations, { centered: prior === 0, dense: wantErrors });
  const gradientNorm = maxNorm(refined.gradient) / (total || 1);
  const iterations = maximum.iterations + refined.iterations;
  const converged = maxNorm(refined.gradient) <= enough && refined.distance <= ACCURACY * tolerance;
  return {
    utilities: center(refined.x),
    ...(converged && wantErrors && refined.inverse && { standardErrors: errorsOf(refined.inverse, items, unit) }),
    converged,
    ...(!converged && { problem: unconverged(maximum, refined, gradientNorm, iterations, maxIterations) }),
    logLikelihood: logLikelihood(refined.x),
    gradientNorm,
    iterations,
  };
}

/** EM's step from equal utilities, then L-BFGS, with EM's step as the scale: an item that is often ranked has a steep likelihood. */
function climb(
  objective: Objective,
  wins: Float64Array,
  prior: number,
  { tolerance, maxIterations }: { tolerance: number; maxIterations: number },
): Maximum {
  const zero = evaluate(objective, new Float64Array(wins.length));
  const first = maxIterations > 0 && maxNorm(zero.gradient) > tolerance ? 1 : 0;
  const found = maximise(objective, first === 1 ? emStep(zero, wins, prior) : zero.x, {
    tolerance,
    maxIterations: maxIterations - first,
    scale: wins.map((k) => 1 / (k + prior || 1)),
    otherStep: (from) => emStep(from, wins, prior),
  });
  return { ...found, iterations: first + found.iterations };
}

function refineUnlessSpent(
  objective: Objective,
  maximum: Maximum,
  maxIterations: number,
  how: { centered: boolean; dense: boolean },
): RefinedMaximum {
  const left = maxIterations - maximum.iterations;
  if (left <= 0 && !maximum.converged) return { ...maximum, iterations: 0, distance: Number.NaN };
  return refine(objective, maximum, { ...how, maxIterations: left });
}

function withoutMaximum(dominant: Int32Array, items: number, logLikelihood: number): Fit {
  const { length } = dominant;
  const who = length === 1 ? `item ${dominant[0]} is` : `${length} items, the first of them ${dominant[0]}, are`;
  return {
    utilities: new Float64Array(items),
    converged: false,
    neverBelow: dominant,
    problem: `${who} never ranked below the others, so that no finite utilities are the most likely; set a prior`,
    logLikelihood,
    gradientNorm: Number.NaN,
    iterations: 0,
  };
}

/** Why a fit ended before the maximum, and what to do. */
function unconverged(
  maximum: Maximum,
  { distance }: RefinedMaximum,
  gradientNorm: number,
  iterations: number,
  maxIterations: number,
): string {
  const gradient = `the gradient is ${gradientNorm.toPrecision(2)} per observation`;
  const far = Number.isNaN(distance)
    ? "the likelihood is flat in some direction"
    : `the most likely utilities are still about ${distance.toPrecision(2)} away`;
  const where = `the fit has not converged: ${maximum.converged ? far : gradient} after ${iterations} iterations`;
  const advice = "set a prior, or add observations that connect the items";
  return iterations < maxIterations ? `${where}; ${advice}` : `${where}; raise maxIterations, ${advice}`;
}

/** Standard errors in the units of the weights as they were given. */
function errorsOf(inverse: Float64Array, items: number, unit: number): Float64Array {
  return standardErrorsOf(inverse, items).map((error) => error / Math.sqrt(unit));
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
