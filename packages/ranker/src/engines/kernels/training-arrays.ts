import type { PackedPreferences } from "@tierwise/core-integrator";
import type { Csr } from "@tierwise/data/rows";
import {
  allocate,
  allocateSparseTranspose,
  type KernelModule,
  type Kernels,
  type SparseTranspose,
} from "@tierwise/kernels";
import type { LossSpec } from "@tierwise/losses";
import {
  allocateLayer,
  initialize,
  itemShards,
  itemsAtOnce,
  type Layer,
  layerLengths,
  type NetworkShape,
  panelItems,
  type Weights,
} from "../../model/layers.ts";
import { allocateRankings, type BatchRankings } from "../../network/batch-rankings.ts";
import { allocateNetwork, type Network } from "../../network/network.ts";
import { allocateGlas, type Glas, type GlasOptions, glasBytes } from "./glas-arrays.ts";
import {
  allocateSampled,
  columnRoom,
  type Sampled,
  type SampleOptions,
  sampledBytes,
  sampledShards,
} from "./sampled/sampled-arrays.ts";

/** The number of bytes that `kernelRestSoftmax` allocates in the memory of the output layer. */
export const restSoftmaxBytes = 64;

/** The maximum number of items whose scores validation stores at once if the loss has negatives. */
const mostPanelItems = 8192;

/** The maximum number of items ranked per row in validation. */
const rankingDepth = 100;

export interface Moments {
  readonly first: Layer;
  readonly second: Layer;
}

/** The options that all steps of a training run share, except the loss. */
export interface StepOptions {
  readonly seed: number;
  readonly inputDropout: number;
  readonly hiddenDropout: number;
  readonly weightDecay: number;
}

/** A network with additional arrays for training, in the memories of its two layers. */
export interface TrainingNetwork extends Network {
  readonly options: StepOptions;
  /** The loss, without negatives. */
  readonly loss: LossSpec;
  /** The preferences of all data rows, in shared memory. */
  readonly preferences: PackedPreferences;
  /** The arrays of an output layer that computes only a sample of the items, if the loss has negatives. */
  readonly sampled: Sampled | undefined;
  /** The rankings of a batch of validation rows. */
  readonly rankings: BatchRankings;
  readonly glas: Glas | undefined;
  /** The indices of the data rows in the batch. */
  readonly rows: Int32Array;
  /** The loss of each row of the batch. */
  readonly losses: Float64Array;
  readonly inputMoments: Moments;
  readonly outputMoments: Moments;
  /** The step at which each feature was last updated. */
  readonly lastSteps: Int32Array;
  readonly transpose: SparseTranspose;
  /** d loss/d hidden, in the memory of the input layer. */
  readonly hiddenGradient: Float32Array;
  /** The contribution of each shard of items, or of columns of a sampled layer, to d loss/d hidden, one shard after another. */
  readonly parts: Float32Array;
}

export interface TrainingNetworkOptions {
  readonly shape: NetworkShape;
  readonly module: KernelModule;
  readonly batchRows: number;
  readonly batchEntries: number;
  readonly threads: number;
  readonly options: StepOptions;
  /** The loss, without negatives. */
  readonly loss: LossSpec;
  readonly preferences: PackedPreferences;
  /** Computes only the scores of a sample of the items and of the named items. Default: computes the scores of all items. */
  readonly sample?: SampleOptions | undefined;
  /** The items that validation excludes for each data row, in shared memory. Default: none. */
  readonly exclude?: Csr | undefined;
  /** Options of GLaS. Default: disabled. */
  readonly glas?: GlasOptions | undefined;
}

/** Allocates a network for training; all weights and moments are zero. */
export function allocateTrainingNetwork(given: TrainingNetworkOptions): TrainingNetwork {
  const { shape, batchRows, batchEntries, threads, options, loss, preferences, sample, exclude, glas } = given;
  const { featureCount, hidden, itemCount } = shape;
  const lengths = layerLengths(shape);
  const columns = sample === undefined ? 0 : columnRoom(given, sample);
  const shards = sample === undefined ? itemShards(itemCount).length : sampledShards(columns);
  // Each thread needs memory for two rows of gradients and for the gradients of one block of items; so does the trial with one thread.
  const inputBytes = 4 * 3 * hidden + 128;
  const outputBytes = 4 * Math.min(itemsAtOnce, itemCount) * (hidden + 2) + 192 + restSoftmaxBytes;
  const features = Math.min(batchEntries, featureCount);
  const network = allocateNetwork({
    ...given,
    ...(sample && { scoreColumns: panelItems(itemCount, mostPanelItems) }),
    room: {
      input:
        8 * (lengths.input[0] + hidden) +
        8 * featureCount +
        4 * Math.ceil(featureCount / 32) +
        8 * (batchEntries + features) +
        4 * batchRows * hidden +
        (threads + 1) * inputBytes +
        64 * 32,
      output:
        8 * (lengths.output[0] + itemCount) +
        4 * shards * batchRows * hidden +
        12 * batchRows +
        (threads + 1) * outputBytes +
        (sample === undefined ? 0 : sampledBytes(given, columns)) +
        (glas === undefined ? 0 : glasBytes(shape, glas.mostLabels, threads + 1)) +
        64 * 32,
    },
  });
  const inMemory = network.input.memory;
  const outMemory = network.output.memory;
  const layers = (): Weights => ({
    input: allocateLayer(inMemory, lengths.input),
    output: allocateLayer(outMemory, lengths.output),
  });
  const first = layers();
  const second = layers();
  return {
    ...network,
    options,
    loss,
    preferences,
    sampled: sample && allocateSampled(outMemory, given, sample, columns),
    rankings: allocateRankings(batchRows, rankingDepth, { exclude }),
    glas: glas === undefined ? undefined : allocateGlas(outMemory, shape, glas),
    rows: allocate(outMemory, Int32Array, batchRows),
    losses: allocate(outMemory, Float64Array, batchRows),
    inputMoments: { first: first.input, second: second.input },
    outputMoments: { first: first.output, second: second.output },
    lastSteps: allocate(inMemory, Int32Array, featureCount),
    transpose: allocateSparseTranspose(inMemory, { entries: batchEntries, columns: featureCount }),
    hiddenGradient: allocate(inMemory, Float32Array, batchRows * hidden),
    parts: allocate(outMemory, Float32Array, shards * batchRows * hidden),
  };
}

/** Draws the weights of a network from a seed and sets all moments to zero. */
export function resetNetwork(network: TrainingNetwork, input: Kernels, output: Kernels, seed: number): void {
  initialize(input, network.input, network.shape.featureCount, seed, 0);
  initialize(output, network.output, network.shape.hidden, seed, 2);
  for (const { first, second } of [network.inputMoments, network.outputMoments]) {
    for (const layer of [first, second]) {
      layer.weights.fill(0);
      layer.bias.fill(0);
    }
  }
  network.lastSteps.fill(0);
  network.sampled?.lastSteps.fill(0);
}
