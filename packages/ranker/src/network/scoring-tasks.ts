import type { Csr } from "@tierwise/data/rows";
import { columnRange, gemmNT, type Kernels, matrix, relu, rowRange, sparseProduct, type Task } from "@tierwise/kernels";
import { topK } from "@tierwise/metrics";
import { sharedZeros } from "../data/sparse-rows.ts";
import { itemShards, ranges, rowsAtOnce } from "../model/layers.ts";
import * as control from "./control.ts";
import type { Network } from "./network.ts";

/** The kernels of a thread. */
export interface Workplace {
  /** Kernels for the memory of the input layer. */
  readonly input: Kernels;
  /** Kernels for the memory of the output layer. */
  readonly output: Kernels;
}

/** Tasks that score a batch. */
export interface ScoringTasks {
  /** Per block of `rowsAtOnce` rows: hidden = relu(x·W₁ + b₁), copied to the memory of the output layer. */
  readonly hidden: Task;
  /** Per shard of items: scores = hidden·W₂ᵀ + b₂. */
  readonly forward: Task;
}

/**
 * The tasks that score a batch, for one thread.
 *
 * @param network - The network.
 * @param workplace - The kernels of the thread.
 * @param drop - Applies dropout in place to the hidden units of a block of rows, before they are copied.
 */
export function scoringTasks(
  network: Network,
  workplace: Workplace,
  drop?: (hidden: Float32Array, firstRow: number) => void,
): ScoringTasks {
  const { input, output, shape } = network;
  const { featureCount, hidden, itemCount } = shape;
  const blocksOf = forEachCount((rows) =>
    ranges(rows, rowsAtOnce).map(({ from, to }) => ({
      from,
      x: { ...input.batch, indptr: input.batch.indptr.subarray(from, to + 1) },
      out: rowRange(matrix(input.hidden, rows, hidden), from, to),
      flat: input.hidden.subarray(from * hidden, to * hidden),
      copy: output.hidden.subarray(from * hidden, to * hidden),
    })),
  );
  const inputWeights = matrix(input.weights, featureCount, hidden);
  const shardsOf = forEachCount((rows) => ({
    hidden: matrix(output.hidden, rows, hidden),
    scores: itemShards(itemCount).map(({ from, to }) => columnRange(matrix(output.scores, rows, itemCount), from, to)),
  }));
  const outputWeights = itemShards(itemCount).map(({ from, to }) => ({
    weights: rowRange(matrix(output.weights, itemCount, hidden), from, to),
    options: { bias: output.bias.subarray(from, to) },
  }));
  const inputOptions = { bias: input.bias };

  return {
    hidden(block) {
      const { from, x, out, flat, copy } = blocksOf(network.control[control.rowCount])[block];
      sparseProduct(workplace.input, out, x, inputWeights, inputOptions);
      relu(workplace.input, flat);
      drop?.(flat, from);
      copy.set(flat);
    },
    forward(shard) {
      const { weights, options } = outputWeights[shard];
      const views = shardsOf(network.control[control.rowCount]);
      gemmNT(workplace.output, views.scores[shard], views.hidden, weights, options);
    },
  };
}

/** The number of blocks of rows in a batch. */
export function blockCount(rows: number): number {
  return Math.ceil(rows / rowsAtOnce);
}

/** Caches views by the number of rows in a batch: all batches of an epoch but the last have the same number of rows. */
export function forEachCount<Views>(make: (rows: number) => Views): (rows: number) => Views {
  const made = new Map<number, Views>();
  return (rows) => {
    let views = made.get(rows);
    if (views === undefined) {
      views = make(rows);
      made.set(rows, views);
    }
    return views;
  };
}

/** The rankings of a batch, with the candidates and exclusions; in shared memory if several threads use them. */
export interface BatchRankings {
  /** The number of places per row; the control array holds the number of items to find. */
  readonly stride: number;
  /** Batch × stride items; −1 in unused places of rows with fewer eligible items. */
  readonly items: Int32Array;
  /** The score of each item; NaN where the item is −1. */
  readonly scores: Float32Array;
  /** The candidates, ascending; a row of scores then holds their scores, in this order. Default: all items. */
  readonly candidates?: Int32Array | undefined;
  /** Items to exclude, for each row of the call. Default: none. */
  readonly exclude?: Csr | undefined;
}

/** Allocates the rankings of a batch. */
export function allocateRankings(
  rows: number,
  stride: number,
  { candidates, exclude }: Pick<BatchRankings, "candidates" | "exclude"> = {},
): BatchRankings {
  const [items, scores] = [sharedZeros(Int32Array, rows * stride), sharedZeros(Float32Array, rows * stride)];
  return { stride, items, scores, candidates, exclude };
}

/**
 * The task that ranks a row of the batch by the mean scores of several networks. The mean overwrites the scores of the first network.
 *
 * @param networks - The networks.
 * @param rankings - The arrays of the result, and the items to choose from.
 * @param excludedRow - The row of `rankings.exclude` that belongs to a row of the batch. Default: rows follow the first row of the batch.
 */
export function rankTask(
  networks: readonly Network[],
  rankings: BatchRankings,
  excludedRow: (row: number) => number = (row) => networks[0].control[control.firstRow] + row,
): Task {
  const [{ output, shape, control: now }] = networks;
  const { stride, candidates, exclude } = rankings;
  const columns = candidates?.length ?? shape.itemCount;
  return (row) => {
    averageRow(networks, row, columns);
    const scores = output.scores.subarray(row * shape.itemCount, row * shape.itemCount + columns);
    const excluded = exclude === undefined ? 0 : leaveOut(scores, exclude, excludedRow(row), candidates);
    const best = topK(scores, Math.min(now[control.depth], columns - excluded));
    const at = row * stride;
    for (let place = 0; place < stride; place++) {
      const column = place < best.length ? best[place] : -1;
      // Candidates are in ascending order, so ties are broken by item here too.
      rankings.items[at + place] = column < 0 ? -1 : (candidates?.[column] ?? column);
      rankings.scores[at + place] = column < 0 ? Number.NaN : scores[column];
    }
  };
}

/** Overwrites a row of scores of the first network with the mean over networks, summed in order in single precision. */
export function averageRow(networks: readonly Network[], row: number, columns: number): void {
  if (networks.length === 1) return;
  const at = row * networks[0].shape.itemCount;
  const sum = networks[0].output.scores.subarray(at, at + columns);
  for (let member = 1; member < networks.length; member++) {
    const scores = networks[member].output.scores.subarray(at, at + columns);
    for (let i = 0; i < columns; i++) sum[i] += scores[i];
  }
  for (let i = 0; i < columns; i++) sum[i] /= networks.length;
}

/** Sets the scores of the excluded items of a row to −∞, and returns their number. */
function leaveOut(scores: Float32Array, { indptr, indices }: Csr, row: number, candidates?: Int32Array): number {
  let count = 0;
  for (let k = indptr[row]; k < indptr[row + 1]; k++) {
    const column = candidates === undefined ? indices[k] : placeOf(candidates, indices[k]);
    if (column < 0 || scores[column] === Number.NEGATIVE_INFINITY) continue;
    scores[column] = Number.NEGATIVE_INFINITY;
    count++;
  }
  return count;
}

/** The position of an item in an ascending list, or −1. */
function placeOf(list: Int32Array, item: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle] < item) low = middle + 1;
    else high = middle;
  }
  return list[low] === item ? low : -1;
}
