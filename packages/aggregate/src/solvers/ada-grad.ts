import { sharedLogLikelihood } from "@tierwise/core-integrator";
import { plPartitionLoss, sharedLoss } from "@tierwise/losses";
import { center, maxNorm } from "../numerics/linear-algebra.ts";
import type { Fit } from "./fit.ts";
import { type AdaGradOptions, type Descent, descendByMiniBatches } from "./mini-batch-descent.ts";
import type { FitProblem, Solver } from "./solver.ts";

/**
 * Fits by AdaGrad over mini-batches until the loss of held-out observations stops falling, as in the paper's study. This is the default for
 * any loss except PL-Partition. The cost of a step is proportional to N plus the number of items that its observations name. Early stopping
 * ends the fit before the minimum, so there are no standard errors.
 *
 * @param options - How mini-batches are drawn and when to stop.
 *
 * @example
 * ```ts
 * import { adaGrad, fitUtilities } from "@tierwise/aggregate";
 *
 * const races = Array.from({ length: 100 }, (_, b) => ({ tiers: b % 4 === 0 ? [[1], [0]] : [[0], [1]] }));
 * const solver = adaGrad({ learningRate: 0.2, validation: 0.1, seed: 1 });
 * const { utilities, converged } = fitUtilities(races, { items: 3, loss: "ranknet", solver });
 * console.log(converged, utilities[0] > utilities[1]); // true true
 * ```
 */
export function adaGrad(options: AdaGradOptions = {}): Solver {
  checkOptions(options);
  return { name: "adagrad", fit: (problem) => fitByAdaGrad(problem, options) };
}

function fitByAdaGrad(problem: FitProblem, options: AdaGradOptions): Fit {
  const { preferences, unit, prior, weights, total, likelihood, interval } = problem;
  if (interval) {
    throw new RangeError(
      `interval is ${interval.name}; adaGrad() stops before the minimum, so there are no standard errors; omit interval`,
    );
  }
  const loss = sharedLoss(problem.loss ?? plPartitionLoss(likelihood));
  const found = descendByMiniBatches(loss, problem, options);
  const weighted = weights === undefined ? {} : { weights };
  const gradient = new Float64Array(preferences.itemCount);
  loss(found.x, preferences, { ...weighted, gradient });
  for (let i = 0; i < gradient.length; i++) gradient[i] += prior * found.x[i];
  return {
    utilities: center(found.x),
    converged: found.converged,
    ...(!found.converged && { problem: unconverged(found) }),
    logLikelihood: unit * sharedLogLikelihood(found.x, preferences, { ...likelihood, ...weighted }),
    gradientNorm: maxNorm(gradient) / (total || 1),
    iterations: found.step,
    ...(Number.isNaN(found.bestLoss) ? {} : { validationLoss: found.bestLoss }),
  };
}

/** Explains why the fit may not have reached its minimum and what to do about it. */
function unconverged({ bestLoss, epoch, improved, stopped }: Descent): string {
  if (Number.isNaN(bestLoss)) {
    return "the fit is not known to have converged: nothing was held out; set validation, or use lbfgs";
  }
  if (stopped && !improved) {
    return "the fit has not converged: no step lowered the validation loss; lower learningRate, add observations, or use lbfgs";
  }
  return `the fit has not converged: it ended in pass ${epoch} with the validation loss still falling; raise epochs or maxSteps`;
}

function checkOptions(options: AdaGradOptions): void {
  const { learningRate = 0.1, validation = 0.2, maxSteps = Number.POSITIVE_INFINITY, seed = 0 } = options;
  if (!(learningRate > 0 && learningRate < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`learningRate is ${learningRate}; expected a positive number`);
  }
  if (!(validation >= 0 && validation < 1)) {
    throw new RangeError(`validation is ${validation}; expected a fraction of the observations, from 0 to less than 1`);
  }
  const { batchSize = 20, patience = 10, evaluateEvery = 1, epochs = 1000 } = options;
  for (const [name, value] of Object.entries({ batchSize, patience, evaluateEvery, epochs })) {
    if (!Number.isInteger(value) || value < 1) throw new RangeError(`${name} is ${value}; expected a positive integer`);
  }
  if (!(maxSteps >= 1)) throw new RangeError(`maxSteps is ${maxSteps}; expected a positive integer`);
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed is ${seed}; expected a safe integer`);
}
