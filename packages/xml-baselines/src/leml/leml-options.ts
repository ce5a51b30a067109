import type { LabeledRows } from "@tierwise/data/rows";
import { checkCount, checkPositive, checkTrainingOptions, type TrainingOptions } from "../training/training-options.ts";

/** Options of {@link trainLeml}. */
export interface LemlOptions extends TrainingOptions {
  /** k, the rank of the map from features to labels. Default: 75, or the number of features or labels if that is less. */
  readonly rank?: number;
  /** λ, the weight of the regularizer: the authors' C is 1/λ. Default: 10. */
  readonly lambda?: number;
  /** Rounds, each of them both half-steps. Default: 10. */
  readonly rounds?: number;
  /** The most conjugate-gradient iterations for W in one round. Default: 20. */
  readonly maxIterations?: number;
  /** The conjugate gradients stop earlier where the gradient has come down to this share of itself. Default: 0.1. */
  readonly tolerance?: number;
  /** Whether rows of features are divided by their Euclidean norm, in training and prediction. Default: true. */
  readonly normalize?: boolean;
  /** The value of one more feature that every row has, which gives each label a score of its own; 0 for none. Default: 1. */
  readonly bias?: number;
}

/** The options with their defaults, checked. */
export function checkLemlOptions(options: LemlOptions, { numFeatures, numLabels }: LabeledRows) {
  const { lambda = 10, rounds = 10, maxIterations = 20, tolerance = 0.1, normalize = true, bias = 1 } = options;
  const { rank = Math.min(75, numFeatures, numLabels) } = options;
  checkCount("rank", rank);
  checkPositive("lambda", lambda);
  checkCount("rounds", rounds);
  checkCount("maxIterations", maxIterations);
  checkPositive("tolerance", tolerance);
  if (!Number.isFinite(bias)) throw new RangeError(`bias is ${bias}; expected a finite number`);
  return { ...checkTrainingOptions(options), rank, lambda, rounds, maxIterations, tolerance, normalize, bias };
}
