import { createPool, defaultThreads, nodeWorker, type Pool, type PoolWorker } from "@tierwise/kernels";
import { createEvaluator, type EvaluatorOptions, type Metrics } from "@tierwise/metrics";
import { prepareData, relevantItems, type TrainingData } from "../data/training-data.ts";
import * as control from "../network/control.ts";
import { batchEnd, loadBatch } from "../network/load-batch.ts";
import { rankingDepth } from "../network/network.ts";
import { createTasks, type RankingData } from "../network/ranking-tasks.ts";
import { blockCount } from "../network/scoring-tasks.ts";
import { itemShards } from "../network/shape.ts";
import { predictorOf, type Ranker } from "../ranker.ts";
import { pause } from "../training/pause.ts";

/** What {@link evaluate} takes: the options of an evaluator of `@tierwise/metrics`, and threads. */
export interface EvaluateRankerOptions {
  /** The cut-offs, at most 100. Default 1, 3 and 5. */
  readonly ks?: readonly number[];
  /** The weight of each item, from `inversePropensity` of the training data; without it there are no PSP@k and PSnDCG@k. */
  readonly inversePropensity?: ArrayLike<number>;
  /** Which definition of PSnDCG@k. */
  readonly psndcg?: EvaluatorOptions["psndcg"];
  /** Groups of items to break the metrics down by, such as `frequencyGroups` makes. */
  readonly groups?: EvaluatorOptions["groups"];
  /** How many threads work; results do not depend on it. Default: all cores. */
  readonly threads?: number;
  /** Called now and then with how many rows are done. */
  readonly onProgress?: (rows: number, ofRows: number) => void;
}

/**
 * Ranks every row of a data set and compares with what is relevant there: its labels, or the first tier of its preference.
 *
 * @param ranker - The model.
 * @param rows - The rows: a data set, or rows with preferences.
 * @param options - What to compute; inverse propensities come from the training data.
 *
 * @example
 * ```ts
 * import { generateXmlDataset } from "@tierwise/datasets-xml";
 * import { createRanker, evaluate } from "@tierwise/ranker";
 *
 * const data = generateXmlDataset({ rows: 40, features: 50, labels: 30, labelsPerRow: 3, seed: 1 });
 * const ranker = createRanker({ features: 50, hidden: 32, items: 30, seed: 1 });
 * const { precision } = await evaluate(ranker, data, { ks: [1, 5], threads: 1 });
 * console.log(precision[5].toFixed(3)); // 0.105
 * ```
 */
export async function evaluate(
  ranker: Ranker,
  rows: TrainingData,
  { threads = defaultThreads(), onProgress, ks = [1, 3, 5], ...rest }: EvaluateRankerOptions = {},
): Promise<Metrics> {
  const evaluator = createEvaluator({ ks, ...given(rest) });
  const depth = Math.max(...ks);
  if (depth > rankingDepth) throw new RangeError(`ks contains ${depth}; expected at most ${rankingDepth}`);
  if (!Number.isInteger(threads) || threads < 1) {
    throw new RangeError(`threads is ${threads}; expected an integer of at least 1`);
  }
  const { features, hidden, items } = ranker;
  const predictor = predictorOf(ranker);
  const { network, mostEntries } = predictor;
  const { control: now, input, output } = network;
  const prepared = prepareData(rows, { features, hidden, items }, ranker.normalize);
  if (predictor.busy) throw new Error("the ranker is being evaluated already; await that first");
  predictor.busy = true;
  let pool: Pool | undefined;
  try {
    const data: RankingData = { network, scratch: predictor.scratchFor(threads) };
    pool = await createPool({ threads, createTasks, startWorker, data });
    now[control.depth] = Math.min(depth, items);
    for (let from = 0, to = 0; from < prepared.rowCount; from = to) {
      to = batchEnd(prepared.features, from, network.batchRows, mostEntries);
      loadBatch(input.batch, prepared.features, undefined, from, to);
      now[control.rowCount] = to - from;
      await pool.run("hidden", blockCount(to - from));
      await pool.run("forward", itemShards(items).length);
      await pool.run("rank", to - from);
      for (let row = from; row < to; row++) {
        const at = (row - from) * rankingDepth;
        const ranking = output.rankings.subarray(at, at + now[control.depth]);
        evaluator.add(ranking, relevantItems(prepared, row));
      }
      onProgress?.(to, prepared.rowCount);
      await pause();
    }
  } finally {
    try {
      await pool?.close();
    } finally {
      predictor.busy = false;
    }
  }
  return evaluator.result();
}

/** Bundlers know the worker by exactly this form. */
function startWorker(): PoolWorker {
  return (
    nodeWorker("./ranking-worker.js", import.meta.url) ??
    new Worker(new URL("./ranking-worker.js", import.meta.url), { type: "module" })
  );
}

/** The options without those that are undefined. */
function given({ inversePropensity, psndcg, groups }: EvaluateRankerOptions): Omit<EvaluatorOptions, "ks"> {
  return {
    ...(inversePropensity === undefined ? {} : { inversePropensity }),
    ...(psndcg === undefined ? {} : { psndcg }),
    ...(groups === undefined ? {} : { groups }),
  };
}
