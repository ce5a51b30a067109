import { type PackedPreferences, sharedLogLikelihood } from "@tierwise/core-integrator";
import { plPartitionLoss, sharedLoss } from "@tierwise/losses";
import { type AdaGradFit, adaGrad } from "./ada-grad.ts";
import type { Fit } from "./fit.ts";
import type { FitOptions } from "./fit-options.ts";
import type { NormalizedWeights } from "./normalized-weights.ts";
import { center, maxNorm } from "./vectors.ts";

/** Any loss, by mini-batches with early stopping, on normalized weights. */
export function fitByAdaGrad(packed: PackedPreferences, options: FitOptions, normalized: NormalizedWeights): Fit {
  const { rule, maxTier } = options;
  const { unit, prior, weights, total } = normalized;
  const likelihood = { ...(rule && { rule }), ...(maxTier !== undefined && { maxTier }) };
  const loss = sharedLoss(options.loss ?? plPartitionLoss(likelihood));
  const found = adaGrad(loss, packed, weights, prior, options);
  const weighted = weights === undefined ? {} : { weights };
  const gradient = new Float64Array(packed.itemCount);
  loss(found.x, packed, { ...weighted, gradient });
  for (let i = 0; i < gradient.length; i++) gradient[i] += prior * found.x[i];
  return {
    utilities: center(found.x),
    converged: found.converged,
    ...(!found.converged && { problem: unconverged(found) }),
    logLikelihood: unit * sharedLogLikelihood(found.x, packed, { ...likelihood, ...weighted }),
    gradientNorm: maxNorm(gradient) / (total || 1),
    iterations: found.step,
    ...(Number.isNaN(found.bestLoss) ? {} : { heldOutLoss: found.bestLoss }),
  };
}

/** Why nobody knows whether the fit is at its best, and what to do. */
function unconverged({ bestLoss, epoch, improved, stopped }: AdaGradFit): string {
  if (Number.isNaN(bestLoss)) {
    return "the fit has not converged as far as anyone knows: nothing was held out; set heldOut, or use lbfgs";
  }
  if (stopped && !improved) {
    return "the fit has not converged: no step lowered the held-out loss; lower learningRate, add observations, or use lbfgs";
  }
  return `the fit has not converged: it ended in pass ${epoch} with the held-out loss still falling; raise maxEpochs or maxSteps`;
}
