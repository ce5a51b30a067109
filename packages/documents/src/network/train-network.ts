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
import { criterionOn, trackBest } from "../training/criterion.ts";
import type { ResolvedTraining } from "../training/training.ts";
import type { NetworkScorer } from "./documents-scorer.ts";
import { layersOf, weightCount, widthsOf } from "./layers.ts";
import { type NetworkModel, networkModel, scoreDocuments } from "./network-model.ts";
import { createTasks, type NetworkData, type NetworkTasks, networkTasks, shardCount } from "./network-tasks.ts";

/** Epochs without improvement after which training stops. */
const defaultPatience = 10;

/** Trains a network and keeps the weights of the best epoch on the validation lists. */
export async function trainNetwork(scorer: NetworkScorer, training: ResolvedTraining): Promise<NetworkModel> {
  const { lists, validation, loss, criterion, patience = defaultPatience, seed, signal, onProgress } = training;
  const data = await networkData(lists, scorer, training);
  const own = networkTasks(data, loss, lists.features);
  const pool = await createPool({
    threads: data.features === undefined || loss.spec === undefined ? 1 : training.threads,
    createTasks: (given, thread) => (thread === 0 ? own : createTasks(given, thread)),
    startWorker,
    data,
  });
  const measured = validation && criterionOn(criterion, validation, loss);
  const best = trackBest(measured?.higherIsBetter ?? true, patience);
  const history: DocumentProgress[] = [];
  let kept = data.weights.slice();
  try {
    for (let epoch = 1; epoch <= scorer.options.epochs; epoch++) {
      const value = await runEpoch(data, own, pool, seed, epoch, signal);
      const held = measured?.value(scoreDocuments(validation ?? lists, data.widths, data.normalization, data.weights));
      const progress = { step: epoch, loss: value, ...(held !== undefined && { validation: held }) };
      history.push(progress);
      onProgress(progress);
      const goesOn = held === undefined || best.record(epoch, held);
      if (held === undefined || best.step() === epoch) kept = data.weights.slice();
      if (!goesOn) break;
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

async function networkData(
  lists: DocumentLists,
  { options }: NetworkScorer,
  training: ResolvedTraining,
): Promise<NetworkData> {
  const { threads, loss, seed } = training;
  const widths = widthsOf(lists.featureCount, options.hidden);
  const count = weightCount(widths);
  const batch = Math.min(options.batchLists, listCount(lists));
  const sizes = Array.from(lists.offsets.subarray(1), (end, l) => end - lists.offsets[l]).sort((a, b) => b - a);
  // A shard of the longest lists must fit.
  const room = sizes.slice(0, Math.ceil(batch / shardCount)).reduce((sum, size) => sum + size, 0);
  const units = widths.reduce((sum, width) => sum + width, 0);
  const bytes =
    4 * (2 * threads * room * units + (3 + shardCount) * count + listCount(lists)) +
    64 * (40 + 2 * threads * widths.length) +
    200_000 * threads;
  const memory = createKernelMemory({ bytes });
  const module = await loadKernelModule();
  const floats = (): Float32Array => allocate(memory, Float32Array, count);
  const weights = floats();
  initialize(weights, widths, seed, memory, module);
  return {
    module,
    memory,
    widths,
    options,
    normalization: fitNormalization(lists, options.log),
    packed: packLists(lists),
    listWeights: lists.weights,
    features: isShared(lists.features) ? lists.features : undefined,
    room,
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

/** He initialization: weights of variance 2/inputs; the score starts at a tenth of that scale, and biases at 0. */
function initialize(
  weights: Float32Array,
  widths: readonly number[],
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
