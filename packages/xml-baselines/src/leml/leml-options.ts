import type { LabeledRows } from "@tierwise/data/rows";
import { checkCount, checkPositive, checkTrainingOptions, type TrainingOptions } from "../training/training-options.ts";

/** Options for {@link trainLeml}. */
export interface LemlOptions extends TrainingOptions {
  /** k, the rank of the map from features to labels. Default: 75, or the number of features or labels if it is smaller. */
  readonly rank?: number;
  /** λ, the weight of the regularizer; the authors' C is 1/λ. Default: 10. */
  readonly lambda?: number;
  /** The number of rounds, each with two half-steps. Default: 10. */
  readonly rounds?: number;
  /** The maximum number of conjugate-gradient iterations for W per round. Default: 20. */
  readonly maxIterations?: number;
  /** Conjugate gradients stop when the gradient has fallen to this fraction of its initial norm. Default: 0.1. */
  readonly tolerance?: number;
  /** Whether to divide rows of features by their Euclidean norm, in training and prediction. Default: true. */
  readonly normalize?: boolean;
  /** The value of an additional constant feature, which gives each label an offset, or 0 for no such feature. Default: 1. */
  readonly bias?: number;
}

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
