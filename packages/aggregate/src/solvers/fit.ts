import type { Uncertainty, UtilityDraws } from "../intervals/interval.ts";

/** The result of a fit: utilities and their accuracy. */
export interface Fit {
  /** One utility per item, with mean 0. If `converged` is false, they are the solver's last iterate, not an estimate. */
  readonly utilities: Float64Array;
  /**
   * The standard error of each centered utility; undefined if no interval was requested, the information is singular, or the fit has not
   * converged.
   */
  readonly standardErrors?: Float64Array;
  /**
   * The covariance matrix of the centered utilities, N × N, row-major (`covariance[i * N + j]`); undefined if there are no standard errors
   * or if there are too many items for a matrix. The variance of a difference is Σ_ii + Σ_jj − 2Σ_ij.
   */
  readonly covariance?: Float64Array;
  /** Utilities fitted to resampled data, if the interval is `bootstrap()`; otherwise undefined. */
  readonly draws?: UtilityDraws;
  /** How the standard errors were computed; undefined if there are none. */
  readonly interval?: IntervalSummary;
  /**
   * With L-BFGS, whether the gradient fell to the tolerance and the Newton step (an estimate of the distance to the maximum) fell to 100
   * times the tolerance. With AdaGrad, whether the validation loss fell and then stopped falling.
   */
  readonly converged: boolean;
  /**
   * Items that are never ranked below any of the others, sorted; undefined if there are none. If there are any, the most likely utilities
   * are infinite, and a fit without a prior does not compute them.
   */
  readonly unbeatenItems?: Int32Array;
  /** A message that explains why there is no estimate and what to do about it; undefined if the fit has converged. */
  readonly problem?: string;
  /** The PL-Partition log-likelihood Σ weight · log P at the utilities, without the prior, even if another loss was minimized. */
  readonly logLikelihood: number;
  /** The largest absolute entry of the objective's gradient, per observation. */
  readonly gradientNorm: number;
  /** The number of steps that the solver took. */
  readonly iterations: number;
  /** With AdaGrad, the lowest mean loss of the held-out observations; undefined if none were held out. */
  readonly validationLoss?: number;
}

/** How standard errors were computed. */
export type IntervalSummary = Pick<Uncertainty, "method" | "relativeError" | "replaced">;

/** A fit to a dataset with item names. */
export interface NamedFit extends Fit {
  /** The names of the items, in the order of `utilities`. */
  readonly itemNames: readonly string[];
}
