import { abs, fill, max, type Tensor, type Tensor1D, type Tensor2D, tidy, valueAndGrad } from "@tensorflow/tfjs-core";
import type { PackedPreferences } from "@tierwise/core-integrator";
import type { LossSpec } from "@tierwise/losses";
import { plPartitionTensor, tierTensors } from "@tierwise/losses/tfjs";
import type { TrainingNetwork } from "../kernels/training-arrays.ts";

export interface DeviceLoss {
  /** The sum of the losses over rows. */
  readonly sum: number;
  /** The gradient of the mean loss over rows, B × N. */
  readonly gradient: Tensor2D;
}

/** If all scores are within ± this value, PL-Partition in single precision is accurate to 1e-5. */
const mostScore = 30;
const nodes = 48;
/** The maximum number of elements of a tensor of rows × nodes × items of a tier; about ten such tensors exist at a time. */
const mostNumbers = 2 ** 25;

/** Whether a loss can be computed on the device: PL-Partition with the default rule, without `maxTier` and without sampled negatives. */
export function hasDeviceLoss({ name, rule, maxTier, negatives }: LossSpec): boolean {
  return name === "pl-partition" && rule === undefined && maxTier === undefined && negatives === undefined;
}

/**
 * Computes PL-Partition and its gradient for the batch without copying scores or gradients to the host. Returns undefined if the largest
 * tier needs too much memory, or if scores are too large for single precision.
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
    // Passing d mean/d loss avoids differentiating the mean: tfjs-core alone registers no gradients for its operations.
    return valueAndGrad(loss)(scores, fill([count], 1 / count));
  });
  let sum = 0;
  for (const loss of await read(value)) sum += loss;
  return { sum, gradient: grad };
}

/** Reads the values of a tensor and disposes of it. */
async function read(tensor: Tensor): Promise<Float32Array> {
  const numbers = await tensor.data<"float32">();
  tensor.dispose();
  return numbers;
}

function largestTier({ tierOffsets, preferenceOffsets }: PackedPreferences, batch: Int32Array): number {
  let largest = 0;
  for (const p of batch) {
    for (let tier = preferenceOffsets[p]; tier < preferenceOffsets[p + 1]; tier++) {
      largest = Math.max(largest, tierOffsets[tier + 1] - tierOffsets[tier]);
    }
  }
  return largest;
}
