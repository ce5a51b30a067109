import type { PackedPreferences } from "@tierwise/core-integrator";
import type { Csr, ValuedCsr } from "@tierwise/data/rows";
import { allocate, type KernelMemory, type KernelModule, type SparseTranspose } from "@tierwise/kernels";
import type { LossSpec } from "@tierwise/losses";
import type { TowerShape, TowerWeights } from "../layers/parameters.ts";
import type { TwoTowerScorer } from "../two-tower-scorer.ts";

/** The rows and the items of a batch are each divided into this many shards, whose gradients are added in order. */
export const shardCount = 8;
/** The number of items whose vectors are computed at a time. */
export const blockItems = 512;

/** Adam's moments, with the same length as the weights. */
interface Moments {
  readonly first: Float32Array;
  readonly second: Float32Array;
}

/** Rows of weights that are updated only in the steps that use them. */
export interface LazyRows extends Moments {
  readonly weights: Float32Array;
  /** The last step that updated each row. */
  readonly lastSteps: Int32Array;
}

export interface TowerData {
  readonly module: KernelModule;
  readonly memory: KernelMemory;
  readonly shape: TowerShape;
  readonly options: TwoTowerScorer["options"];
  readonly seed: number;
  readonly loss: LossSpec | undefined;
  /** The number of training rows in which each item is relevant, plus one. */
  readonly popularity: Float64Array;
  readonly weights: TowerWeights;
  readonly dense: Moments;
  readonly embedding: LazyRows;
  /** The items' own vectors; undefined if items have none. */
  readonly own: LazyRows | undefined;
  readonly gradients: readonly Float32Array[];
  readonly items: ValuedCsr;
  /** The tiers of all rows; see `PreparedRows`. */
  readonly packed: PackedPreferences & { itemCount: number };
  readonly candidates: Csr | undefined;
  readonly rowWeights: Float64Array | undefined;
  readonly batch: Batch;
  readonly told: Int32Array;
}

/** The position of each number in {@link TowerData.told}. */
export const told = { step: 0, rows: 1, items: 2, steps: 3 } as const;

export interface Batch {
  /** The indices of the rows in the batch. */
  readonly rows: Int32Array;
  /** The scaled features of these rows. */
  readonly features: ValuedCsr;
  readonly transpose: SparseTranspose;
  /** The gradient of the embedding rows that occur in the batch. */
  readonly embeddingGradient: Float32Array;
  /** The items of the step, ascending. */
  readonly items: Int32Array;
  /** The position of each item in `items`; used only if rows have candidates. */
  readonly places: Int32Array;
  /** A uniform random number per item, which decides whether its own vector is used. */
  readonly draws: Float32Array;
  /** Items × d. */
  readonly itemVectors: Float32Array;
  /** Rows × d. */
  readonly contextVectors: Float32Array;
  /** Rows × width of the context tower's first layer: the gradient with respect to the pre-activations of that layer. */
  readonly inputDeltas: Float32Array;
  /** Rows × items: the scores, then their gradient. */
  readonly scores: Float32Array;
  /** The weighted loss of each row. */
  readonly losses: Float64Array;
}

export function inMemory(memory: KernelMemory, { indptr, indices, values }: ValuedCsr): ValuedCsr {
  const copy = {
    indptr: allocate(memory, Int32Array, indptr.length),
    indices: allocate(memory, Int32Array, indices.length),
    values: allocate(memory, Float32Array, values.length),
  };
  copy.indptr.set(indptr);
  copy.indices.set(indices);
  copy.values.set(values);
  return copy;
}

/** The part of the range 0 … `length` − 1 that belongs to a shard. */
export function shardRange(shard: number, length: number): readonly [from: number, to: number] {
  return [Math.floor((length * shard) / shardCount), Math.floor((length * (shard + 1)) / shardCount)];
}
