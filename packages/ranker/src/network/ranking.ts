import type { ValuedCsr } from "@tierwise/data/rows";
import { createPool, defaultThreads, nodeWorker, type PoolWorker } from "@tierwise/kernels";
import { allowedItems, type Rankings, type RankOptions } from "@tierwise/metrics";
import { batchEnd, loadBatch } from "../data/sparse-rows.ts";
import { ranges } from "../model/layers.ts";
import { allocateRankings, type BatchRankings, sharedRestrictions } from "./batch-rankings.ts";
import * as control from "./control.ts";
import type { Predictor } from "./predictor.ts";
import { combinedTasks, createTasks, panelShards, type RankingData } from "./ranking-tasks.ts";
import { averageRow, blockCount } from "./scoring-tasks.ts";

/** Scores rows and ranks their items with one network, or by the mean scores of several networks. */
export interface Scorer {
  /** B × N scores, computed on the calling thread. */
  readonly scores: (rows: ValuedCsr) => Float32Array;
  /** B × min(k, N) items, or B × min(k, C) items with C candidates, computed on the calling thread. */
  readonly topK: (rows: ValuedCsr, k: number, candidates: ArrayLike<number> | undefined) => Int32Array;
  /** Same as `Model.rank`, on a pool of threads. */
  readonly rank: (rows: ValuedCsr, options: RankOptions) => Promise<Rankings>;
}

/** A task and its number of units. All units must be finished before the next round starts. */
interface Round {
  readonly task: "forward" | "hidden" | "rank";
  readonly units: number;
}

/** Below this number of multiply-adds (about 20 ms of work), one thread is faster than starting a pool. */
const worthThreads = 2 ** 28;

