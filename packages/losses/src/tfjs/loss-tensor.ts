import {
  customGrad,
  expandDims,
  getBackend,
  mul,
  type Tensor,
  type Tensor1D,
  type Tensor2D,
  tensor1d,
  tensor2d,
} from "@tensorflow/tfjs-core";
import type { PackedPreferences } from "@tierwise/core-integrator";
import { lossRows } from "../loss/loss-rows.ts";
import type { RankingLoss } from "../loss/ranking-loss.ts";
import { checkScoreShape } from "./score-shape.ts";

/**
 * Turns any loss into a differentiable op on any backend: reads the scores from the device, computes the loss and its gradient on typed
 * arrays, and sends the gradient back if requested. Second derivatives are not available. The only unsupported backend is `webgpu` in Node,
 * where tfjs cannot read tensors synchronously; use {@link plPartitionTensor} there.
 *
 * @param loss - Any {@link RankingLoss}.
 * @param scores - B × N scores.
 * @param preferences - B packed preferences over N items.
 * @returns The loss of each row, B entries. Minimize their `tf.mean`, or their weighted mean.
 *
 * @example
 * ```ts
 * import * as tf from "@tensorflow/tfjs";
 * import { packPreferences } from "@tierwise/core-integrator";
 * import { plPartitionLoss } from "@tierwise/losses";
 * import { lossTensor } from "@tierwise/losses/tfjs";
 *
 * const preferences = packPreferences([{ tiers: [[0, 1]] }], 4);
 * const meanLoss = (scores: tf.Tensor): tf.Scalar =>
 *   tf.mean(lossTensor(plPartitionLoss(), scores as tf.Tensor2D, preferences));
 * const { value, grad } = tf.valueAndGrad(meanLoss)(tf.tensor2d([[2, 1, 0, -1]]));
 * console.log(value.dataSync()[0].toFixed(5)); // 0.46484
 * console.log(Array.from(grad.dataSync(), (g) => g.toFixed(5)).join(" ")); // -0.08762 -0.30953 0.29034 0.10681
 * ```
 */
export function lossTensor(loss: RankingLoss, scores: Tensor2D, preferences: PackedPreferences): Tensor1D {
  checkScoreShape(scores, preferences.count, preferences.itemCount);
  const op = customGrad((input) => {
    const rows = readNow(input as Tensor);
    const values = new Float32Array(preferences.count);
    const gradient = new Float32Array(rows.length);
    lossRows(loss, rows, preferences, { gradient, values, reduction: "sum" });
    return {
      value: tensor1d(values),
      gradFunc: (dy: Tensor) => mul(expandDims(dy, 1), tensor2d(gradient, scores.shape)),
    };
  });
  return op(scores) as Tensor1D;
}

/** The numbers of a tensor, read synchronously. */
function readNow(tensor: Tensor): Float32Array {
  try {
    return tensor.dataSync<"float32">();
  } catch (cause) {
    throw new Error(
      `lossTensor reads scores synchronously, which the tfjs backend ${getBackend()} cannot do; use plPartitionTensor or another backend`,
      { cause },
    );
  }
}
