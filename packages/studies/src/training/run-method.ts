import { labelCounts } from "@tierwise/datasets-xml";
import { type EvaluatorOptions, evaluate, type Metrics, type Model, popularityModel } from "@tierwise/metrics";
import type { Ranker, TrainingResult } from "@tierwise/ranker";
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
  if (method === "popularity") return popularity(data, context);
  if (method === "leml" || method === "sleec") return embedding(data, plan, context);
  if (how === undefined) throw new TypeError(`the cell of ${method} has no training`);
  const loss = { name: method };
  const trained = await trainCellRanker(data, { ...how, seed, loss }, context);
  if (trained.outcome === "diverged") return trained;
  const { ranker, training, seconds } = trained;
  const measure = (options: EvaluatorOptions): Promise<Metrics> =>
    evaluate(ranker, data.test, { ...options, threads: context.threads });
  return { outcome: "trained", measure, seconds, training, ranker };
}

/** Ranks every row by how often labels occur in training: what anything that learns must beat. */
function popularity({ train, test }: StudyData, context: CellContext): TrainedMethod {
  const started = performance.now();
  const model = popularityModel(labelCounts(train), { featureCount: train.numFeatures });
  return measured(model, test, started, context);
}

async function embedding(
  { train: rows, test }: StudyData,
  { method, seed, sleec }: MethodPlan,
  context: CellContext,
): Promise<TrainedMethod> {
  const started = performance.now();
  const options = { seed, ...context };
  const model = method === "leml" ? await trainLeml(rows, options) : await trainSleec(rows, { ...sleec, ...options });
  return measured(model, test, started, context);
}

function measured(model: Model, test: StudyData["test"], started: number, { threads }: CellContext): TrainedMethod {
  const seconds = (performance.now() - started) / 1000;
  return { outcome: "trained", seconds, measure: (options) => evaluate(model, test, { ...options, threads }) };
}
