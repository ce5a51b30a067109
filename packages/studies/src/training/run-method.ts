import { labelCounts } from "@tierwise/datasets-xml";
import { type EvaluatorOptions, evaluate, type Metrics, type Model, popularityModel } from "@tierwise/metrics";
import type { Ranker, TrainingResult } from "@tierwise/ranker";
import { type SleecSettings, trainLeml, trainSleec } from "@tierwise/xml-baselines";
import type { StudyData } from "../data/study-data.ts";
import type { MethodName } from "../methods/method-names.ts";
import type { CellContext } from "../study/study.ts";
import { rankingContext } from "./ranking-context.ts";
import { trainCellRanker } from "./train-ranker.ts";
import type { TrainingPlan } from "./training-cell.ts";

/** The part of a cell that describes a method. */
export interface MethodPlan {
  /** The method. */
  readonly method: MethodName;
  /** The seed of all random choices. */
  readonly seed: number;
  /** How the ranker is trained; only for rankers. */
  readonly training?: TrainingPlan;
  /** The settings of SLEEC; only for that method. */
  readonly sleec?: SleecSettings;
}

/** Computes the metrics of a trained method. */
type Measure = (options: EvaluatorOptions) => Promise<Metrics>;

/** A trained method with a function that evaluates it, or the report that training diverged. */
export type TrainedMethod =
  | {
      readonly outcome: "trained";
      /** Computes the metrics on the test rows. */
      readonly measure: Measure;
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
  if (how === undefined) throw new TypeError(`cell.training is undefined; expected a training plan for ${method}`);
  const loss = { name: method };
  const trained = await trainCellRanker(data, { ...how, seed, loss }, context);
  if (trained.outcome === "diverged") return trained;
  const { ranker, training, seconds } = trained;
  return { outcome: "trained", measure: measureOf(ranker, data.test, context), seconds, training, ranker };
}

/** A popularity baseline, which ranks the labels of every row by their frequency in the training rows. */
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

function measured(model: Model, test: StudyData["test"], started: number, context: CellContext): TrainedMethod {
  const seconds = (performance.now() - started) / 1000;
  return { outcome: "trained", seconds, measure: measureOf(model, test, context) };
}

function measureOf(model: Model, test: StudyData["test"], context: CellContext): Measure {
  return (options) => evaluate(model, test, { ...options, ...rankingContext(context) });
}
