import type { XmlDataset } from "@tierwise/datasets-xml";
import type { EvaluatorOptions, Metrics } from "@tierwise/metrics";
import type { LossRecipe, TrainingData, TrainingResult } from "@tierwise/ranker";
import { Interrupted } from "../errors/interrupted.ts";
import { type TrainingFlags, trainOptions } from "../options/training-options.ts";
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
  readonly loss: LossRecipe;
  readonly flags: TrainingFlags;
  readonly evaluation: EvaluatorOptions;
  readonly signal: AbortSignal;
}

/** Trains a ranker with a loss and measures it on the test rows. */
export async function runRanker(session: Session, data: TrainAndTest, plan: RunPlan): Promise<MethodRun> {
  const { createRanker, evaluate, presets, train } = await import("@tierwise/ranker");
  const { title, seed, loss, flags, evaluation, signal } = plan;
  const { numFeatures: features, numLabels: items } = data.train;
  const hidden = flags.hidden ?? presets[flags.preset].hidden;
  const ranker = createRanker({ features, items, hidden, seed, normalize: flags.normalize === true });
  const progress = trainingProgress(session, title, { lines: false });
  const held = data.validation === undefined ? {} : { validation: data.validation };
  try {
    const { onProgress } = progress;
    const training = await train(ranker, data.train, {
      ...trainOptions(flags),
      ...held,
      seed,
      loss,
      signal,
      onProgress,
    });
    if (training.stopped === "aborted") throw new Interrupted("Interrupted; nothing was kept.");
    const pool = flags.threads === undefined ? {} : { threads: flags.threads };
    const metrics = await evaluate(ranker, data.test, { ...evaluation, ...pool });
    return { seed, metrics, training, seconds: training.seconds };
  } finally {
    progress.stop();
  }
}
