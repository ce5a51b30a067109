import {
  allocate,
  createKernelMemory,
  createKernels,
  createPool,
  fillNormal,
  type KernelMemory,
  loadKernelModule,
  nodeWorker,
  type Pool,
  type PoolWorker,
} from "@tierwise/kernels";
import { randomPermutation, randomStream } from "@tierwise/random";
import { type DocumentLists, listCount } from "../lists/document-lists.ts";
import { packLists } from "../lists/packed-lists.ts";
import { isShared } from "../lists/shared-memory.ts";
import type { DocumentProgress } from "../model/document-model.ts";
import { fitNormalization } from "../normalization/normalization.ts";
import { openCheckpoint, type StoredProgress } from "../training/checkpoint.ts";
import { criterionOn, trackBest } from "../training/criterion.ts";
import type { ResolvedTraining } from "../training/training.ts";
import { attentionBytes } from "./attention.ts";
import { attentionOf } from "./attention-weights.ts";
import type { NetworkScorer } from "./documents-scorer.ts";
import { layersOf } from "./layers.ts";
import { type NetworkModel, networkModel, scoreDocuments } from "./network-model.ts";
import { type NetworkShape, networkShape, networkWeightCount } from "./network-shape.ts";
import { createTasks, type NetworkData, type NetworkTasks, networkTasks, shardCount } from "./network-tasks.ts";

/** Training stops after this many epochs without improvement. */
const defaultPatience = 10;

/** The stored progress of a network: the weights, Adam's moments and number of steps, and the weights of the best epoch. */
interface NetworkState extends StoredProgress {
  readonly weights: ArrayLike<number>;
  readonly first: ArrayLike<number>;
  readonly second: ArrayLike<number>;
  readonly kept: ArrayLike<number>;
  readonly steps: number;
}

/** Trains a network and keeps the weights from the epoch with the best criterion on the validation lists. */
export async function trainNetwork(scorer: NetworkScorer, training: ResolvedTraining): Promise<NetworkModel> {
  const { lists, validation, loss, criterion, patience = defaultPatience, seed, signal } = training;
  const { checkpoint, onProgress } = training;
  const data = await networkData(lists, scorer, training);
  const { restored, save } = await openCheckpoint<NetworkState>(scorer, training);
  const own = networkTasks(data, loss, lists.features);
  const pool = await createPool({
    threads: data.features === undefined || loss.spec === undefined ? 1 : training.threads,
    createTasks: (given, thread) => (thread === 0 ? own : createTasks(given, thread)),
    startWorker,
    data,
  });
  const measured = validation && criterionOn(criterion, validation, loss);
  const best = trackBest(measured?.higherIsBetter ?? true, patience);
  const history: DocumentProgress[] = [...(restored?.history ?? [])];
  let kept = Float32Array.from(restored?.kept ?? data.weights);
  if (restored !== undefined) restore(data, restored);
  const goesOn = ({ step, validation: held }: DocumentProgress): boolean =>
    held === undefined || best.record(step, held);
  let more = history.map(goesOn).every((each) => each);
  try {
    for (let epoch = history.length + 1; more && epoch <= scorer.options.epochs; epoch++) {
      const value = await runEpoch(data, own, pool, seed, epoch, checkpoint === undefined ? signal : undefined);
      const held = measured?.value(scoreDocuments(validation ?? lists, data.shape, data.normalization, data.weights));
      const progress = { step: epoch, loss: value, ...(held !== undefined && { validation: held }) };
      history.push(progress);
      onProgress(progress);
      more = goesOn(progress);
      if (held === undefined || best.step() === epoch) kept = data.weights.slice();
      const { weights, first, second, told } = data;
      await save(() => ({ weights, first, second, kept, steps: told[0], history }));
      signal?.throwIfAborted();
    }
  } finally {
    await pool.close();
  }
  const { featureCount, featureNames } = lists;
  return networkModel({
    scorer,
    featureCount,
    ...(featureNames && { featureNames }),
    ...(loss.spec && { loss: loss.spec }),
    history,
    bestStep: measured ? best.step() : history.length,
    normalization: data.normalization,
    weights: kept,
  });
}

