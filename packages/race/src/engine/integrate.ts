import { trapezoidStep } from "@tierwise/core-integrator/quadrature";
import type { RaceItems } from "./race-items.ts";
import type { Substitution } from "./substitution.ts";

// The trapezoid rule converges exponentially after either substitution (see substitution.ts). Each rule is compared with one that has
// twice the step; squared-difference.ts estimates the error from the difference.

/** A rule with more nodes than this is not refined further. */
const MANY_NODES = 200_000;
/** The maximum number of refinements; six are enough, because the first step is never 2⁶ times too large. */
const MOST_REFINEMENTS = 6;

/** Functions of log t to be integrated, as sums over the nodes. */
export interface Integrand {
  /** Adds the node log t = y; `weight` is dy/ds. Returns false if the integrand is 0 to the right of y. */
  visit(y: number, weight: number): boolean;
  /** Adds the sums over the latest nodes to the sums over all earlier nodes. */
  fold(): void;
  /** The estimated error of the sums with step `step`, where the latest nodes are half of all nodes. */
  errorOf(step: number): number;
}

/** The result of {@link integrate}. */
export interface Integration {
  /** The step h; integrals are h times the sums. */
  step: number;
  error: number;
  evaluations: number;
}

/** Refines the rule until its estimated error is at most `tolerance`. */
export function integrate(items: RaceItems, integrand: Integrand, drop: number, tolerance: number): Integration {
  const result: Integration = { step: 1, error: 0, evaluations: 0 };
  if (items.top === Number.NEGATIVE_INFINITY) return result;
  const { substitution, curvature, last, logMass } = items;
  const first = substitution.inverse(-drop - logMass);
  let step = 2 * trapezoidStep(0.1 * tolerance, curvature);
  result.evaluations += sweep(integrand, substitution, last, first, step);
  for (let i = 0; i <= MOST_REFINEMENTS; i++) {
    integrand.fold();
    result.evaluations += sweep(integrand, substitution, last, first + step / 2, step);
    step /= 2;
    result.step = step;
    result.error = integrand.errorOf(step);
    if (result.error <= tolerance || result.evaluations > MANY_NODES) break;
  }
  return result;
}

function sweep(
  integrand: Integrand,
  { logTime, slope }: Substitution,
  last: number,
  first: number,
  step: number,
): number {
  let count = 0;
  for (;;) {
    const s = first + count * step;
    const y = logTime(s);
    if (y > last) return count;
    count++;
    if (!integrand.visit(y, slope(s))) return count;
  }
}
