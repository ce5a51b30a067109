import type { AutoProgress } from "../model/auto-report.ts";
import type { ModelVocabulary } from "../model/vocabulary.ts";
import type { TrainOptions } from "../training/train-options.ts";
import type { TransformChoice } from "../transforms/transform.ts";

/** Options for {@link chooseSettings}. Settings that are given here are kept; the search chooses the others. */
export interface AutoOptions
  extends Omit<TrainOptions, "checkpoint" | "onProgress" | "preset" | "refit">,
    Pick<ModelVocabulary, "featureItems"> {
  /** The number of features. Default: the number in the data. */
  readonly features?: number;
  /** The number of items. Default: the number in the data. */
  readonly items?: number;
  /** The number of hidden units. Default: chosen by the search. */
  readonly hidden?: number;
  /** Transforms of the features. Default: chosen by the search. */
  readonly transforms?: readonly TransformChoice[];
  /** Whether rows are divided by their norm after the transforms. Default: false. */
  readonly normalize?: boolean;
  /** The number of rankers whose scores are averaged. Default: depends on the model's size; at most 3, or 2 if other parts are tried. */
  readonly members?: number;
  /** Whether the model may use the votes of the nearest training rows. Such a model contains the training rows. Default: true. */
  readonly neighbors?: boolean;
  /**
   * The total number of training steps, for the search and the final training of all members. A step is 128 rows, regardless of the batch
   * size. Default: {@link defaultBudget}.
   */
  readonly budget?: number;
  /** Called after every trial. */
  readonly onTrial?: (progress: AutoProgress) => void;
}
