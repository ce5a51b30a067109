import type { EvaluatorOptions } from "@tierwise/metrics";
import type { LabelPredictor, TrainingOptions } from "@tierwise/xml-baselines";
import { Interrupted } from "../errors/interrupted.ts";
import { createProgress } from "../terminal/progress.ts";
import type { Session } from "../terminal/session.ts";
import type { MethodRun, TrainAndTest } from "./run-method.ts";

/** The embedding methods of the paper's Table 2. */
export type BaselineName = "leml" | "sleec";

/** The shapes of data for which SLEEC's authors chose settings. */
export type SleecPreset = "bibtex" | "delicious" | "delicious-200k" | "eurlex" | "wiki10";

/** What a baseline is run with. */
export interface BaselinePlan {
  readonly title: string;
  readonly seed: number;
  readonly evaluation: EvaluatorOptions;
  readonly signal: AbortSignal;
  readonly threads?: number;
  readonly sleec: SleecPreset;
}

/** Trains LEML or SLEEC and measures it on the test rows. */
export async function runBaseline(
  session: Session,
  data: TrainAndTest,
  name: BaselineName,
  plan: BaselinePlan,
): Promise<MethodRun> {
  const { sleecPresets, trainLeml, trainSleec } = await import("@tierwise/xml-baselines");
  const { title, seed, signal, threads } = plan;
  const bar = createProgress(session, { title, total: 1 });
  const started = performance.now();
  const options: TrainingOptions = {
    seed,
    signal,
    onProgress: ({ done, stage }) => bar.update(done, stage),
    ...(threads === undefined ? {} : { threads }),
  };
  let model: LabelPredictor;
  try {
    const settings = { ...sleecPresets[plan.sleec], ...options };
    model = name === "leml" ? await trainLeml(data.train, options) : await trainSleec(data.train, settings);
  } catch (error) {
    throw signal.aborted ? new Interrupted("Interrupted; nothing was kept.") : error;
  } finally {
    bar.stop();
  }
  const seconds = (performance.now() - started) / 1000;
  return { seed, metrics: await measure(model, data, plan.evaluation), seconds };
}

async function measure(
  model: LabelPredictor,
  { test }: TrainAndTest,
  evaluation: EvaluatorOptions,
): Promise<MethodRun["metrics"]> {
  const { createEvaluator } = await import("@tierwise/metrics");
  const { rowIndices } = await import("@tierwise/data");
  const evaluator = createEvaluator(evaluation);
  const depth = Math.min(Math.max(...evaluation.ks), model.numLabels);
  const best = model.topK(test.features, depth);
  for (let row = 0; row < test.numRows; row++) {
    evaluator.add(best.subarray(row * depth, (row + 1) * depth), rowIndices(test.labels, row));
  }
  return evaluator.result();
}
