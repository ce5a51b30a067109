import {
  adamStep,
  allocate,
  allocateStandardization,
  axpy,
  type CreateTasks,
  createKernels,
  type KernelMemory,
  type KernelModule,
  type Kernels,
  type Matrix,
  matrix,
  standardizeRows,
} from "@tierwise/kernels";
import { createLoss, type LossSpec, type RankingLoss, rowLoss } from "@tierwise/losses";
import { type PackedLists, viewList } from "../lists/packed-lists.ts";
import type { Normalization } from "../normalization/normalization.ts";
import { createAttention } from "./attention.ts";
import { attentionOf } from "./attention-weights.ts";
import type { NetworkScorer } from "./documents-scorer.ts";
import { backward, forward, layersOf, type TrainedContext } from "./layers.ts";
import type { NetworkShape } from "./network-shape.ts";

/** The lists of a batch are divided into at most this many shards, whose gradients are added in order. */
export const shardCount = 8;

export interface NetworkData {
  readonly module: KernelModule;
  readonly memory: KernelMemory;
  readonly shape: NetworkShape;
  readonly options: NetworkScorer["options"];
  readonly normalization: Normalization;
  readonly packed: PackedLists;
  readonly listWeights: Float64Array | undefined;
  /** The features, if they are in shared memory, so that every thread can read them. */
  readonly features: Float32Array | undefined;
  /** The maximum number of documents in one pass. */
  readonly room: number;
  readonly longest: number;
  readonly loss: LossSpec | undefined;
  readonly seed: number;
  readonly weights: Float32Array;
  readonly first: Float32Array;
  readonly second: Float32Array;
  readonly gradients: readonly Float32Array[];
  readonly losses: Float64Array;
  /** The order in which this epoch visits the lists. */
  readonly order: Int32Array;
  /** The 1-based number of the step, the position of the batch's first list in `order`, and the number of lists in the batch. */
  readonly told: Int32Array;
}

export const createTasks: CreateTasks<NetworkData> = (data) =>
  networkTasks(data, data.loss === undefined ? undefined : createLoss(data.loss), data.features);

/** Creates the tasks of a thread. `loss` and `features` are undefined on a thread that does not run the task `pass`. */
export function networkTasks(data: NetworkData, loss: RankingLoss | undefined, features: Float32Array | undefined) {
  const { memory, shape, options, normalization, packed, listWeights, room, seed, told, order } = data;
  const { widths } = shape;
  const kernels = createKernels(data.module, memory);
  const rooms = (): Float32Array[] => widths.map((width) => allocate(memory, Float32Array, room * width));
  const [activations, deltas] = features === undefined ? [[], []] : [rooms(), rooms()];
  const standardization = allocateStandardization(memory, normalization);
  const layers = layersOf(data.weights, widths);
  const gradients = data.gradients.map((gradient) => layersOf(gradient, widths));
  const view: PackedLists = { ...packed };
  const starts = new Int32Array(order.length + 1);
  const contextOf = features === undefined ? undefined : attentionContexts(kernels, data);
  const row = loss && rowLoss(loss);
  const last = widths.length - 1;

  return {
    /** Computes the contribution of a shard to the gradient of the mean loss over the batch. */
    pass(shard: number): void {
      if (row === undefined || features === undefined)
        throw new Error(
          "the loss has no spec or the features are not in shared memory, so only the calling thread can use them",
        );
      const [step, start, count] = told;
      data.gradients[shard].fill(0);
      const lists = order.subarray(
        start + Math.floor((count * shard) / shardCount),
        start + Math.floor((count * (shard + 1)) / shardCount),
      );
      let rows = 0;
      for (const [i, l] of lists.entries()) {
        const [from, to] = [packed.offsets[l], packed.offsets[l + 1]];
        activations[0].set(features.subarray(from * widths[0], to * widths[0]), rows * widths[0]);
        rows += to - from;
        starts[i + 1] = rows;
      }
      standardizeRows(kernels, matrix(activations[0], rows, widths[0]), standardization);
      const drop = options.dropout > 0 ? { rate: options.dropout, seed, stream: step * shardCount + shard } : undefined;
      const context = contextOf?.(shard, starts.subarray(0, lists.length + 1));
      forward(kernels, layers, activations, rows, { drop, context });
      data.losses[shard] = 0;
      let at = 0;
      for (const l of lists) {
        const weight = (listWeights === undefined ? 1 : listWeights[l]) / count;
        if (viewList(view, l)) data.losses[shard] += weight * row(activations[last], at, view, l, deltas[last], weight);
        else deltas[last].fill(0, at, at + view.itemCount);
        at += view.itemCount;
      }
      backward(kernels, layers, gradients[shard], activations, deltas, rows, { drop, context });
    },

    /** Adds the gradients of all shards in order and takes a step of Adam. */
    update(): void {
      const [gradient, ...others] = data.gradients;
      for (const other of others) axpy(kernels, gradient, 1, other);
      const { weights, first, second } = data;
      const { learningRate, weightDecay } = options;
      adamStep(kernels, { weights, gradient, first, second }, { step: told[0], learningRate, weightDecay });
    },
  };
}

export type NetworkTasks = ReturnType<typeof networkTasks>;

/** Returns a function from `starts` to the context of a shard whose lists begin there; undefined without attention. */
function attentionContexts(
  kernels: Kernels,
  { memory, shape, room, longest, weights, gradients }: NetworkData,
): ((shard: number, starts: Int32Array) => TrainedContext) | undefined {
  const { attention: sizes } = shape;
  if (sizes === undefined) return undefined;
  const attention = createAttention(kernels, memory, sizes, room, longest);
  const own = attentionOf(weights, sizes);
  const ofShards = gradients.map((gradient) => attentionOf(gradient, sizes));
  let scored: Matrix | undefined;
  return (shard, starts) => ({
    forward(units) {
      scored = attention.forward(own, units, starts);
      return scored;
    },
    scored: () => scored as Matrix,
    backward: (delta, units) => attention.backward(own, ofShards[shard], delta, units, starts),
  });
}
