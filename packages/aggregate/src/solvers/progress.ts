/** The progress of a fit by {@link lbfgs}, reported after every step. */
export interface LbfgsProgress {
  /** The phase of the fit: first L-BFGS, then the Newton steps that finish the fit. */
  readonly stage: "lbfgs" | "newton";
  /** The number of steps taken. */
  readonly done: number;
  /** The maximum number of steps. */
  readonly total: number;
  /** The largest absolute entry of the gradient, per observation. */
  readonly gradientNorm: number;
}

/** The progress of a fit by {@link adaGrad}, reported at every evaluation of the validation loss. */
export interface AdaGradProgress {
  /** The phase of the fit: steps over mini-batches, from start to end. */
  readonly stage: "adagrad";
  /** The number of steps taken. */
  readonly done: number;
  /** The maximum number of steps. */
  readonly total: number;
  /** The number of passes over the observations, including an unfinished one. */
  readonly epoch: number;
  /** The weighted mean loss of the held-out observations, or NaN if none are held out. */
  readonly validationLoss: number;
  /** The lowest validation loss so far. */
  readonly bestLoss: number;
}

/** The progress of a fit, as passed to `onProgress`. */
export type FitProgress = AdaGradProgress | LbfgsProgress;
