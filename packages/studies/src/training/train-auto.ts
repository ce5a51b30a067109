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
  storedNeighbors,
  type TrainingResult,
  train,
  trainLinearMember,
} from "@tierwise/ranker";
import type { StudyData } from "../data/study-data.ts";
import type { CellContext } from "../study/study.ts";
import type { TrainingPlan } from "./training-cell.ts";

/** A model whose settings were chosen on validation rows, or a report that training diverged. */
export type AutoTrained =
  | {
      readonly outcome: "trained";
      readonly model: Model;
      readonly training: TrainingResult;
      readonly auto: AutoReport;
      readonly seconds: number;
    }
  | { readonly outcome: "diverged"; readonly seconds: number };

/** The arguments of automatic training for a cell. */
export interface AutoCell extends TrainingPlan {
  readonly seed: number;
  readonly loss: LossSpec;
  readonly seen?: "exclude" | "include";
}

/** Chooses transforms and settings for the data of a cell, then trains the rankers and the other parts of the model, as `tierwise train` does. */
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
    const { transforms, hidden, neighbors, ...rest } = chosen.options;
    const fitted = fitTransforms(transforms, rows.features, rows.numFeatures);
    const sizes = { featureCount: rows.numFeatures, itemCount: rows.numLabels };
    const stored = neighbors && { neighbors: storedNeighbors(rows, sizes, neighbors) };
    const members: Ranker[] = [];
    let first: TrainingResult | undefined;
    for (let member = 0; member < chosen.members; member++) {
      const ranker = createRanker({
        ...{ features: rows.numFeatures, items: rows.numLabels, hidden, normalize, featureItems },
        seed: seed + member,
        ...(fitted.length > 0 && { transforms: fitted }),
        ...stored,
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
    if (first === undefined) throw new RangeError("members is 0; expected a positive integer");
    if (chosen.linear) {
      const run = { networks: members.length, ...(signal && { signal }) };
      members.push(await trainLinearMember(members[0], rows, chosen.linear, run));
    }
    const model = createEnsemble(members);
    return { outcome: "trained", model, training: first, auto: chosen.report, seconds: seconds() };
  } catch (error) {
    if (!(error instanceof DivergenceError)) throw error;
    return { outcome: "diverged", seconds: seconds() };
  }
}
