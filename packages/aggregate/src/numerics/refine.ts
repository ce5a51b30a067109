import { newtonStepByGradients } from "./conjugate-gradients.ts";
import { inverseInformation } from "./inverse-information.ts";
import { center, matrixTimes, maxNorm, sumScaled } from "./linear-algebra.ts";
import type { Maximum } from "./maximize.ts";
import { evaluate, lineSearch, type Objective, type Point } from "./maximize.ts";

// A point with a small gradient may be far from the maximum: if few observations connect the items, or all but one favor the same side, the
// function is flat. The Newton step measures the remaining distance and also moves to the maximum.

/** Options for {@link refine}. */
export interface RefineOptions {
  /** The maximum number of steps. */
  readonly maxIterations: number;
  /** The strength λ ≥ 0 of the prior −λ/2·Σw². Without a prior, adding a constant to all entries must not change the function. */
  readonly prior: number;
  /** Whether to compute the inverse information, an N × N matrix, even if no step needs it. Standard errors require it. */
  readonly dense: boolean;
  /** The information at a point, N × N. Default: differences of the gradient. */
  readonly information?: ((x: Float64Array) => Float64Array) | undefined;
  /** Called after every step. */
  readonly onStep?: (iterations: number, at: Point) => void;
}

/** A refined maximum. */
export interface RefinedMaximum extends Point {
  /** The number of steps taken. */
  readonly iterations: number;
  /** The largest entry of the Newton step at the end point, an estimate of the distance to the maximum, or NaN if there is no step. */
  readonly distance: number;
  /** The inverse information, if it was computed and is positive definite. */
  readonly inverse?: Float64Array;
}

interface NewtonStep {
  readonly step: Float64Array;
  readonly solved: boolean;
  readonly inverse?: Float64Array;
}

/** Up to this many items, an N × N matrix is used if conjugate gradients do not find the Newton step. */
export const MOST_ITEMS_FOR_MATRIX = 2000;
/** The inverse information is recomputed after a step larger than this. */
const NEAR = 1e-6;
/** The refinement stops after this many steps without progress, since rounding errors then limit the accuracy. */
const PATIENCE = 50;

/** Continues from the end point of L-BFGS to a point at which the Newton step is negligible. With a prior, the entries have mean 0 at that point. */
export function refine(objective: Objective, start: Maximum, options: RefineOptions): RefinedMaximum {
  let at: Point = options.prior > 0 ? evaluate(objective, center(start.x)) : start;
  let nearest = Number.POSITIVE_INFINITY;
  let lastNearer = 0;
  for (let iterations = 0; ; iterations++) {
    const found = newtonStep(objective, at, start, options);
    if (found === undefined) return { ...at, iterations, distance: Number.NaN };
    const distance = found.solved ? maxNorm(found.step) : Number.NaN;
    const inverse = found.inverse && { inverse: found.inverse };
    if (distance <= NEAR) return { ...polish(objective, at, found), iterations, ...inverse };
    if (distance < nearest) {
      nearest = distance;
      lastNearer = iterations;
    }
    const goesOn = iterations < options.maxIterations && iterations - lastNearer < PATIENCE;
    const next = goesOn ? lineSearch(objective, at, found.step, 1) : undefined;
    if (next === undefined) return { ...at, iterations, distance, ...inverse };
    at = next;
    options.onStep?.(iterations + 1, at);
  }
}

function newtonStep(
  objective: Objective,
  at: Point,
  { inverseCurvature }: Maximum,
  { prior, dense, information }: RefineOptions,
): NewtonStep | undefined {
  if (!dense) {
    const found = newtonStepByGradients(objective, at.x, at.gradient, (v) => center(inverseCurvature(v)));
    if (found.solved || at.x.length > MOST_ITEMS_FOR_MATRIX) return found;
  }
  const inverse = inverseInformation(objective, at.x, prior, information);
  return inverse && { step: matrixTimes(inverse, at.gradient), solved: true, inverse };
}

/** Takes short steps, reusing the inverse if there is one, until rounding errors in the gradient keep the steps from getting shorter. */
function polish(objective: Objective, from: Point, { step: first, inverse }: NewtonStep): Point & { distance: number } {
  let at = from;
  let step = first;
  let distance = maxNorm(step);
  while (distance > 0) {
    const next = evaluate(objective, sumScaled(at.x, 1, step));
    if (inverse === undefined) {
      return maxNorm(next.gradient) < maxNorm(at.gradient) ? { ...next, distance } : { ...at, distance };
    }
    const nextStep = matrixTimes(inverse, next.gradient);
    if (!(maxNorm(nextStep) < distance / 2)) break;
    at = next;
    step = nextStep;
    distance = maxNorm(step);
  }
  return { ...at, distance };
}
