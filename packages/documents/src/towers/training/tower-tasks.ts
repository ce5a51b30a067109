import { axpy, type CreateTasks, columnSums, createKernels, gemmNN, gemmNT, matrix, rowRange } from "@tierwise/kernels";
import type { RankingLoss } from "@tierwise/losses";
import { towersOf } from "../layers/parameters.ts";
import { backwardTower, forwardTower } from "../layers/tower.ts";
import { itemTasks } from "./item-tasks.ts";
import { batchRowLoss } from "./row-loss.ts";
import { scoreGradient } from "./score-gradient.ts";
import { shardCount, shardRange, type TowerData, told } from "./tower-data.ts";
import { roomFor, updateTasks } from "./update-tasks.ts";

export const createTasks: CreateTasks<TowerData> = (data) => towerTasks(data, undefined);

/**
 * Creates the tasks of a thread; `given` is a loss without a spec. A step runs `forwardItems`, `pass` and `backwardItems` on all shards,
 * then `update` once. With the item features F, the item tower t, the items' own vectors E and the context vectors U, the step computes
 *
 *     V = t(F) + E,   S = U·Vᵀ,   G = dL/dS,   dL/dU = G·V,   dL/dV = Gᵀ·U.
 *
 * These products take 3·rows·items·d multiplications.
 */
export function towerTasks(data: TowerData, given: RankingLoss | undefined) {
  const { memory, shape, options, seed, batch, told: now } = data;
  const kernels = createKernels(data.module, memory);
  const { context, constant } = towersOf(shape, data.weights);
  const gradients = data.gradients.map((dense) => towersOf(shape, { ...data.weights, dense }));
  const contextLength = constant.byteOffset / 4 + constant.length - data.weights.dense.byteOffset / 4;
  const width = constant.length;
  const lossOf = data.loss === undefined && given === undefined ? undefined : batchRowLoss(data, given);
  const mostRows = Math.ceil(batch.losses.length / shardCount);
  const activations = roomFor(memory, shape.context, mostRows);
  const deltas = roomFor(memory, shape.context, mostRows);

  /** Scores a shard of the batch's rows, and computes the gradients of scores, context vectors and the context tower. */
  function pass(shard: number): void {
    const gradient = gradients[shard];
    data.gradients[shard].fill(0, 0, contextLength);
    const [from, to] = shardRange(shard, now[told.rows]);
    const rows = to - from;
    if (rows === 0) return;
    const { indptr, indices, values } = batch.features;
    const drop =
      options.dropout > 0 ? { rate: options.dropout, seed, stream: now[told.step] * shardCount + shard } : undefined;
    forwardTower(kernels, context, { indptr: indptr.subarray(from, to + 1), indices, values }, activations, drop);
    const vectors = batch.contextVectors.subarray(from * width, to * width);
    const last = activations[activations.length - 1];
    for (let i = 0; i < vectors.length; i++) vectors[i] = last[i] + constant[i % width];
    const items = now[told.items];
    const itemVectors = matrix(batch.itemVectors, items, width);
    const scores = rowRange(matrix(batch.scores, now[told.rows], items), from, to);
    gemmNT(kernels, scores, matrix(vectors, rows, width), itemVectors);
    if (lossOf === undefined) throw new Error("the loss has no spec, so only the calling thread can use it");
    for (let row = from; row < to; row++) scoreGradient(data, row, lossOf(row));
    const delta = matrix(deltas[deltas.length - 1], rows, width);
    gemmNN(kernels, delta, scores, itemVectors);
    columnSums(kernels, gradient.constant, delta, { accumulate: true });
    backwardTower(kernels, context, gradient.context, activations, deltas, rows, drop);
    batch.inputDeltas.set(deltas[0].subarray(0, rows * context.widths[0]), from * context.widths[0]);
  }

  const { update } = updateTasks(data, kernels, (into, from) => axpy(kernels, into, 1, from));
  return { ...itemTasks(data, kernels, contextLength), pass, update };
}

export type TowerTasks = ReturnType<typeof towerTasks>;
