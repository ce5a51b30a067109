import type { TrainOptions } from "@tierwise/ranker";
import { resolveSettings } from "@tierwise/ranker";
import type { DataReference } from "../data/data-reference.ts";
import type { StudyCell } from "../study/study.ts";

/** The network and the options of a training, as JSON: what `createRanker` and `train` take, less what the cell says itself. */
export interface TrainingPlan {
  /** How many hidden units. */
  readonly hidden: number;
  /** Whether every row is divided by its Euclidean norm. Default: false. */
  readonly normalize?: boolean;
  /** Options of `train`. */
  readonly options: JsonTrainOptions;
}

/** The options of `train` that are JSON and decide what it computes. */
export type JsonTrainOptions = Omit<
  TrainOptions,
  "checkpoint" | "loss" | "onProgress" | "seed" | "signal" | "threads" | "validation"
> & {
  /** The share of training rows that is held out, where the data have no validation rows. Default: the preset's. */
  readonly validation?: number;
};

/** A cell that trains a ranker. */
export interface TrainingCell extends StudyCell {
  /** The data. */
  readonly data: DataReference;
  /** Decides everything random. */
  readonly seed: number;
  /** The training; left out for methods that are no ranker. */
  readonly training?: TrainingPlan;
}

/** What decides the result of a training cell: the content of the data, and every setting of the training, the preset's included. */
export function trainingIdentity({ data, training, ...rest }: TrainingCell): unknown {
  if (training === undefined) return { ...rest, data: data.fingerprint };
  const { options } = training;
  return {
    ...rest,
    data: data.fingerprint,
    training: { ...training, options: { ...options, ...resolveSettings(options) } },
  };
}
