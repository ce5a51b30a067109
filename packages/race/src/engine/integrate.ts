import { trapezoidStep } from "@tierwise/core-integrator/quadrature";
import type { RaceItems } from "./race-items.ts";

// All integrals of the race are over time: ∫ f(t) dt/t. With t = e^y, the integrand of a first arrival has a long left tail, e^y.
// The substitution
//   y = c + s − e^{−s}
// makes it doubly exponential: t falls as exp(−e^{−s}), and 4 units of s replace 30 units of y. To the right, y = c + s, where
// integrands fall like e^{−t} anyway. The trapezoid rule in s converges exponentially; c is so early that hardly any item has
// arrived, because there the substitution turns t around in the complex plane. (H. Takahasi and M. Mori, Double exponential formulas
// for numerical integration, Publ. RIMS 9, 1974.)
//
// The rule with step h is compared with the rule with step 2h. The error of the latter is the difference D, and each halving
// squares the relative error.

/** The expected number of arrivals at y = c. */
const EARLY = 0.2;
/** A rule with more nodes than this is not refined further. */
const MANY_NODES = 200_000;
/** The most refinements. A step that is too large by a factor of 2⁶ does not occur. */
const MOST_REFINEMENTS = 6;

/** What is integrated: functions of log t, summed over the nodes. */
export interface Integrand {
  /** Adds the node log t = y; `weight` is dy/ds. Returns false if nothing remains to the right of y. */
  visit(y: number, weight: number): boolean;
  /** Moves the sums of the latest nodes to those of all earlier nodes. */
  fold(): void;
  /** The estimated error of the sums with step `step` if half of the nodes are the latest. */
  errorOf(step: number): number;
}

/** The outcome of {@link integrate}. */
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
  const center = Math.log(EARLY) - items.logMass;
  const first = firstNode(drop);
  let step = 2 * trapezoidStep(0.1 * tolerance, items.curvature);
  result.evaluations += sweep(integrand, items.last, center, first, step);
  for (let i = 0; i <= MOST_REFINEMENTS; i++) {
    integrand.fold();
    result.evaluations += sweep(integrand, items.last, center, first + step / 2, step);
    step /= 2;
    result.step = step;
    result.error = integrand.errorOf(step);
    if (result.error <= tolerance || result.evaluations > MANY_NODES) break;
  }
  return result;
}

/** Solves s − e^{−s} = −drop − log EARLY: at most e^{−drop} items have arrived before. */
function firstNode(drop: number): number {
  const target = -drop - Math.log(EARLY);
  let s = -Math.log(-target);
  for (let i = 0; i < 4; i++) s -= (s - Math.exp(-s) - target) / (1 + Math.exp(-s));
  return s;
}

function sweep(integrand: Integrand, last: number, center: number, first: number, step: number): number {
  let count = 0;
  for (;;) {
    const s = first + count * step;
    const fall = Math.exp(-s);
    const y = center + s - fall;
    if (y > last) return count;
    count++;
    if (!integrand.visit(y, 1 + fall)) return count;
  }
}
