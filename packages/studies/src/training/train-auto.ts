import type { LossSpec } from "@tierwise/losses";
import type { Model } from "@tierwise/metrics";
import {
  type AutoReport,
  chooseSettings,
  createEnsemble,
  createRanker,
  DivergenceError,
  fitTransforms,
  type Ranker,
  type TrainingResult,
  train,
} from "@tierwise/ranker";
import type { StudyData } from "../data/study-data.ts";
import type { CellContext } from "../study/study.ts";
import type { TrainingPlan } from "./training-cell.ts";

/** A model whose settings were chosen on validation rows, or the report that training diverged. */
export type AutoTrained =
  | {
      readonly outcome: "trained";
      readonly model: Model;
      readonly training: TrainingResult;
      readonly auto: AutoReport;
      readonly seconds: number;
    }
  | { readonly outcome: "diverged"; readonly seconds: number };

/** What the automatic training of a cell is given. */
export interface AutoCell extends TrainingPlan {
  readonly seed: number;
  readonly loss: LossSpec;
  readonly seen?: "exclude" | "include";
}

/** Chooses transforms and settings for the data of a cell, then trains and averages the chosen number of rankers, as `tierwise train` does. */
export async function trainAuto(
  { train: rows, validation, featureItems }: StudyData,
  { auto = {}, normalize = false, transforms: given, options, seed, loss, seen }: AutoCell,
  { threads, signal, onProgress }: CellContext,
): Promise<AutoTrained> {
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1000;
  const { preset: _, refit: __, ...settings } = options;
  const run = { threads, ...(signal && { signal }), ...(seen === "exclude" ? { seen } : {}), seed, loss };
  try {
    const chosen = await chooseSettings(rows, {
      ...settings,
      ...run,
      ...auto,
      normalize,
      ...(given && { transforms: given }),
      ...(validation && { validation }),
      ...(featureItems && { featureItems }),
    });
    const { transforms, hidden, ...rest } = chosen.options;
    const fitted = fitTransforms(transforms, rows.features, rows.numFeatures);
    const members: Ranker[] = [];
    let first: TrainingResult | undefined;
    for (let member = 0; member < chosen.members; member++) {
      const ranker = createRanker({
        ...{ features: rows.numFeatures, items: rows.numLabels, hidden, normalize, featureItems },
        seed: seed + member,
        ...(fitted.length > 0 && { transforms: fitted }),
      });
      const result = await train(ranker, rows, {
        ...{ ...settings, ...run, ...rest, seed: seed + member },
        ...(onProgress && {
          onProgress: (event) => onProgress({ stage: "training", done: event.done, total: event.total, detail: event }),
        }),
      });
      signal?.throwIfAborted();
      first ??= result;
      members.push(ranker);
    }
    if (first === undefined) throw new RangeError("members is 0; expected at least 1");
    const model = createEnsemble(members);
    return { outcome: "trained", model, training: first, auto: chosen.report, seconds: seconds() };
  } catch (error) {
    if (!(error instanceof DivergenceError)) throw error;
    return { outcome: "diverged", seconds: seconds() };
  }
}
