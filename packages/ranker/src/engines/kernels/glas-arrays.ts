import { allocate, type KernelMemory } from "@tierwise/kernels";
import { sharedZeros } from "../../data/sparse-rows.ts";
import type { NetworkShape } from "../../model/layers.ts";
import type { LabelTarget } from "./label-target.ts";

export interface GlasOptions {
  /** The weight λ, above 0. */
  readonly weight: number;
  readonly target: LabelTarget;
  /** The maximum number of distinct labels in a batch. */
  readonly mostLabels: number;
}

/** The arrays of GLaS. Arrays with one entry or row per label of the batch have unused space at the end. */
export interface Glas {
  readonly weight: number;
  readonly target: LabelTarget;
  /** The K labels of the batch, ascending; K is in the control array. */
  readonly labels: Int32Array;
  /** The position of each item among the labels of the batch, or −1. */
  readonly places: Int32Array;
  /** V, the rows of the output weights for the labels of the batch, K × hidden. */
  readonly embeddings: Float32Array;
  /** VᵀV, hidden × hidden. */
  readonly product: Float32Array;
  /** (VVᵀ − target)·V, K × hidden. */
  readonly gradient: Float32Array;
}

/** The number of labels per block; arrays are padded to whole blocks. */
export const labelsAtOnce = 64;

/** The number of rows of VᵀV per block. */
export const unitsAtOnce = 64;

function labelRoom(mostLabels: number): number {
  return labelsAtOnce * Math.ceil(mostLabels / labelsAtOnce);
}

/** The number of bytes that `allocateGlas` and the tasks of all threads allocate. */
export function glasBytes({ hidden }: NetworkShape, mostLabels: number, threads: number): number {
  const room = labelRoom(mostLabels);
  const perThread = 12 * labelsAtOnce * room + 4 * (labelsAtOnce + 1) + 64 * 4;
  return 4 * (2 * room * hidden + hidden * hidden + room) + 64 * 4 + threads * perThread;
}

/** Allocates the arrays of GLaS in the memory of the output layer. */
export function allocateGlas(memory: KernelMemory, { hidden, itemCount }: NetworkShape, options: GlasOptions): Glas {
  const { weight, target, mostLabels } = options;
  const room = labelRoom(mostLabels);
  return {
    weight,
    target,
    labels: allocate(memory, Int32Array, room),
    places: sharedZeros(Int32Array, itemCount).fill(-1),
    embeddings: allocate(memory, Float32Array, room * hidden),
    product: allocate(memory, Float32Array, hidden * hidden),
    gradient: allocate(memory, Float32Array, room * hidden),
  };
}
