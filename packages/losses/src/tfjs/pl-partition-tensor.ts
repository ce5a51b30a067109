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

/** Options of {@link plPartitionTensor}. */
export interface PlPartitionTensorOptions {
  /** Nodes of each integral; 48 where left out, which is enough for single precision. */
  readonly nodes?: number;
  /** Newton steps towards each integrand's maximum; 8 where left out. */
  readonly newtonSteps?: number;
}

/**
 * PL-Partition made of tfjs ops alone: on `@tensorflow/tfjs-node-gpu` neither scores nor gradients leave the device. Single
 * precision, fixed shapes, fixed numbers of steps and nodes; the gradient comes from the nodes of the value. It agrees with
 * {@link lossTensor} of `plPartitionLoss()` to 1e-5, relative to the largest loss or gradient (or to 0.1, where both are smaller
 * because the tiers are nearly certain), for scores within ±30.
 * Memory: B × nodes × n for the largest tier of n items, and a few times B × N.
 *
 * On a processor `lossTensor` is faster and exact: prefer this one where scores live on a graphics card.
 *
 * @param scores - B × N scores.
 * @param tiers - The batch's tiers, see {@link tierTensors}.
 * @param options - Nodes and Newton steps.
 * @returns The loss of each row, B long.
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
    throw new RangeError(`newtonSteps is ${newtonSteps}; expected an integer of at least 1`);
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

/** log P of each row, B long, and its gradient, B × N: the walk over the tiers that core-integrator makes, in tensors. */
function likelihood(
  scores: Tensor2D,
  batch: TierTensors,
  nodes: number,
  newtonSteps: number,
): { logLikelihood: Tensor; gradient: Tensor } {
  const { tiers, restIsLowest } = batch;
  const unnamed = unnamedMass(scores, batch);
  // Places that are not taken must not bring in what may stand there, a masked item's −∞.
  const tierScores = tiers.map(({ places, taken }) =>
    where(greater(taken, 0), reshape(gatherND(scores, places), taken.shape), 0),
  );
  // rests[m] is what lies below tier m.
  const rests: RestMass[] = [unnamed];
  for (let m = tiers.length - 1; m > 0; m--) rests.unshift(withTier(rests[0], tierScores[m], tiers[m].taken));

  let logLikelihood: Tensor = zerosLike(restIsLowest);
  let factor: Tensor = logLikelihood; // C of the tiers so far
  let gradient: Tensor = zerosLike(scores);
  for (const [m, { places, taken }] of tiers.entries()) {
    const integral = tierIntegral(advantageOver(rests[m], tierScores[m]), taken, newtonSteps, nodes);
    const counts = mul(isThere(rests[m]), minimum(sum(taken, 1, true), 1));
    let slopes: Tensor = mul(integral.gradient, counts);
    const own = sum(slopes, 1, true);
    if (m > 0) {
      // What the tiers above ask of their rest, this tier included: −e^{w − w_R}·C; and what they ask of this tier's rest.
      const share = exp(minimum(advantageOver(rests[m - 1], tierScores[m]), 0));
      slopes = sub(slopes, mul(mul(share, taken), factor));
      factor = mul(factor, mul(exp(advantageOver(rests[m - 1], rests[m].largest)), rests[m].mass));
    }
    factor = add(factor, own);
    logLikelihood = add(logLikelihood, mul(integral.logProbability, counts));
    gradient = add(gradient, scatterND(places, reshape(slopes, [-1]), scores.shape));
  }
  gradient = sub(gradient, mul(unnamed.masses, div(factor, unnamed.mass)));
  return { logLikelihood: squeeze(logLikelihood, [1]), gradient };
}
