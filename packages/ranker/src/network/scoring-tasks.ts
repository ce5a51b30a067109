import { columnRange, gemmNT, type Kernels, matrix, relu, rowRange, sparseProduct, type Task } from "@tierwise/kernels";
import { itemShards, ranges, rowsAtOnce } from "../model/layers.ts";
import type { BatchRankings } from "./batch-rankings.ts";
import * as control from "./control.ts";
import type { Network } from "./network.ts";
import { leaveOut, panelMerge } from "./ranking-panel.ts";

export interface Workplace {
  readonly input: Kernels;
  readonly output: Kernels;
}

export interface ScoringTasks {
  /** Per block of `rowsAtOnce` rows: computes hidden = relu(x·W₁ + b₁), and copies it to the memory of the output layer. */
  readonly hidden: Task;
  /** Per shard of items: computes scores = hidden·W₂ᵀ + b₂. */
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
  const { scoreColumns } = output;
  const shardsOf = forEachCount((rows) => ({
    hidden: matrix(output.hidden, rows, hidden),
    scores: itemShards(itemCount).map(({ from, to }) => {
      const column = from % scoreColumns;
      return columnRange(matrix(output.scores, rows, scoreColumns), column, column + to - from);
    }),
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

export function blockCount(rows: number): number {
  return Math.ceil(rows / rowsAtOnce);
}

/** Caches views by the number of rows in a batch: all batches of an epoch except the last have the same number of rows. */
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

/**
 * The task that, for one row of the batch, ranks the items of a panel by the mean scores of several networks and merges them with the best
 * items of earlier panels. The mean overwrites the scores of the first network. For each row, panels must be ranked in order.
 *
 * @param networks - The networks.
 * @param rankings - The result arrays, and the items that may be ranked.
 * @param excludedRow - The row of `rankings.exclude` that belongs to a row of the batch. Default: rows of the batch are consecutive.
 */
export function rankTask(
  networks: readonly Network[],
  rankings: BatchRankings,
  excludedRow: (row: number) => number = (row) => networks[0].control[control.firstRow] + row,
): Task {
  const [{ output, shape, control: now }] = networks;
  const { stride, candidates, exclude } = rankings;
  const columns = candidates?.length ?? shape.itemCount;
  const merge = panelMerge(rankings);
  return (row) => {
    const first = now[control.firstColumn];
    const panel = { first, columns: Math.min(output.scoreColumns, columns - first), candidates };
    averageRow(networks, row, panel.columns);
    const start = row * output.scoreColumns;
    const scores = output.scores.subarray(start, start + panel.columns);
    const excluded = exclude === undefined ? 0 : leaveOut(scores, exclude, excludedRow(row), panel);
    merge(row * stride, panel, scores, Math.min(now[control.depth], panel.columns - excluded));
  };
}

/** Overwrites a row of scores of the first network with the mean over all networks, summed in order in single precision. */
export function averageRow(networks: readonly Network[], row: number, columns: number): void {
  if (networks.length === 1) return;
  const at = row * networks[0].output.scoreColumns;
  const sum = networks[0].output.scores.subarray(at, at + columns);
  for (let member = 1; member < networks.length; member++) {
    const scores = networks[member].output.scores.subarray(at, at + columns);
    for (let i = 0; i < columns; i++) sum[i] += scores[i];
  }
  for (let i = 0; i < columns; i++) sum[i] /= networks.length;
}
