import { createRule, type LikelihoodOptions } from "@tierwise/core-integrator";
import { information, uncertaintyOf } from "../intervals/standard-errors.ts";
import { maxNorm } from "../numerics/linear-algebra.ts";
import { MOST_ITEMS_FOR_MATRIX } from "../numerics/refine.ts";
import { type Duels, duelsOf } from "../observations/duels.ts";
import { fitPairs } from "../pairs/fit-pairs.ts";
import { newPairCounts } from "../pairs/pair-cells.ts";
import { pairLikelihood } from "../pairs/pair-likelihood.ts";
import { countPairs } from "../pairs/pair-observations.ts";
import type { Fit } from "./fit.ts";
import { lbfgs } from "./lbfgs.ts";
import { unconverged, withoutMaximum } from "./no-maximum.ts";
import type { FitProblem, Solver } from "./solver.ts";
import { isLikelihood } from "./tier-likelihood.ts";

/** The maximum number of steps. Newton's method takes about ten steps; it reaches this limit only if the maximum is at infinity. */
const MOST_STEPS = 1000;

/**
 * The default solver uses Newton's method on pair counts if every preference ranks one item above one other, and {@link lbfgs} otherwise.
 *
 * Newton's method counts each duel once. It then computes the likelihood and the exact Hessian from sums over distinct pairs.
 */
export function newtonOrLbfgs(): Solver {
  return {
    name: "newton or lbfgs",
    fit: (problem) => {
      const duels = isExact(problem) ? duelsOf(problem.preferences, problem.weights, problem.clusters) : undefined;
      return duels === undefined ? lbfgs().fit(problem) : fitDuels(problem, duels);
    },
  };
}

/** Whether the quadrature rule computes the likelihood of a duel exactly. */
function isExact({ loss, likelihood }: FitProblem): boolean {
  if (!isLikelihood(loss)) return false;
  const spec = loss?.spec;
  const options: LikelihoodOptions =
    loss === undefined ? likelihood : spec?.rule ? { rule: createRule(spec.rule) } : {};
  return options.rule === undefined || options.rule.name === "adaptive" || options.rule.name === "exact";
}

function fitDuels(problem: FitProblem, { cells, observations }: Duels): Fit {
  const { unit, prior, total, interval, onProgress, signal } = problem;
  const items = cells.itemCount;
  const found = fitPairs({
    ...{ cells, observations, unit, prior, maxIterations: MOST_STEPS, signal },
    onStep: (done, { gradient }) =>
      onProgress?.({ stage: "newton", done, total: MOST_STEPS, gradientNorm: maxNorm(gradient) / (total || 1) }),
  });
  if (found instanceof Int32Array)
    return withoutMaximum(found, items, unit * atEqualUtilities({ cells, observations }));
  const { maximum, logLikelihood, gradientNorm, fitted } = found;
  const { converged, iterations } = maximum;
  const wanted = interval ?? (items <= MOST_ITEMS_FOR_MATRIX ? information() : false);
  const known = converged && wanted !== false && items > 0 ? fitted(MOST_ITEMS_FOR_MATRIX) : undefined;
  return {
    utilities: maximum.x,
    ...(known && wanted && uncertaintyOf(wanted, known)),
    converged,
    ...(!converged && { problem: unconverged(true, maximum, gradientNorm, iterations, MOST_STEPS) }),
    logLikelihood,
    gradientNorm,
    iterations,
  };
}

/** The log-likelihood at equal utilities. */
function atEqualUtilities({ cells, observations }: Duels): number {
  const counts = newPairCounts(cells);
  countPairs(observations, observations.weights, false, counts);
  return pairLikelihood(cells, counts, 0, new Float64Array(cells.itemCount), new Float64Array(cells.itemCount));
}
