import {
  allocate,
  columnRange,
  createKernels,
  gatherRows,
  gemmNT,
  type KernelModule,
  matrix,
  rowRange,
} from "@tierwise/kernels";
import type { SparseRows } from "../data/sparse-rows.ts";
import * as control from "./control.ts";
import { batchEnd, loadBatch } from "./load-batch.ts";
import { allocateNetwork, type Network } from "./network.ts";
import type { Scratch } from "./ranking-tasks.ts";
import { blockCount, scoringTasks } from "./scoring-tasks.ts";
import { itemShards, type NetworkShape, ranges } from "./shape.ts";
import { initialise } from "./weights.ts";

/** Scores rows on the calling thread. */
export interface Predictor {
  /** The network, whose weights may be written to. */
  readonly network: Network;
  /** The most entries that a batch may have. */
  readonly mostEntries: number;
  /** Where so many threads find their scratch memory: the same places whenever they are asked for. */
  readonly scratchFor: (threads: number) => Scratch[];
  /** Whether threads are using the network, so that the calling one must not. */
  busy: boolean;
  /** Draws the weights from a seed. */
  readonly initialise: (seed: number) => void;
  /**
   * Scores rows in batches, and calls `visit` with every row and its scores, a view that the next batch overwrites: one score per
   * item, or per candidate where candidates are given.
   */
  readonly score: (rows: SparseRows, candidates: Int32Array | undefined, visit: Visit) => void;
}

/** Called with a row and its scores. */
type Visit = (row: number, scores: Float32Array) => void;

/** Scores that are held at once, so that few items are scored for many rows and many items for few. */
const scoresAtOnce = 2 ** 22;
const mostRows = 128;
/** A batch holds at least so many entries, and always a row with every feature. */
const leastEntries = 2 ** 16;
/** Candidates whose weights are gathered at once. */
const candidatesAtOnce = 2048;

/** A predictor with all weights zero. */
export function createPredictor(shape: NetworkShape, module: KernelModule): Predictor {
  const { features, hidden, items } = shape;
  const batchRows = Math.max(1, Math.min(mostRows, Math.floor(scoresAtOnce / items)));
  const batchEntries = Math.max(features, leastEntries);
  const chunk = Math.min(items, candidatesAtOnce);
  const network = allocateNetwork({
    shape,
    module,
    batchRows,
    batchEntries,
    room: { input: 0, output: 4 * chunk * (hidden + 2) + 64 * 8 },
  });
  const { input, output, control: now } = network;
  const workplace = { input: createKernels(module, input.memory), output: createKernels(module, output.memory) };
  const tasks = scoringTasks(network, workplace);
  const gathered = matrix(allocate(output.memory, Float32Array, chunk * hidden), chunk, hidden);
  const gatheredBias = allocate(output.memory, Float32Array, chunk);
  const chosen = allocate(output.memory, Int32Array, chunk);
  const shards = itemShards(items).length;

  /** The scores of candidates alone, to the bit those that they have among all items: their weights are gathered. */
  function forwardCandidates(rows: number, candidates: Int32Array): void {
    const scores = matrix(output.scores, rows, items);
    for (const { from, to } of ranges(candidates.length, chunk)) {
      const part = chosen.subarray(0, to - from);
      const bias = gatheredBias.subarray(0, to - from);
      part.set(candidates.subarray(from, to));
      for (let i = 0; i < part.length; i++) bias[i] = output.bias[part[i]];
      const weights = rowRange(gathered, 0, to - from);
      gatherRows(workplace.output, weights, matrix(output.weights, items, hidden), part);
      const out = columnRange(scores, from, to);
      gemmNT(workplace.output, out, matrix(output.hidden, rows, hidden), weights, { bias });
    }
  }

  const scratch: Scratch[] = [];
  const predictor: Predictor = {
    network,
    mostEntries: batchEntries,
    busy: false,
    scratchFor(threads) {
      while (scratch.length < threads) {
        scratch.push({
          input: createKernels(module, input.memory).scratch,
          output: createKernels(module, output.memory).scratch,
        });
      }
      return scratch.slice(0, threads);
    },
    initialise(seed) {
      initialise(workplace.input, input, features, seed, 0);
      initialise(workplace.output, output, hidden, seed, 2);
    },
    score(rows, candidates, visit) {
      if (predictor.busy) throw new Error("the ranker is being evaluated; await that first");
      const count = rows.indptr.length - 1;
      for (let from = 0, to = 0; from < count; from = to) {
        to = batchEnd(rows, from, batchRows, batchEntries);
        loadBatch(input.batch, rows, undefined, from, to);
        now[control.rowCount] = to - from;
        for (let block = 0; block < blockCount(to - from); block++) tasks.hidden(block);
        if (candidates === undefined) for (let shard = 0; shard < shards; shard++) tasks.forward(shard);
        else forwardCandidates(to - from, candidates);
        for (let row = from; row < to; row++) {
          const at = (row - from) * items;
          visit(row, output.scores.subarray(at, at + (candidates?.length ?? items)));
        }
      }
    },
  };
  return predictor;
}
