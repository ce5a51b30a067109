/** Utilities and how well they are known. */
export interface Fit {
  /** One utility per item, with mean 0. Where `converged` is false they are where the solver ended, not an answer. */
  readonly utilities: Float64Array;
  /**
   * The standard error of each centered utility; left out where not asked for, where the information is singular, and where the
   * fit has not converged. Multiplying all weights (and the prior) by c divides them by √c.
   */
  readonly standardErrors?: Float64Array;
  /**
   * With L-BFGS, whether the gradient came down to the tolerance and Newton's step from there to 100 times the tolerance, so that
   * the maximum is no further away than that. With AdaGrad, whether the validation loss fell, and then stopped falling.
   */
  readonly converged: boolean;
  /**
   * Items that are never ranked below any of the others, where there are such: the most likely utilities would then be
   * infinite, and without a prior none are computed. Sorted; left out where all is well.
   */
  readonly neverBelow?: Int32Array;
  /** Why there is no answer and what to do about it, in a sentence; left out where the fit has converged. */
  readonly problem?: string;
  /** Σ weight · log P at the utilities, without the prior: that of PL-Partition, whatever loss was minimized. */
  readonly logLikelihood: number;
  /** The largest absolute entry of the gradient of what was maximized or minimized, per observation. */
  readonly gradientNorm: number;
  /** Steps of the solver. */
  readonly iterations: number;
  /** AdaGrad: the least mean loss of the held-out observations; left out where none were held out. */
  readonly validationLoss?: number;
}

/** A fit of a data set whose items have names. */
export interface NamedFit extends Fit {
  /** The names of the items, in the order of `utilities`. */
  readonly itemNames: readonly string[];
}
