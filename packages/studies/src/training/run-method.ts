import { rowIndices } from "@tierwise/data";
import { labelCounts } from "@tierwise/datasets-xml";
import { createEvaluator, type EvaluatorOptions, type Metrics, topK } from "@tierwise/metrics";
import { evaluate, type LossName, type Ranker, type TrainingResult } from "@tierwise/ranker";
import { type SleecSettings, trainLeml, trainSleec } from "@tierwise/xml-baselines";
import type { StudyData } from "../data/study-data.ts";
import type { MethodName } from "../methods/method-names.ts";
import type { CellContext } from "../study/study.ts";
import { trainCellRanker } from "./train-ranker.ts";
import type { TrainingPlan } from "./training-cell.ts";

/** A method as a cell describes it. */
export interface MethodPlan {
  /** Which. */
  readonly method: MethodName;
  /** Decides everything random. */
  readonly seed: number;
  /** Of the ranker: how it is trained. */
  readonly training?: TrainingPlan;
  /** Of SLEEC: its settings. */
  readonly sleec?: SleecSettings;
}

/** A method after training: measures itself, or has diverged. */
export type TrainedMethod =
  | {
      readonly outcome: "trained";
      /** The metrics of the test rows. */
      readonly measure: (options: EvaluatorOptions) => Promise<Metrics>;
      readonly seconds: number;
      readonly training?: TrainingResult;
      readonly ranker?: Ranker;
    }
  | { readonly outcome: "diverged"; readonly seconds: number };

/** Trains a method on the data of a cell. */
export async function runMethod(data: StudyData, plan: MethodPlan, context: CellContext): Promise<TrainedMethod> {
  const { method, seed, training: how } = plan;
  if (method === "popularity") return popularity(data);
  if (method === "leml" || method === "sleec") return embedding(data, plan, context);
  if (how === undefined) throw new TypeError(`the cell of ${method} has no training`);
  const loss = { name: method satisfies LossName };
  const trained = await trainCellRanker(data, { ...how, seed, loss }, context);
  if (trained.outcome === "diverged") return trained;
  const { ranker, training, seconds } = trained;
  const measure = (options: EvaluatorOptions): Promise<Metrics> =>
    evaluate(ranker, data.test, { ...options, threads: context.threads });
  return { outcome: "trained", measure, seconds, training, ranker };
}

/** Ranks every row by how often labels occur in training: what anything that learns must beat. */
function popularity({ train, test }: StudyData): TrainedMethod {
  const started = performance.now();
  const counts = labelCounts(train);
  const seconds = (performance.now() - started) / 1000;
  return {
    outcome: "trained",
    seconds,
    measure: async (options) => {
      const ranking = topK(counts, Math.max(...options.ks));
      return measureRankings(test, () => ranking, options);
    },
  };
}

async function embedding(
  { train: rows, test }: StudyData,
  { method, seed, sleec }: MethodPlan,
  { threads, signal, onProgress }: CellContext,
): Promise<TrainedMethod> {
  const started = performance.now();
  const options = {
    seed,
    threads,
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined
      ? {}
      : { onProgress: ({ done, stage }: { done: number; stage: string }) => onProgress({ stage, done, total: 1 }) }),
  };
  const model = method === "leml" ? await trainLeml(rows, options) : await trainSleec(rows, { ...sleec, ...options });
  const seconds = (performance.now() - started) / 1000;
  return {
    outcome: "trained",
    seconds,
    measure: async (asked) => {
      const depth = Math.min(Math.max(...asked.ks), model.numLabels);
      const best = model.topK(test.features, depth);
      return measureRankings(test, (row) => best.subarray(row * depth, (row + 1) * depth), asked);
    },
  };
}

/** The metrics of rankings, or rows of scores, of all test rows. */
export function measureRankings(
  { numRows, labels }: StudyData["test"],
  rankingOf: (row: number) => Float64Array | Int32Array,
  options: EvaluatorOptions,
): Metrics {
  const evaluator = createEvaluator(options);
  for (let row = 0; row < numRows; row++) evaluator.add(rankingOf(row), rowIndices(labels, row));
  return evaluator.result();
}
