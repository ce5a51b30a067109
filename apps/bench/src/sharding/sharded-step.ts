import { plPartitionLoss } from "@tierwise/losses";
import type { NamedItems, ScoreSummary, Shard } from "./shard.ts";

/** A batch: hidden activations, B × H, and the items that each row ranks above all others, in increasing order. */
export interface Batch {
  readonly hidden: Float32Array;
  readonly labels: readonly Int32Array[];
}

export interface StepResult {
  /** The mean loss of the rows. */
  readonly loss: number;
  /** d loss/d hidden, B × H. */
  readonly hiddenGradient: Float32Array;
}

const loss = plPartitionLoss();

/**
 * Performs a training step of an output layer whose items are divided among shards. PL-Partition depends on the unnamed items only through
 * L = log Σ e^score, so a row is a problem with its named items and one additional item with score L. Two messages go to each shard: the
 * hidden activations, then ∂loss/∂L and L of each row with the derivatives of its named scores. The sizes of these messages do not depend
 * on the number of items. Sums over shards are added in item order, regardless of which shard answers first.
 *
 * @param bounds - The first item of each shard, and the number of all items.
 */
export async function shardedStep(
  shards: readonly Shard[],
  bounds: readonly number[],
  { hidden, labels }: Batch,
): Promise<StepResult> {
  const named = shards.map((_, s) => namedIn(labels, bounds[s], bounds[s + 1]));
  const summaries = await Promise.all(shards.map((shard, s) => shard.forward(hidden, named[s])));
  const gradients = summaries.map((summary) => ({
    rest: new Float64Array(summary.rest.length),
    named: new Float32Array(summary.named.length),
  }));
  let sum = 0;
  for (let b = 0; b < labels.length; b++) sum += rowGradient(b, named, summaries, gradients, 1 / labels.length);
  const parts = await Promise.all(shards.map((shard, s) => shard.backward(gradients[s])));
  const hiddenGradient = parts[0];
  for (const part of parts.slice(1)) for (let i = 0; i < part.length; i++) hiddenGradient[i] += part[i];
  return { loss: sum / labels.length, hiddenGradient };
}

/** Returns the loss of row b, and writes `weight` times the gradient of this loss. */
function rowGradient(
  b: number,
  named: readonly NamedItems[],
  summaries: readonly ScoreSummary[],
  gradients: readonly ScoreSummary[],
  weight: number,
): number {
  let max = Number.NEGATIVE_INFINITY;
  for (const { rest } of summaries) max = Math.max(max, rest[2 * b]);
  let total = 0;
  for (const { rest } of summaries) total += rest[2 * b + 1] * Math.exp(rest[2 * b] - max);
  const logSum = max + Math.log(total);
  const scores: number[] = [];
  for (const [s, { offsets }] of named.entries()) {
    scores.push(...summaries[s].named.subarray(offsets[b], offsets[b + 1]));
  }
  const gradient = new Float64Array(scores.length + 1);
  const value = loss([...scores, logSum], { tiers: [[...scores.keys()]] }, gradient);
  let next = 0;
  for (const [s, { offsets }] of named.entries()) {
    for (let i = offsets[b]; i < offsets[b + 1]; i++) gradients[s].named[i] = weight * gradient[next++];
    gradients[s].rest.set([logSum, weight * gradient[scores.length]], 2 * b);
  }
  return value;
}

/** The labels of each row that are at least `from` and below `to`, minus `from`. */
function namedIn(labels: readonly Int32Array[], from: number, to: number): NamedItems {
  const own = labels.map((row) => row.filter((item) => item >= from && item < to));
  const offsets = new Int32Array(labels.length + 1);
  for (const [b, { length }] of own.entries()) offsets[b + 1] = offsets[b] + length;
  return { offsets, items: Int32Array.from(own.flatMap((row) => Array.from(row, (item) => item - from))) };
}
