import { adamRowsStep, allocate, columnRange, gemmTN, type Kernels, matrix, type ValuedCsr } from "@tierwise/kernels";
import { towersOf } from "../layers/parameters.ts";
import { backwardTower, forwardTower } from "../layers/tower.ts";
import { learningRateAt } from "./learning-rate.ts";
import { blockItems, shardRange, type TowerData, told } from "./tower-data.ts";
import { roomFor } from "./update-tasks.ts";

/** The tasks for the items of a step. The backward pass recomputes activations, so that memory does not grow with the number of items. */
export function itemTasks(data: TowerData, kernels: Kernels, contextLength: number) {
  const { memory, shape, options, batch, own, told: now } = data;
  const { item: tower } = towersOf(shape, data.weights);
  const gradients = data.gradients.map((dense) => towersOf(shape, { ...data.weights, dense }).item);
  const activations = roomFor(memory, shape.item, blockItems);
  const deltas = roomFor(memory, shape.item, blockItems);
  const width = shape.item[shape.item.length - 1];
  const rowsOf = blockRows(data);
  const kept = allocate(memory, Int32Array, blockItems);
  const keptGradient = allocate(memory, Float32Array, own ? blockItems * width : 0);
  const usesOwn = (i: number): boolean => own !== undefined && batch.draws[i] >= options.itemDropout;

  /** Calls `visit` for every block of a shard's items. */
  function eachBlock(shard: number, visit: (from: number, to: number) => void): void {
    const [start, end] = shardRange(shard, now[told.items]);
    for (let from = start; from < end; from += blockItems) visit(from, Math.min(from + blockItems, end));
  }

  return {
    forwardItems(shard: number): void {
      eachBlock(shard, (from, to) => {
        forwardTower(kernels, tower, rowsOf(from, to), activations);
        const vectors = batch.itemVectors.subarray(from * width, to * width);
        vectors.set(activations[activations.length - 1].subarray(0, vectors.length));
        if (own === undefined) return;
        for (let i = from; i < to; i++) {
          if (!usesOwn(i)) continue;
          const at = batch.items[i] * width;
          for (let j = 0; j < width; j++) vectors[(i - from) * width + j] += own.weights[at + j];
        }
      });
    },

    /** Computes the gradient of the item tower on a shard of the items, and updates their own vectors. */
    backwardItems(shard: number): void {
      const gradient = gradients[shard];
      data.gradients[shard].fill(0, contextLength);
      const scores = matrix(batch.scores, now[told.rows], now[told.items]);
      const contexts = matrix(batch.contextVectors, now[told.rows], width);
      eachBlock(shard, (from, to) => {
        const x = rowsOf(from, to);
        forwardTower(kernels, tower, x, activations);
        const delta = deltas[deltas.length - 1];
        gemmTN(kernels, matrix(delta, to - from, width), columnRange(scores, from, to), contexts);
        if (own !== undefined) updateOwn(from, to, delta);
        backwardTower(kernels, tower, gradient, activations, deltas, to - from);
        addInputGradient(gradient.input.data, x, deltas[0], tower.widths[0]);
      });
    },
  };

  function updateOwn(from: number, to: number, delta: Float32Array): void {
    if (own === undefined) return;
    let count = 0;
    for (let i = from; i < to; i++) {
      if (!usesOwn(i)) continue;
      keptGradient.set(delta.subarray((i - from) * width, (i - from + 1) * width), count * width);
      kept[count++] = batch.items[i];
    }
    if (count === 0) return;
    const all = own.weights.length / width;
    adamRowsStep(
      kernels,
      {
        rows: kept.subarray(0, count),
        weights: matrix(own.weights, all, width),
        gradient: matrix(keptGradient, count, width),
        first: matrix(own.first, all, width),
        second: matrix(own.second, all, width),
        lastSteps: own.lastSteps,
      },
      { step: now[told.step], learningRate: learningRateAt(data), weightDecay: options.weightDecay },
    );
  }
}

/** The features of the items at positions `from` to `to` − 1 of a step: a view if the step uses all items, otherwise a copy. */
function blockRows({ items, memory, candidates, batch }: TowerData): (from: number, to: number) => ValuedCsr {
  const { indptr, indices, values } = items;
  if (candidates === undefined) return (from, to) => ({ indptr: indptr.subarray(from, to + 1), indices, values });
  let most = 0;
  for (let i = 1; i < indptr.length; i++) most = Math.max(most, indptr[i] - indptr[i - 1]);
  const copy = {
    indptr: allocate(memory, Int32Array, blockItems + 1),
    indices: allocate(memory, Int32Array, blockItems * most),
    values: allocate(memory, Float32Array, blockItems * most),
  };
  return (from, to) => {
    for (let i = from; i < to; i++) {
      const [start, end] = [indptr[batch.items[i]], indptr[batch.items[i] + 1]];
      const at = copy.indptr[i - from];
      copy.indices.set(indices.subarray(start, end), at);
      copy.values.set(values.subarray(start, end), at);
      copy.indptr[i - from + 1] = at + end - start;
    }
    return { ...copy, indptr: copy.indptr.subarray(0, to - from + 1) };
  };
}

/** Adds xᵀ·delta to the gradient of the input layer of width h, with h multiplications per entry of x. */
function addInputGradient(gradient: Float32Array, x: ValuedCsr, delta: Float32Array, h: number): void {
  const { indptr, indices, values } = x;
  for (let r = 0; r + 1 < indptr.length; r++) {
    for (let e = indptr[r]; e < indptr[r + 1]; e++) {
      const [at, value] = [indices[e] * h, values[e]];
      for (let j = 0; j < h; j++) gradient[at + j] += value * delta[r * h + j];
    }
  }
}