/** Restores the stored arrays. Throws an error if they belong to a network of a different size. */
function restore({ weights, first, second, told }: NetworkData, stored: NetworkState): void {
  for (const [name, array] of Object.entries({ weights, first, second })) {
    const from = stored[name as "first" | "second" | "weights"];
    if (from.length !== array.length) {
      throw new Error(`${name}.length is ${from.length} in the checkpoint; expected ${array.length}`);
    }
    array.set(from);
  }
  told[0] = stored.steps;
}

async function networkData(
  lists: DocumentLists,
  { options }: NetworkScorer,
  training: ResolvedTraining,
): Promise<NetworkData> {
  const { threads, loss, seed } = training;
  const shape = networkShape(lists.featureCount, options);
  const { widths, attention } = shape;
  const count = networkWeightCount(shape);
  const batch = Math.min(options.batchLists, listCount(lists));
  const sizes = Array.from(lists.offsets.subarray(1), (end, l) => end - lists.offsets[l]).sort((a, b) => b - a);
  // The arrays must hold a shard of the longest lists.
  const room = sizes.slice(0, Math.ceil(batch / shardCount)).reduce((sum, size) => sum + size, 0);
  const units = widths.reduce((sum, width) => sum + width, 0);
  const bytes =
    4 * (2 * threads * room * units + (3 + shardCount) * count + listCount(lists)) +
    64 * (40 + 2 * threads * widths.length) +
    (200_000 + 20 * (widths[0] + 4) + (attention ? attentionBytes(attention, room, sizes[0]) : 0)) * threads;
  const memory = createKernelMemory({ bytes });
  const module = await loadKernelModule();
  const floats = (): Float32Array => allocate(memory, Float32Array, count);
  const weights = floats();
  initialize(weights, shape, seed, memory, module);
  return {
    module,
    memory,
    shape,
    options,
    normalization: fitNormalization(lists, options.log),
    packed: packLists(lists),
    listWeights: lists.weights,
    features: isShared(lists.features) ? lists.features : undefined,
    room,
    longest: sizes[0],
    loss: loss.spec,
    seed,
    weights,
    first: floats(),
    second: floats(),
    gradients: Array.from({ length: shardCount }, floats),
    losses: allocate(memory, Float64Array, shardCount),
    order: allocate(memory, Int32Array, listCount(lists)),
    told: allocate(memory, Int32Array, 3),
  };
}

/**
 * He initialization: weights have variance 2/inputs, or 1/inputs in attention. The weights of the last layer and of the attention output are
 * multiplied by 0.1, and biases are 0.
 */
function initialize(
  weights: Float32Array,
  { widths, attention }: NetworkShape,
  seed: number,
  memory: KernelMemory,
  module: NetworkData["module"],
): void {
  const kernels = createKernels(module, memory);
  const layers = layersOf(weights, widths);
  for (const [k, { weights: matrix }] of layers.entries()) {
    const scale = k === layers.length - 1 ? 0.1 : 1;
    fillNormal(kernels, matrix.data, { seed, stream: k, deviation: scale * Math.sqrt(2 / matrix.columns) });
  }
  if (attention === undefined) return;
  const { query, key, value, output } = attentionOf(weights, attention);
  for (const [i, matrix] of [query, key, value, output].entries()) {
    const scale = matrix === output ? 0.1 : 1;
    fillNormal(kernels, matrix.data, {
      seed,
      stream: layers.length + i,
      deviation: scale / Math.sqrt(matrix.columns),
    });
  }
}

/** Bundlers recognize the worker by exactly this syntax. */
function startWorker(): PoolWorker {
  return (
    nodeWorker("./network-worker.js", import.meta.url) ??
    new Worker(new URL("./network-worker.js", import.meta.url), { type: "module" })
  );
}

/** Visits all lists once in random order and returns the mean loss per list. */
async function runEpoch(
  data: NetworkData,
  own: NetworkTasks,
  pool: Pool,
  seed: number,
  epoch: number,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { order, told, losses, options } = data;
  order.set(randomPermutation(order.length, randomStream(seed, 2, epoch)));
  let total = 0;
  for (let start = 0; start < order.length; start += options.batchLists) {
    signal?.throwIfAborted();
    const count = Math.min(options.batchLists, order.length - start);
    told.set([told[0] + 1, start, count]);
    await pool.run("pass", shardCount);
    own.update();
    for (const value of losses) total += value * count;
  }
  return total / order.length;
}
