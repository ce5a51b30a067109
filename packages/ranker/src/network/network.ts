import type { ValuedCsr } from "@tierwise/data/rows";
import { allocate, createKernelMemory, type KernelMemory, type KernelModule } from "@tierwise/kernels";
import { allocateLayer, type Layer, layerLengths, type NetworkShape, type Weights } from "../model/layers.ts";
import { type Control, controlLength } from "./control.ts";

interface InputSide extends Layer {
  readonly memory: KernelMemory;
  /** The rows of features, in this memory. */
  readonly batch: ValuedCsr;
  /** Batch × hidden. */
  readonly hidden: Float32Array;
}

interface OutputSide extends Layer {
  readonly memory: KernelMemory;
  /** Batch × hidden: a copy of the hidden units of the input layer, in this memory. */
  readonly hidden: Float32Array;
  /** Batch × `scoreColumns`; while training, losses overwrite the scores with their gradient. */
  readonly scores: Float32Array;
  /** The number of items whose scores are stored at once: all items in training, one panel of items in prediction. */
  readonly scoreColumns: number;
}

/**
 * A network in shared memory, with one memory per layer because a memory is limited to 4 GiB. Threads that receive the
 * network in a message work on the same arrays.
 */
export interface Network extends Weights {
  readonly module: KernelModule;
  readonly shape: NetworkShape;
  readonly batchRows: number;
  readonly input: InputSide;
  readonly output: OutputSide;
  readonly control: Control;
}

export interface NetworkOptions {
  readonly shape: NetworkShape;
  readonly module: KernelModule;
  readonly batchRows: number;
  readonly batchEntries: number;
  /** The number of items whose scores are stored at once. Default: all. */
  readonly scoreColumns?: number;
  /** The number of additional bytes to reserve in each of the two memories. Default: none. */
  readonly room?: { readonly input: number; readonly output: number };
}

/** Allocates a network whose weights are all zero. */
export function allocateNetwork(options: NetworkOptions): Network {
  const { shape, module, batchRows, batchEntries, room } = options;
  const { hidden, itemCount } = shape;
  const { scoreColumns = itemCount } = options;
  const lengths = layerLengths(shape);
  const perBatch = 4 * batchRows;
  const margin = 64 * 32;
  const inputMemory = memoryFor(
    "features × hidden",
    4 * lengths.input[0] + perBatch * hidden + 8 * batchEntries + perBatch + margin + (room?.input ?? 0),
  );
  const outputMemory = memoryFor(
    "items × (hidden + batch)",
    4 * (lengths.output[0] + itemCount) + perBatch * (hidden + scoreColumns) + margin + (room?.output ?? 0),
  );
  return {
    module,
    shape,
    batchRows,
    input: {
      memory: inputMemory,
      ...allocateLayer(inputMemory, lengths.input),
      batch: {
        indptr: allocate(inputMemory, Int32Array, batchRows + 1),
        indices: allocate(inputMemory, Int32Array, batchEntries),
        values: allocate(inputMemory, Float32Array, batchEntries),
      },
      hidden: allocate(inputMemory, Float32Array, batchRows * hidden),
    },
    output: {
      memory: outputMemory,
      ...allocateLayer(outputMemory, lengths.output),
      hidden: allocate(outputMemory, Float32Array, batchRows * hidden),
      scores: allocate(outputMemory, Float32Array, batchRows * scoreColumns),
      scoreColumns,
    },
    control: allocate(outputMemory, Float64Array, controlLength),
  };
}

function memoryFor(what: string, bytes: number): KernelMemory {
  try {
    return createKernelMemory({ bytes });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const gigabytes = (bytes / 2 ** 30).toFixed(1);
    throw new RangeError(
      `${what} needs ${gigabytes} GiB in one WebAssembly memory, which is limited to 4 GiB; use fewer hidden units`,
      { cause: error },
    );
  }
}
