import { abs, fill, max, type Tensor, type Tensor1D, type Tensor2D, tidy, valueAndGrad } from "@tensorflow/tfjs-core";
import type { PackedPreferences } from "@tierwise/core-integrator";
import type { LossSpec } from "@tierwise/losses";
import { plPartitionTensor, tierTensors } from "@tierwise/losses/tfjs";
import type { TrainingNetwork } from "../kernels/training-arrays.ts";

/** What a loss on the device comes to. */
export interface DeviceLoss {
  /** The sum over rows. */
  readonly sum: number;
  /** Of the mean over rows, B × N. */
  readonly gradient: Tensor2D;
}

/** Within ±this, single precision gives PL-Partition to 1e-5. */
const mostScore = 30;
/** Nodes of an integral. */
const nodes = 48;
/** The most numbers of a tensor of all rows × nodes × items of a tier, of which there are about ten at a time. */
const mostNumbers = 2 ** 25;

/** Whether a loss can be computed on the device: PL-Partition by the default rule, all tiers and all items of the lowest one counting. */
export function hasDeviceLoss({ name, rule, maxTier, negatives }: LossSpec): boolean {
  return name === "pl-partition" && rule === undefined && maxTier === undefined && negatives === undefined;
}

/**
 * PL-Partition and its gradient for the batch's rows, neither scores nor gradients leaving the device; undefined where the largest
 * tier would need too much room, or scores are too far apart for single precision.
 */
export async function deviceLoss(
  { preferences, rows }: TrainingNetwork,
  scores: Tensor2D,
): Promise<DeviceLoss | undefined> {
  const [count] = scores.shape;
  const batch = rows.subarray(0, count);
  if (count * nodes * largestTier(preferences, batch) > mostNumbers) return undefined;
  const [farthest] = await read(tidy(() => max(abs(scores))));
  if (!(farthest <= mostScore)) return undefined;
  const { value, grad } = tidy(() => {
    const tiers = tierTensors(preferences, batch);
    const loss = (x: Tensor2D): Tensor1D => plPartitionTensor(x, tiers, { nodes });
    // With d mean/d loss given, nothing but the loss itself must have a gradient: tfjs-core alone registers none.
    return valueAndGrad(loss)(scores, fill([count], 1 / count));
  });
  let sum = 0;
  for (const loss of await read(value)) sum += loss;
  return { sum, gradient: grad };
}

/** The numbers of a tensor that is not needed after. */
async function read(tensor: Tensor): Promise<Float32Array> {
  const numbers = await tensor.data<"float32">();
  tensor.dispose();
  return numbers;
}

/** How many items the largest tier of some preferences has. */
function largestTier({ tierOffsets, preferenceOffsets }: PackedPreferences, batch: Int32Array): number {
  let largest = 0;
  for (const p of batch) {
    for (let tier = preferenceOffsets[p]; tier < preferenceOffsets[p + 1]; tier++) {
      largest = Math.max(largest, tierOffsets[tier + 1] - tierOffsets[tier]);
    }
  }
  return largest;
}
