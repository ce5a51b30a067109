import { labelCounts } from "@tierwise/datasets-xml";
import { type EvaluatorOptions, evaluate, type Metrics, type Model, popularityModel } from "@tierwise/metrics";
import { type AutoReport, type Ranker, seenItems, type TrainingResult } from "@tierwise/ranker";
import { type SleecSettings, trainLeml, trainSleec } from "@tierwise/xml-baselines";
import type { StudyData } from "../data/study-data.ts";
import { isPlain, type MethodName } from "../methods/method-names.ts";
import type { CellContext } from "../study/study.ts";
import { rankingContext } from "./ranking-context.ts";
import { type RowValues, recordingModel, rowValues } from "./row-values.ts";
import { searchBaseline } from "./search-baseline.ts";
import { trainAuto } from "./train-auto.ts";
import { trainCellRanker } from "./train-ranker.ts";
import type { TrainingPlan } from "./training-cell.ts";

/** The part of a cell that describes a method. */
export interface MethodPlan {
  /** The method. */
  readonly method: MethodName;
  /** The seed of all random choices. */
  readonly seed: number;
  /** How the ranker is trained, if the method is a ranker. */
  readonly training?: TrainingPlan;
  /** The settings of SLEEC, if that is the method. */
  readonly sleec?: SleecSettings;
  /** Whether SLEEC and LEML choose transforms and settings on validation rows, as the other baselines do. Default: false. */
  readonly searched?: boolean;
  /** Whether rankings include the items that a row's features refer to. Default: `"include"`. */
  readonly seen?: "exclude" | "include";
}

/** The metrics of a trained method on the test rows, overall and for each row. */
interface MeasuredRows {
  readonly metrics: Metrics;
  readonly rows: RowValues;
}

type Measure = (options: EvaluatorOptions) => Promise<MeasuredRows>;

/** A trained method with a function that evaluates it, or a report that training diverged. */
export type TrainedMethod =
  | {
      readonly outcome: "trained";
      /** Computes the metrics on the test rows. */
      readonly measure: Measure;
      readonly seconds: number;
      readonly training?: TrainingResult;
      readonly ranker?: Ranker;
      /** The search that chose the settings, if there was one. */
      readonly auto?: AutoReport;
    }
  | { readonly outcome: "diverged"; readonly seconds: number };

/** Trains a method on the data of a cell. */
export async function runMethod(data: StudyData, plan: MethodPlan, context: CellContext): Promise<TrainedMethod> {
  const { method, seed, training: how } = plan;
  const measureOf = measuring(data, plan, context);
  if (method === "popularity") return popularity(data, measureOf);
  const embedded = method === "leml" || method === "sleec";
  if (isPlain(method) || (embedded && plan.searched === true)) {
    const started = performance.now();
    return measured(await searchBaseline(data, { ...plan, method }, context), started, measureOf);
  }
  if (embedded) return embedding(data, plan, measureOf, context);
  if (how === undefined) throw new TypeError(`cell.training is undefined; expected a training plan for ${method}`);
  const loss = { name: method };
  const { seen = "include" } = plan;
  if (how.auto !== undefined) {
    const found = await trainAuto(data, { ...how, seed, loss, seen }, context);
    if (found.outcome === "diverged") return found;
    const { model, ...rest } = found;
    return { ...rest, measure: measureOf(model) };
  }
  const trained = await trainCellRanker(data, { ...how, seed, loss, seen }, context);
  if (trained.outcome === "diverged") return trained;
  const { ranker, training, seconds } = trained;
  return { outcome: "trained", measure: measureOf(ranker), seconds, training, ranker };
}

/** A popularity baseline, which ranks the labels of every row by their frequency in the training rows. */
function popularity({ train }: StudyData, measureOf: Measuring): TrainedMethod {
  const started = performance.now();
  const model = popularityModel(labelCounts(train), { featureCount: train.numFeatures });
  return measured(model, started, measureOf);
}

async function embedding(
  { train: rows }: StudyData,
  { method, seed, sleec }: MethodPlan,
  measureOf: Measuring,
  context: CellContext,
): Promise<TrainedMethod> {
  const started = performance.now();
  const options = { seed, ...context };
  const model = method === "leml" ? await trainLeml(rows, options) : await trainSleec(rows, { ...sleec, ...options });
  return measured(model, started, measureOf);
}

function measured(model: Model, started: number, measureOf: Measuring): TrainedMethod {
  const seconds = (performance.now() - started) / 1000;
  return { outcome: "trained", seconds, measure: measureOf(model) };
}

/** Evaluates a model on the test rows, in the same way for all methods. */
type Measuring = (model: Model) => Measure;

function measuring({ test, featureItems }: StudyData, { seen }: MethodPlan, context: CellContext): Measuring {
  const exclude = seen === "exclude" ? { exclude: seenItems({ featureItems }, test.features) } : {};
  return (model) => async (options) => {
    const recording = recordingModel(model);
    const metrics = await evaluate(recording.model, test, { ...options, ...exclude, ...rankingContext(context) });
    return { metrics, rows: rowValues(recording.rankings, test.labels, options) };
  };
}
