import { logLikelihoodGradient } from "@tierwise/core-integrator";
import { type IntegralState, shownTier, tiersOf } from "../state/integral-state.ts";
import { type Curve, convergenceCurves, exactLogProbability } from "./convergence.ts";
import { equalSteps, integrandOf, rangeOf } from "./integrand.ts";

/** The integral of one tier and its approximation, as the page shows them. */
export interface TierIntegral {
  readonly logProbability: number;
  /** The points of the integrand's curve. */
  readonly curve: readonly (readonly [y: number, height: number])[];
  /** The points of the sum, as far as the curve shows them. */
  readonly nodes: readonly (readonly [y: number, height: number])[];
  readonly step: number;
  /** The number of all points of the sum. */
  readonly points: number;
  /** The approximation of log P from these points. */
  readonly sum: number;
  readonly convergence: readonly Curve[];
}

/** The log-likelihood of all tiers and, if a tier is shown, its integral. */
export interface IntegralResult {
  readonly logLikelihood: number;
  /** The derivative of the log-likelihood with respect to each score. */
  readonly gradient: readonly number[];
  readonly tier: TierIntegral | undefined;
}

/** The tasks that the worker performs for the page. */
export interface IntegralTasks {
  integrate(state: IntegralState): Promise<IntegralResult>;
}

const curvePoints = 160;

export function createIntegralTasks(): IntegralTasks {
  return {
    async integrate(state) {
      const scores = state.racers.map(({ score }) => score);
      const tiers = tiersOf(state);
      const { logLikelihood, gradient } = logLikelihoodGradient(scores, { tiers, rest: "unobserved" });
      return { logLikelihood, gradient: Array.from(gradient), tier: integrateTier(state) };
    },
  };
}

function integrateTier(state: IntegralState): TierIntegral | undefined {
  const shown = shownTier(state);
  if (shown === undefined) return undefined;
  const { top, rest } = shown;
  const integrand = integrandOf(top, rest);
  const logProbability = exactLogProbability(top, rest);
  const [from, to] = rangeOf(integrand, 9);
  const at = (y: number): readonly [number, number] => [y, Math.exp(integrand.log(y))];
  const { nodes, step, logProbability: sum } = equalSteps(integrand, state.points);
  return {
    logProbability,
    curve: Array.from({ length: curvePoints + 1 }, (_, k) => at(from + (k / curvePoints) * (to - from))),
    nodes: nodes.filter((y) => y >= from && y <= to).map(at),
    step,
    points: nodes.length,
    sum,
    convergence: convergenceCurves(integrand, top, rest, state.shift, logProbability),
  };
}
