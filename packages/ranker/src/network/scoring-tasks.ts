import { columnRange, gemmNT, type Kernels, matrix, relu, rowRange, sparseProduct, type Task } from "@tierwise/kernels";
import { topK } from "@tierwise/metrics";
import * as control from "./control.ts";
import { type Network, rankingDepth } from "./network.ts";
import { itemShards, ranges, rowsAtOnce } from "./shape.ts";

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
  /** Rows: their best items, as many as the control says. */
  readonly rank: Task;
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
    rank(row) {
      const scores = output.scores.subarray(row * items, (row + 1) * items);
      output.rankings.set(topK(scores, network.control[control.depth]), row * rankingDepth);
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
