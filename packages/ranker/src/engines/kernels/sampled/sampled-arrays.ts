import type { PackedPreferences } from "@tierwise/core-integrator";
import { allocate, type KernelMemory } from "@tierwise/kernels";
import { sharedZeros } from "../../../data/sparse-rows.ts";
import type { NetworkShape } from "../../../model/layers.ts";

export interface SampleOptions {
  /** K, the size of the sample of each step; below the number of items. */
  readonly count: number;
  readonly seed: number;
  /** The popularity of each item, in shared memory. Default: all items are equally likely. */
  readonly popularity?: Float64Array | undefined;
}

/**
 * The arrays of an output layer that computes the scores of only some items, the _columns_ of the batch: the sample of the step, and the
 * items that a row of the batch names. The number of columns is in the control array; arrays have unused space at the end.
 */
export interface Sampled extends SampleOptions {
  /** The maximum number of columns. */
  readonly room: number;
  /** The item of each column, ascending. */
  readonly items: Int32Array;
  /** The number of items that each column represents: 1 for named items, 1/π_j for other items of the sample. */
  readonly columnWeights: Float64Array;
  /** The output weights of the columns, columns × hidden. */
  readonly weights: Float32Array;
  /** The bias of each column; for listwise losses, plus the logarithm of the column's weight. */
  readonly bias: Float32Array;
  /** Batch × `room` scores; while training, losses overwrite them with their gradient. */
  readonly scores: Float32Array;
  /** The preferences of the batch, with columns instead of items. */
  readonly preferences: Omit<PackedPreferences, "count" | "itemCount">;
  /** The step at which each item was last updated. */
  readonly lastSteps: Int32Array;
}

/** The number of columns per shard. Sums over shards are added in shard order, so results do not depend on the number of threads. */
export const columnsAtOnce = 512;

export function sampledShards(room: number): number {
  return Math.ceil(room / columnsAtOnce);
}

/** The maximum numbers of named items and of tiers in any `batchRows` rows of a dataset. */
interface NamedRoom {
  readonly items: number;
  readonly tiers: number;
}

function namedRoom({ tierOffsets, preferenceOffsets, count }: PackedPreferences, batchRows: number): NamedRoom {
  const items = new Int32Array(count);
  const tiers = new Int32Array(count);
  for (let p = 0; p < count; p++) {
    items[p] = tierOffsets[preferenceOffsets[p + 1]] - tierOffsets[preferenceOffsets[p]];
    tiers[p] = preferenceOffsets[p + 1] - preferenceOffsets[p];
  }
  const most = (lengths: Int32Array): number =>
    lengths
      .sort()
      .subarray(Math.max(0, count - batchRows))
      .reduce((sum, length) => sum + length, 0);
  return { items: most(items), tiers: most(tiers) };
}

export interface SampledSize {
  readonly shape: NetworkShape;
  readonly batchRows: number;
  readonly preferences: PackedPreferences;
}

export function columnRoom({ shape, batchRows, preferences }: SampledSize, { count }: SampleOptions): number {
  return Math.min(shape.itemCount, count + namedRoom(preferences, batchRows).items);
}

export function sampledBytes({ shape, batchRows }: SampledSize, room: number): number {
  return 4 * shape.itemCount + room * (4 * shape.hidden + 16 + 4 * batchRows) + 64 * 8;
}

export function allocateSampled(
  memory: KernelMemory,
  { shape, batchRows, preferences }: SampledSize,
  options: SampleOptions,
  room: number,
): Sampled {
  const named = namedRoom(preferences, batchRows);
  return {
    ...options,
    room,
    items: allocate(memory, Int32Array, room),
    columnWeights: allocate(memory, Float64Array, room),
    weights: allocate(memory, Float32Array, room * shape.hidden),
    bias: allocate(memory, Float32Array, room),
    scores: allocate(memory, Float32Array, batchRows * room),
    preferences: {
      items: sharedZeros(Int32Array, named.items),
      tierOffsets: sharedZeros(Int32Array, named.tiers + 1),
      preferenceOffsets: sharedZeros(Int32Array, batchRows + 1),
      restIsLowest: sharedZeros(Uint8Array, batchRows),
    },
    lastSteps: allocate(memory, Int32Array, shape.itemCount),
  };
}
