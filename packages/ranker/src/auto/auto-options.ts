import type { AutoProgress } from "../model/auto-report.ts";
import type { ModelVocabulary } from "../model/vocabulary.ts";
import type { TrainOptions } from "../training/train-options.ts";
import type { TransformChoice } from "../transforms/transform.ts";

/** Options for {@link chooseSettings}. Any setting that is given here is kept; the search varies the others. */
export interface AutoOptions
  extends Omit<TrainOptions, "checkpoint" | "onProgress" | "preset" | "refit">,
    Pick<ModelVocabulary, "featureItems"> {
  /** The number of features. Default: that of the data. */
  readonly features?: number;
  /** The number of items. Default: that of the data. */
  readonly items?: number;
  /** The number of hidden units. Default: chosen. */
  readonly hidden?: number;
  /** Transforms of the features. Default: chosen. */
  readonly transforms?: readonly TransformChoice[];
  /** Whether rows are divided by their norm after the transforms. Default: false. */
  readonly normalize?: boolean;
  /** The number of rankers whose scores are averaged. Default: chosen by the size of the model, at most 3, or 2 if a linear part or neighbors are tried. */
  readonly members?: number;
  /** Whether nearest training rows may be part of the model, which then contains the training rows. Default: true. */
  readonly neighbors?: boolean;
  /**
   * The number of training steps for the whole training: the search and the final training of all members. A step is 128 rows, whatever
   * the batch size. Default: {@link defaultBudget}.
   */
  readonly budget?: number;
  /** Called after every trial. */
  readonly onTrial?: (progress: AutoProgress) => void;
}
