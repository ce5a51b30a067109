import { type LossName, lossCatalog, lossNames } from "@tierwise/losses/catalog";
import type { EvaluatorOptions } from "@tierwise/metrics";
import type { TrainingFlags } from "../options/training-options.ts";
import type { Session } from "../terminal/session.ts";
import { type BaselineName, runBaseline, type SleecPreset } from "./run-baseline.ts";
import { type MethodRun, runPopularity, runRanker, type TrainAndTest } from "./run-method.ts";

/** What can be compared: the ranker with any loss, the embedding methods, and what knows only how often labels occur. */
export type MethodName = BaselineName | LossName | "popularity";

/** What methods are called at the head of a column. */
export const methodTitles: Readonly<Record<MethodName, string>> = {
  ...(Object.fromEntries(lossNames.map((name) => [name, lossCatalog[name].column])) as Record<LossName, string>),
  sleec: "SLEEC",
  leml: "LEML",
  popularity: "Popular",
};

/** The names of the methods. */
export const methodNames = Object.keys(methodTitles) as readonly MethodName[];

/** PL-TopK reads an order inside the labels of a row, which multi-label data do not have: it is not among the defaults. */
export const defaultMethods: readonly MethodName[] = lossNames.filter((name) => name !== "pl-topk");

/** What a method is run with. */
export interface MethodPlan {
  readonly title: string;
  readonly seed: number;
  readonly flags: TrainingFlags;
  readonly evaluation: EvaluatorOptions;
  readonly signal: AbortSignal;
  /** Which of its authors' settings SLEEC takes. */
  readonly sleec: SleecPreset;
}

/** Trains a method and measures it on the test rows. */
export function runMethod(
  session: Session,
  data: TrainAndTest,
  name: MethodName,
  plan: MethodPlan,
): Promise<MethodRun> {
  if (name === "popularity") return runPopularity(data, plan.evaluation, plan.seed);
  if (name === "leml" || name === "sleec") {
    const { threads } = plan.flags;
    return runBaseline(session, data, name, { ...plan, ...(threads === undefined ? {} : { threads }) });
  }
  return runRanker(session, data, { ...plan, loss: { name } });
}
