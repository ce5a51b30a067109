/** Where a fit by {@link lbfgs} stands; reported after every step. */
export interface LbfgsProgress {
  /** L-BFGS climbs, then Newton's steps finish the fit. */
  readonly stage: "lbfgs" | "newton";
  /** Steps taken, */
  readonly done: number;
  /** of at most so many. */
  readonly total: number;
  /** The largest absolute entry of the gradient, per observation. */
  readonly gradientNorm: number;
}

/** Where a fit by {@link adaGrad} stands; reported at every evaluation of the validation loss. */
export interface AdaGradProgress {
  /** Mini-batches. */
  readonly stage: "adagrad";
  /** Steps taken, */
  readonly done: number;
  /** of at most so many. */
  readonly total: number;
  /** Passes over the observations begun. */
  readonly epoch: number;
  /** The mean loss of the held-out observations, by weight; NaN where none are held out. */
  readonly validationLoss: number;
  /** The least of these so far. */
  readonly bestLoss: number;
}

/** Where a fit stands. */
export type FitProgress = AdaGradProgress | LbfgsProgress;
