import type { TrainOptions, TransformSpec } from "@tierwise/ranker";
import { resolveSettings } from "@tierwise/ranker";
import type { DataReference } from "../data/data-reference.ts";
import type { StudyCell } from "../study/study.ts";

/** The network and the options of training, as JSON: the options of `createRanker` and `train` that other fields of the cell do not set. */
export interface TrainingPlan {
  /** The number of hidden units. */
  readonly hidden: number;
  /** Whether to divide every row by its Euclidean norm. Default: false. */
  readonly normalize?: boolean;
  /** Transforms of the features. Default: none; with `auto`, they are chosen automatically. */
  readonly transforms?: readonly TransformSpec[];
  /** Options of `train`. */
  readonly options: JsonTrainOptions;
  /** Chooses transforms and settings on validation rows, as `chooseSettings` does. Default: the given settings are used. */
  readonly auto?: AutoPlan;
}

/** The settings that an automatic choice does not change, as JSON. */
export interface AutoPlan {
  /** The number of steps. Default: `defaultBudget`. */
  readonly budget?: number;
  /** The number of rankers to average. Default: chosen. */
  readonly members?: number;
  /** The number of hidden units. Default: chosen. */
  readonly hidden?: number;
  /** Whether nearest training rows may be part of the model. Default: true. */
  readonly neighbors?: boolean;
}

/** The options of `train` that are JSON and affect its result. */
export type JsonTrainOptions = Omit<
  TrainOptions,
  "checkpoint" | "loss" | "onProgress" | "seed" | "signal" | "threads" | "validation"
> & {
  /** The share of training rows to hold out if the data have no validation rows. Default: the preset's share. */
  readonly validation?: number;
};

/** A cell that trains a ranker. */
export interface TrainingCell extends StudyCell {
  /** The data. */
  readonly data: DataReference;
  /** The seed of all random choices. */
  readonly seed: number;
  /** How the ranker is trained; undefined for other methods. */
  readonly training?: TrainingPlan;
}

/** Everything that determines the result of a training cell: the content of the data, and all settings (including those of the preset). */
export function trainingIdentity({ data, training, ...rest }: TrainingCell): unknown {
  if (training === undefined) return { ...rest, data: data.fingerprint };
  const { options } = training;
  return {
    ...rest,
    data: data.fingerprint,
    training: { ...training, options: { ...options, ...resolveSettings(options) } },
  };
}
