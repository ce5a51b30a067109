import type { Csr } from "@tierwise/data/rows";
import { columnRange, gemmNT, type Kernels, matrix, relu, rowRange, sparseProduct, type Task } from "@tierwise/kernels";
import { topK } from "@tierwise/metrics";
import { sharedZeros } from "../data/sparse-rows.ts";
import { itemShards, ranges, rowsAtOnce } from "../model/layers.ts";
import * as control from "./control.ts";
import type { Network } from "./network.ts";

/** What a thread has to work with. */
export interface Workplace {
  /** Kernels for the input layer's memory. */
  readonly input: Kernels;
  /** Kernels for the output layer's memory. */
  readonly output: Kernels;
}

/** Tasks that score a batch. */
export interface ScoringTasks {
  /** Rows in blocks of `rowsAtOnce`: hidden = relu(x·W₁ + b₁), copied to the output layer's memory. */
  readonly hidden: Task;
  /** Shards of items: scores = hidden·W₂ᵀ + b₂. */
  readonly forward: Task;
}

/**
 * The tasks that score a batch, for one thread.
 *
 * @param network - The network.
 * @param workplace - The thread's kernels.
 * @param drop - Called with the hidden units of some rows before they are copied, to drop some of them.
 */
export function scoringTasks(
  network: Network,
  workplace: Workplace,
  drop?: (hidden: Float32Array, firstRow: number) => void,
): ScoringTasks {
  const { input, output, shape } = network;
  const { features, hidden, items } = shape;
  const blocksOf = forEachCount((rows) =>
    ranges(rows, rowsAtOnce).map(({ from, to }) => ({
      from,
      x: { rows: to - from, ...input.batch, indptr: input.batch.indptr.subarray(from, to + 1) },
      out: rowRange(matrix(input.hidden, rows, hidden), from, to),
      flat: input.hidden.subarray(from * hidden, to * hidden),
      copy: output.hidden.subarray(from * hidden, to * hidden),
    })),
  );
  const inputWeights = matrix(input.weights, features, hidden);
  const shardsOf = forEachCount((rows) => ({
    hidden: matrix(output.hidden, rows, hidden),
    scores: itemShards(items).map(({ from, to }) => columnRange(matrix(output.scores, rows, items), from, to)),
  }));
  const outputWeights = itemShards(items).map(({ from, to }) => ({
    weights: rowRange(matrix(output.weights, items, hidden), from, to),
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

/** How many blocks the rows of a batch are. */
export function blockCount(rows: number): number {
  return Math.ceil(rows / rowsAtOnce);
}

/** Views for batches of so many rows, made once for each number: all batches but the last of an epoch have the same. */
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

/** The rankings of a batch, and what decides them besides the scores; in shared memory where threads share it. */
export interface BatchRankings {
  /** Places between the rankings of two rows; how many of them are found, the control says. */
  readonly stride: number;
  /** Batch × stride items; −1 behind the last item of a row in which fewer were allowed. */
  readonly items: Int32Array;
  /** The score of each; NaN where there is none. */
  readonly scores: Float32Array;
  /** The items to choose among, ascending: the scores of a row then are those of the candidates, in this order. Default: all. */
  readonly candidates?: Int32Array | undefined;
  /** Items to leave out, by row of the call. Default: none. */
  readonly exclude?: Csr | undefined;
}

/** Room for the rankings of a batch. */
export function allocateRankings(
  rows: number,
  stride: number,
  { candidates, exclude }: Pick<BatchRankings, "candidates" | "exclude"> = {},
): BatchRankings {
  const [items, scores] = [sharedZeros(Int32Array, rows * stride), sharedZeros(Float32Array, rows * stride)];
  return { stride, items, scores, candidates, exclude };
}

/** The task that ranks a row of the batch by the mean scores of some networks, which are left in the first one's. */
export function rankTask(networks: readonly Network[], rankings: BatchRankings): Task {
  const [{ output, shape, control: now }] = networks;
  const { stride, candidates, exclude } = rankings;
  const columns = candidates?.length ?? shape.items;
  return (row) => {
    averageRow(networks, row, columns);
    const scores = output.scores.subarray(row * shape.items, row * shape.items + columns);
    const excluded = exclude === undefined ? 0 : leaveOut(scores, exclude, now[control.firstRow] + row, candidates);
    const best = topK(scores, Math.min(now[control.depth], columns - excluded));
    const at = row * stride;
    for (let place = 0; place < stride; place++) {
      const column = place < best.length ? best[place] : -1;
      // Candidates are in ascending order, so that ties are broken by item here too.
      rankings.items[at + place] = column < 0 ? -1 : (candidates?.[column] ?? column);
      rankings.scores[at + place] = column < 0 ? Number.NaN : scores[column];
    }
  };
}

/** Puts the mean of the networks' scores of a row in place of the first one's: summed in their order, in single precision. */
export function averageRow(networks: readonly Network[], row: number, columns: number): void {
  if (networks.length === 1) return;
  const at = row * networks[0].shape.items;
  const sum = networks[0].output.scores.subarray(at, at + columns);
  for (let member = 1; member < networks.length; member++) {
    const scores = networks[member].output.scores.subarray(at, at + columns);
    for (let i = 0; i < columns; i++) sum[i] += scores[i];
  }
  for (let i = 0; i < columns; i++) sum[i] /= networks.length;
}

/** Gives the items of a row that are left out the lowest score of all, and returns how many there are. */
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

/** The place of an item in an ascending list; −1 where it is not there. */
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
