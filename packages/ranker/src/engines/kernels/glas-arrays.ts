import { allocate, type KernelMemory } from "@tierwise/kernels";
import { sharedZeros } from "../../data/sparse-rows.ts";
import type { NetworkShape } from "../../model/layers.ts";
import type { LabelTarget } from "./label-target.ts";

/** What a training with GLaS is given. */
export interface GlasOptions {
  /** λ, above 0. */
  readonly weight: number;
  readonly target: LabelTarget;
  /** The most different labels that a batch can name. */
  readonly mostLabels: number;
}

/** What GLaS works on. Of the arrays that hold something for each label of a batch, the end is unused. */
export interface Glas {
  readonly weight: number;
  readonly target: LabelTarget;
  /** The labels of the batch, ascending; how many there are, K, the control says. */
  readonly labels: Int32Array;
  /** Of every item, its place among the labels of the batch; −1 where it is none of them. */
  readonly places: Int32Array;
  /** V: the output layer's weights of those labels, K × hidden. */
  readonly embeddings: Float32Array;
  /** VᵀV, hidden × hidden. */
  readonly product: Float32Array;
  /** (VVᵀ − target)·V, K × hidden. */
  readonly gradient: Float32Array;
}

/** Labels that a thread takes at once; arrays have room for whole blocks. */
export const labelsAtOnce = 64;

/** Rows of VᵀV that a thread takes at once. */
export const unitsAtOnce = 64;

/** How many labels the arrays have room for. */
function labelRoom(mostLabels: number): number {
  return labelsAtOnce * Math.ceil(mostLabels / labelsAtOnce);
}

/** How many bytes `allocateGlas` takes of a memory, and the tasks of each thread. */
export function glasBytes({ hidden }: NetworkShape, mostLabels: number, threads: number): number {
  const room = labelRoom(mostLabels);
  const perThread = 12 * labelsAtOnce * room + 4 * (labelsAtOnce + 1) + 64 * 4;
  return 4 * (2 * room * hidden + hidden * hidden + room) + 64 * 4 + threads * perThread;
}

/** Allocates what GLaS needs in the output layer's memory. */
export function allocateGlas(memory: KernelMemory, { hidden, items }: NetworkShape, options: GlasOptions): Glas {
  const { weight, target, mostLabels } = options;
  const room = labelRoom(mostLabels);
  return {
    weight,
    target,
    labels: allocate(memory, Int32Array, room),
    places: sharedZeros(Int32Array, items).fill(-1),
    embeddings: allocate(memory, Float32Array, room * hidden),
    product: allocate(memory, Float32Array, hidden * hidden),
    gradient: allocate(memory, Float32Array, room * hidden),
  };
}