export function createScorer(predictors: readonly Predictor[]): Scorer {
  const networks = predictors.map(({ network }) => network);
  const [{ batchRows, output, shape, control: now }] = networks;
  const { itemCount, hidden } = shape;
  const { mostEntries } = predictors[0];
  const { scoreColumns } = output;
  const shards = panelShards(networks[0]);

  /**
   * Generates the rounds of work that score the rows batch by batch, panel by panel, and, if `rankings` is given, rank them. Calls `visit`
   * after each batch or, without `rankings`, after each panel, which starts at item `first`.
   */
  function* rounds(
    rows: ValuedCsr,
    rankings: BatchRankings | undefined,
    visit: (from: number, to: number, first: number) => void,
  ): Generator<Round> {
    const count = rows.indptr.length - 1;
    const candidates = rankings?.candidates;
    const panels = ranges(candidates?.length ?? itemCount, scoreColumns);
    for (let from = 0, to = 0; from < count; from = to) {
      to = batchEnd(rows, from, batchRows, mostEntries);
      for (const network of networks) {
        loadBatch(network.input.batch, rows, undefined, from, to);
        network.control[control.rowCount] = to - from;
      }
      now[control.firstRow] = from;
      now[control.depth] = rankings?.stride ?? 0;
      yield { task: "hidden", units: networks.length * blockCount(to - from) };
      for (const { from: first, to: end } of panels) {
        now[control.firstColumn] = first;
        if (candidates === undefined) {
          yield { task: "forward", units: networks.length * shards.count(first) };
        } else {
          for (const { forwardCandidates } of predictors) {
            forwardCandidates(to - from, candidates.subarray(first, end));
          }
        }
        if (rankings !== undefined) yield { task: "rank", units: to - from };
        else {
          for (let row = 0; row < to - from; row++) averageRow(networks, row, end - first);
          visit(from, to, first);
        }
      }
      if (rankings !== undefined) visit(from, to, 0);
    }
  }

  function runHere(
    rows: ValuedCsr,
    rankings: BatchRankings | undefined,
    visit: (from: number, to: number, first: number) => void,
  ): void {
    if (predictors.some(({ busy }) => busy))
      throw new Error("the ranker is busy ranking; await the previous call first");
    const run = ownRounds(rankings);
    for (const round of rounds(rows, rankings, visit)) run(round);
  }

  /** Returns a function that runs rounds on the calling thread, with the kernels that the predictors already have. */
  function ownRounds(rankings: BatchRankings | undefined): (round: Round) => void {
    const own = combinedTasks(
      networks,
      predictors.map(({ tasks }) => tasks),
      rankings,
    );
    return ({ task, units }) => {
      for (let unit = 0; unit < units; unit++) own[task](unit);
    };
  }

  /** Runs `work` on `threads` threads with exclusive use of the networks. For one thread, no pool is started, because that is slow. */
  async function withThreads(
    threads: number,
    rankings: BatchRankings,
    work: (run: (round: Round) => Promise<void> | void) => Promise<void>,
  ): Promise<void> {
    if (predictors.some(({ busy }) => busy))
      throw new Error("the ranker is already ranking; await the previous call first");
    for (const predictor of predictors) predictor.busy = true;
    try {
      if (threads === 1) {
        await work(ownRounds(rankings));
        return;
      }
      const members = predictors.map(({ network, scratchFor }) => ({ network, scratch: scratchFor(threads) }));
      const data: RankingData = { members, rankings };
      const pool = await createPool({ threads, createTasks, startWorker, data });
      await work(({ task, units }) => pool.run(task, units)).finally(() => pool.close());
    } finally {
      for (const predictor of predictors) predictor.busy = false;
    }
  }

  return {
    scores(rows) {
      const all = new Float32Array((rows.indptr.length - 1) * itemCount);
      runHere(rows, undefined, (from, to, first) => {
        const columns = Math.min(scoreColumns, itemCount - first);
        for (let row = from; row < to; row++) {
          const start = (row - from) * scoreColumns;
          all.set(output.scores.subarray(start, start + columns), row * itemCount + first);
        }
      });
      return all;
    },
    topK(rows, k, among) {
      const count = rows.indptr.length - 1;
      const { k: most, candidates } = allowedItems({ k, ...(among && { candidates: among }) }, count, itemCount);
      const stride = Math.min(most, candidates?.length ?? itemCount);
      const best = new Int32Array(count * stride);
      const rankings = allocateRankings(Math.min(batchRows, count), stride, { candidates });
      runHere(rows, rankings, (from, to) => {
        best.set(rankings.items.subarray(0, (to - from) * stride), from * stride);
      });
      return best;
    },
    async rank(rows, options) {
      const { signal, onProgress } = options;
      signal?.throwIfAborted();
      const count = rows.indptr.length - 1;
      const { k: stride, candidates, exclude } = allowedItems(options, count, itemCount);
      const work = count * itemCount * hidden * networks.length;
      const threads = options.threads ?? (work < worthThreads ? 1 : defaultThreads());
      const only = threads === 1 ? { candidates, exclude } : sharedRestrictions({ candidates, exclude });
      const rankings = allocateRankings(Math.min(batchRows, count), stride, only);
      const found = {
        k: stride,
        items: new Int32Array(count * stride),
        scores: new Float32Array(count * stride),
      };
      await withThreads(threads, rankings, async (run) => {
        let done = 0;
        const visit = (from: number, to: number): void => {
          const length = (to - from) * stride;
          found.items.set(rankings.items.subarray(0, length), from * stride);
          found.scores.set(rankings.scores.subarray(0, length), from * stride);
          done = to;
        };
        for (const round of rounds(rows, rankings, visit)) {
          if (round.task === "hidden" && done > 0) {
            onProgress?.({ stage: "ranking", done, total: count });
            await pause();
            signal?.throwIfAborted();
          }
          await run(round);
        }
        onProgress?.({ stage: "ranking", done, total: count });
        signal?.throwIfAborted();
      });
      return found;
    },
  };
}

/** Yields to the event loop, so that timers, signals and messages are handled. */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof setImmediate === "function") setImmediate(resolve);
    else setTimeout(resolve, 0);
  });
}

/** Bundlers recognize a worker only if it is created in exactly this form. */
function startWorker(): PoolWorker {
  return (
    nodeWorker("./ranking-worker.js", import.meta.url) ??
    new Worker(new URL("./ranking-worker.js", import.meta.url), { type: "module" })
  );
}
