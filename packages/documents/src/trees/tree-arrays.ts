import {
  allocate,
  blockFeatures,
  blockWords,
  createKernelMemory,
  type KernelMemory,
  thresholdRoom,
} from "@tierwise/kernels";

/** Documents per shard in passes over all documents. */
export const shardDocuments = 1 << 14;
/** The histogram of a leaf is built from at most this many parts. */
export const mostParts = 8;
/** The smallest number of documents from which a part of a histogram is built. */
export const partDocuments = 4096;
/** The number of documents whose features are copied into the memory at a time for binning. */
export const binChunk = 64;
/** Lists per shard in the pass that computes gradients. */
export const shardLists = 32;
/** Numbers per shard in `sums`: the loss, max |g|, max h; later Σg, Σh and the number of documents. */
export const sumsPerShard = 3;
/** Numbers per split in `found`: gain, feature, bin, then G, H and the number of documents on the left. */
export const foundNumbers = 6;
/** Numbers in `control`, which contains the parameters of the current task. */
const controlNumbers = 17;

/** The arrays for training trees, all in one memory that the threads share. */
export interface TreeArrays {
  readonly memory: KernelMemory;
  /** The bin of every feature, document by document; rows are padded to whole blocks. */
  readonly bins: Uint8Array;
  readonly scores: Float64Array;
  readonly gradient: Float64Array;
  readonly curvature: Float64Array;
  /** Per document: the quantized gradient, then the quantized curvature together with the count 1. */
  readonly pairs: Int32Array;
  /** The documents of every leaf, one leaf after another. */
  readonly rows: Int32Array;
  /** Space for the documents on the left and right while a leaf is divided. */
  readonly left: Int32Array;
  readonly right: Int32Array;
  readonly histograms: readonly Int32Array[];
  /** The histograms of the parts of a leaf. */
  readonly partial: readonly Int32Array[];
  /** 1 for the features that the current tree may use. */
  readonly enabled: Uint8Array;
  /** 1 for the lists that the current tree is fitted to. */
  readonly active: Uint8Array;
  readonly sums: Float64Array;
  /** For both children of a split, the best split in each block of features. */
  readonly found: Float64Array;
  /** The number of documents on the left in each shard of a divided leaf. */
  readonly leftCounts: Int32Array;
  readonly control: Float64Array;
  /** The thresholds of all features, padded with infinity. */
  readonly thresholds: Float32Array;
}

export function allocateTreeArrays(
  documents: number,
  lists: number,
  features: number,
  leaves: number,
  threads: number,
): TreeArrays {
  const blocks = Math.ceil(features / blockFeatures);
  const shards = Math.ceil(documents / shardDocuments) + Math.ceil(lists / shardLists) + 1;
  // While a leaf is divided, each shard needs space for one extra row in `left` and in `right`.
  const room = documents + shards + 1;
  const bytes =
    documents * (16 * blocks + 8 * 3 + 16 + 4) +
    2 * 4 * room +
    4 * (leaves + mostParts) * blocks * blockWords +
    8 * (sumsPerShard * shards + 2 * foundNumbers * blocks + controlNumbers) +
    4 * shards +
    16 * blocks +
    4 * thresholdRoom * features +
    4 * threads * binChunk * features +
    lists +
    64 * (leaves + mostParts + threads + 20);
  const memory = createKernelMemory({ bytes });
  return {
    memory,
    bins: allocate(memory, Uint8Array, blocks * blockFeatures * documents),
    scores: allocate(memory, Float64Array, documents),
    gradient: allocate(memory, Float64Array, documents),
    curvature: allocate(memory, Float64Array, documents),
    pairs: allocate(memory, Int32Array, 4 * documents),
    rows: allocate(memory, Int32Array, documents),
    left: allocate(memory, Int32Array, room),
    right: allocate(memory, Int32Array, room),
    histograms: Array.from({ length: leaves }, () => allocate(memory, Int32Array, blocks * blockWords)),
    partial: Array.from({ length: mostParts }, () => allocate(memory, Int32Array, blocks * blockWords)),
    enabled: allocate(memory, Uint8Array, 16 * blocks),
    active: allocate(memory, Uint8Array, lists),
    sums: allocate(memory, Float64Array, sumsPerShard * shards),
    found: allocate(memory, Float64Array, 2 * foundNumbers * blocks),
    leftCounts: allocate(memory, Int32Array, shards),
    control: allocate(memory, Float64Array, controlNumbers),
    thresholds: allocate(memory, Float32Array, thresholdRoom * features),
  };
}
