import type { LossSpec, RankingLoss } from "@tierwise/losses";
import {
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

/** The training run of a cell. */
export interface CellTraining extends TrainingPlan {
  /** The seed of all random choices. */
  readonly seed: number;
  /** The loss to minimize. */
  readonly loss: LossSpec | RankingLoss;
  /** Whether rankings in validation include the items that a row's features refer to. Default: `"include"`. */
  readonly seen?: "exclude" | "include";
}

/** The result of a training run: a model, or a report that training diverged, which is not an error. */
export type TrainedRanker =
  | {
      readonly outcome: "trained";
      readonly ranker: Ranker;
      readonly training: TrainingResult;
      readonly seconds: number;
    }
  | { readonly outcome: "diverged"; readonly seconds: number };

/** Trains a ranker on the data of a cell. */
export async function trainCellRanker(
  { train: rows, validation, featureItems }: StudyData,
  { hidden, normalize = false, transforms = [], options, seed, loss, seen }: CellTraining,
  { threads, signal, onProgress }: CellContext,
): Promise<TrainedRanker> {
  const started = performance.now();
  const shape = { features: rows.numFeatures, items: rows.numLabels, hidden };
  const ranker = createRanker({
    ...{ ...shape, seed, normalize, featureItems },
    ...(transforms.length > 0 && { transforms: fitTransforms(transforms, rows.features, rows.numFeatures) }),
  });
  try {
    const training = await train(ranker, rows, {
      ...options,
      ...(validation === undefined ? {} : { validation }),
      ...(seen === "exclude" ? { seen } : {}),
      seed,
      loss,
      threads,
      ...(signal === undefined ? {} : { signal }),
      ...(onProgress === undefined
        ? {}
        : {
            onProgress: (event) =>
              onProgress({ stage: "training", done: event.done, total: event.total, detail: event }),
          }),
    });
    signal?.throwIfAborted();
    return { outcome: "trained", ranker, training, seconds: training.seconds };
  } catch (error) {
    if (!(error instanceof DivergenceError)) throw error;
    return { outcome: "diverged", seconds: (performance.now() - started) / 1000 };
  }
}
