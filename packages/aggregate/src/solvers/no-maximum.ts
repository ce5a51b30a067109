import type { RefinedMaximum } from "../numerics/refine.ts";
import type { Fit } from "./fit.ts";

/** The result for data whose most likely utilities are infinite. */
export function withoutMaximum(unbeaten: Int32Array, items: number, logLikelihood: number): Fit {
  const { length } = unbeaten;
  const who = length === 1 ? `item ${unbeaten[0]} is` : `${length} items, the first of them ${unbeaten[0]}, are`;
  return {
    utilities: new Float64Array(items),
    converged: false,
    unbeatenItems: unbeaten,
    problem: `${who} never ranked below the others, so the most likely utilities are infinite; set a prior`,
    logLikelihood,
    gradientNorm: Number.NaN,
    iterations: 0,
  };
}

/** Explains why a fit ended before the maximum and what to do about it. */
export function unconverged(
  climbed: boolean,
  { distance }: Pick<RefinedMaximum, "distance">,
  gradientNorm: number,
  iterations: number,
  maxIterations: number,
): string {
  const gradient = `the gradient is ${gradientNorm.toPrecision(2)} per observation`;
  const far = Number.isNaN(distance)
    ? "the likelihood is flat in some direction"
    : `the most likely utilities are still about ${distance.toPrecision(2)} away`;
  const where = `the fit has not converged: ${climbed ? far : gradient} after ${iterations} iterations`;
  const advice = "set a prior, or add observations that connect the items";
  return iterations < maxIterations ? `${where}; ${advice}` : `${where}; raise maxIterations, ${advice}`;
}
