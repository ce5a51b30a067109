import type { EvaluatorOptions, Model } from "@tierwise/metrics";
import type { TrainingOptions } from "@tierwise/xml-baselines";
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
  const { evaluate } = await import("@tierwise/metrics");
  const { sleecPresets, trainLeml, trainSleec } = await import("@tierwise/xml-baselines");
  const { title, seed, signal, threads } = plan;
  const bar = createProgress(session, { title, total: 1 });
  const started = performance.now();
  const options: TrainingOptions = {
    seed,
    signal,
    onProgress: ({ done, total, stage }) => bar.update(done / total, stage),
    ...(threads === undefined ? {} : { threads }),
  };
  let model: Model;
  try {
    const settings = { ...sleecPresets[plan.sleec], ...options };
    model = name === "leml" ? await trainLeml(data.train, options) : await trainSleec(data.train, settings);
  } catch (error) {
    throw signal.aborted ? new Interrupted("Interrupted; nothing was kept.") : error;
  } finally {
    bar.stop();
  }
  const seconds = (performance.now() - started) / 1000;
  return { seed, metrics: await evaluate(model, data.test, plan.evaluation), seconds };
}
