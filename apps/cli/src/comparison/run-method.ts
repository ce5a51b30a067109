import type { XmlDataset } from "@tierwise/datasets-xml";
import type { LossSpec } from "@tierwise/losses";
import type { EvaluatorOptions, Metrics } from "@tierwise/metrics";
import type { TrainingData, TrainingResult } from "@tierwise/ranker";
import { Interrupted } from "../errors/interrupted.ts";
import { hiddenUnits, type TrainingFlags, trainOptions } from "../options/training-options.ts";
import type { Session } from "../terminal/session.ts";
import { trainingProgress } from "../terminal/training-progress.ts";

/** Data that methods are compared on. */
export interface TrainAndTest {
  readonly train: XmlDataset;
  readonly test: XmlDataset;
  readonly validation?: TrainingData;
}

/** How a method did with a seed. */
export interface MethodRun {
  readonly seed: number;
  readonly metrics: Metrics;
  /** Of a ranker: how its training went. */
  readonly training?: TrainingResult;
  readonly seconds: number;
}

/** What a run needs besides data. */
export interface RunPlan {
  readonly title: string;
  readonly seed: number;
  readonly loss: LossSpec;
  readonly flags: TrainingFlags;
  readonly evaluation: EvaluatorOptions;
  readonly signal: AbortSignal;
}

/** Trains a ranker with a loss and measures it on the test rows. */
export async function runRanker(session: Session, data: TrainAndTest, plan: RunPlan): Promise<MethodRun> {
  const { createRanker, evaluate, train } = await import("@tierwise/ranker");
  const { title, seed, loss, flags, evaluation, signal } = plan;
  const { numFeatures: features, numLabels: items } = data.train;
  const hidden = await hiddenUnits(flags, data.train, (line) => session.note(line));
  const ranker = createRanker({ features, items, hidden, seed, normalize: flags.normalize === true });
  const options = trainOptions(flags);
  const progress = trainingProgress(session, title, {
    lines: false,
    sayEngine: options.engine === "tfjs",
  });
  const held = data.validation === undefined ? {} : { validation: data.validation };
  try {
    const { onProgress } = progress;
    const training = await train(ranker, data.train, {
      ...options,
      ...held,
      seed,
      loss,
      signal,
      onProgress,
    });
    const pool = flags.threads === undefined ? {} : { threads: flags.threads };
    const metrics = await evaluate(ranker, data.test, { ...evaluation, ...pool });
    return { seed, metrics, training, seconds: training.seconds };
  } catch (error) {
    throw signal.aborted && error === signal.reason ? new Interrupted("Interrupted; nothing was kept.") : error;
  } finally {
    progress.stop();
  }
}

/** Ranks every row by how often labels occur in training: what anything that learns must beat. */
export async function runPopularity(
  data: TrainAndTest,
  evaluation: EvaluatorOptions,
  seed: number,
): Promise<MethodRun> {
  const { rowIndices } = await import("@tierwise/data");
  const { labelCounts } = await import("@tierwise/datasets-xml");
  const { createEvaluator, topK } = await import("@tierwise/metrics");
  const started = performance.now();
  const evaluator = createEvaluator(evaluation);
  const ranking = topK(labelCounts(data.train), Math.max(...evaluation.ks));
  for (let row = 0; row < data.test.numRows; row++) evaluator.add(ranking, rowIndices(data.test.labels, row));
  return { seed, metrics: evaluator.result(), seconds: (performance.now() - started) / 1000 };
}
