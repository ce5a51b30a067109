import {
  add,
  customGrad,
  div,
  exp,
  expandDims,
  gatherND,
  greater,
  minimum,
  mul,
  neg,
  reshape,
  scatterND,
  squeeze,
  sub,
  sum,
  type Tensor,
  type Tensor1D,
  type Tensor2D,
  where,
  zerosLike,
} from "@tensorflow/tfjs-core";
import { advantageOver, isThere, type RestMass, unnamedMass, withTier } from "./rest-mass.ts";
import { checkScoreShape } from "./score-shape.ts";
import { tierIntegral } from "./tier-integral.ts";
import type { TierTensors } from "./tier-tensors.ts";

/** Options for {@link plPartitionTensor}. */
export interface PlPartitionTensorOptions {
  /** The number of quadrature nodes per integral. Default: 48, which is enough for single precision. */
  readonly nodes?: number;
  /** The number of Newton steps toward each integrand's maximum. Default: 8. */
  readonly newtonSteps?: number;
}

/**
 * Computes PL-Partition with tfjs ops only: on `@tensorflow/tfjs-node-gpu`, neither scores nor gradients leave the device. It uses single
 * precision, fixed shapes, and fixed numbers of steps and nodes; value and gradient come from the same nodes. The result agrees with {@link
 * lossTensor} of `plPartitionLoss()` to 1e-5 for scores within ±30, relative to the largest loss or gradient, or to a tenth if both are
 * smaller, as for nearly certain tiers. If the largest tier has n items, it stores B × nodes × n numbers plus a few times B × N.
 *
 * On a CPU, `lossTensor` is faster and exact; prefer `plPartitionTensor` if the scores are on a GPU.
 *
 * @param scores - B × N scores.
 * @param tiers - The tiers of the batch, see {@link tierTensors}.
 * @param options - The numbers of nodes and Newton steps.
 * @returns The loss of each row, B entries.
 *
 * @example
 * ```ts
 * import "@tensorflow/tfjs-backend-cpu";
 * import * as tf from "@tensorflow/tfjs-core";
 * import { packPreferences } from "@tierwise/core-integrator";
 * import { plPartitionTensor, tierTensors } from "@tierwise/losses/tfjs";
 *
 * const tiers = tierTensors(packPreferences([{ tiers: [[0, 1]] }], 4));
 * const [loss] = plPartitionTensor(tf.tensor2d([[2, 1, 0, -1]]), tiers).dataSync();
 * console.log(loss.toFixed(4)); // 0.4648
 * ```
 */
export function plPartitionTensor(
  scores: Tensor2D,
  tiers: TierTensors,
  { nodes = 48, newtonSteps = 8 }: PlPartitionTensorOptions = {},
): Tensor1D {
  checkScoreShape(scores, tiers.rowCount, tiers.itemCount);
  if (!Number.isInteger(nodes) || nodes < 2)
    throw new RangeError(`nodes is ${nodes}; expected an integer of at least 2`);
  if (!Number.isInteger(newtonSteps) || newtonSteps < 1) {
    throw new RangeError(`newtonSteps is ${newtonSteps}; expected a positive integer`);
  }
  const op = customGrad((input, save) => {
    const { logLikelihood, gradient } = likelihood(input as Tensor2D, tiers, nodes, newtonSteps);
    if (typeof save === "function") save([gradient]);
    return {
      value: neg(logLikelihood),
      gradFunc: (dy: Tensor, [saved]: Tensor[]) => neg(mul(expandDims(dy, 1), saved)),
    };
  });
  return op(scores) as Tensor1D;
}

/** Computes log P of each row, B entries, and its gradient, B × N. Iterates over the tiers as core-integrator does, but on tensors. */
function likelihood(
  scores: Tensor2D,
  batch: TierTensors,
  nodes: number,
  newtonSteps: number,
): { logLikelihood: Tensor; gradient: Tensor } {
  const { tiers, restIsLowest } = batch;
  const unnamed = unnamedMass(scores, batch);
  // The score at a padded position may be −∞ and must not contribute.
  const tierScores = tiers.map(({ indices, mask }) =>
    where(greater(mask, 0), reshape(gatherND(scores, indices), mask.shape), 0),
  );
  // rests[m] is the mass below tier m.
  const rests: RestMass[] = [unnamed];
  for (let m = tiers.length - 1; m > 0; m--) rests.unshift(withTier(rests[0], tierScores[m], tiers[m].mask));

  let logLikelihood: Tensor = zerosLike(restIsLowest);
  let factor: Tensor = logLikelihood; // C of the tiers above, as in tier-walk.ts of core-integrator.
  let gradient: Tensor = zerosLike(scores);
  for (const [m, { indices, mask }] of tiers.entries()) {
    const integral = tierIntegral(advantageOver(rests[m], tierScores[m]), mask, newtonSteps, nodes);
    const counts = mul(isThere(rests[m]), minimum(sum(mask, 1, true), 1));
    let slopes: Tensor = mul(integral.gradient, counts);
    const own = sum(slopes, 1, true);
    if (m > 0) {
      // Subtract e^{w − w_R}·C, this tier's share of the gradient of the tiers above. Then multiply C by the share of the rest below.
      const share = exp(minimum(advantageOver(rests[m - 1], tierScores[m]), 0));
      slopes = sub(slopes, mul(mul(share, mask), factor));
      factor = mul(factor, mul(exp(advantageOver(rests[m - 1], rests[m].largest)), rests[m].mass));
    }
    factor = add(factor, own);
    logLikelihood = add(logLikelihood, mul(integral.logProbability, counts));
    gradient = add(gradient, scatterND(indices, reshape(slopes, [-1]), scores.shape));
  }
  gradient = sub(gradient, mul(unnamed.masses, div(factor, unnamed.mass)));
  return { logLikelihood: squeeze(logLikelihood, [1]), gradient };
}
