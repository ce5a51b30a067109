/** Utilities drawn from the distribution of the estimate, one row per draw. */
export interface UtilityDraws {
  /** The number of draws. */
  readonly count: number;
  /** Centered utilities, count × N, row-major. */
  readonly utilities: Float64Array;
}

/** The maximum of a likelihood, and everything needed to compute intervals, in the units of the given weights. */
export interface FittedMaximum {
  /** N, the number of items. */
  readonly itemCount: number;
  /** The most likely N utilities, with mean 0, followed by any other parameters, such as the effects of controls. */
  readonly parameters: Float64Array;
  /**
   * The inverse of the observed information of all P parameters, P × P, for normalized weights; divide it by `unit` to get the
   * inverse for the given weights. Undefined if there are too many items for a matrix.
   */
  readonly inverseInformation: Float64Array | undefined;
  /** The given weight that corresponds to a normalized weight of 1. */
  readonly unit: number;
  /** Solves H·x = v for the observed information H of the normalized weights; the utilities in x have mean 0. */
  readonly solve: (v: Float64Array) => Float64Array;
  /** The individual observations. */
  readonly observations: FittedObservations;
}

/** The observations of a fit, for interval methods that need individual observations or resamples. */
export interface FittedObservations {
  /** How often each observation was made, in the units of the data. */
  readonly weights: Float64Array;
  /** The cluster of each observation, as an integer from 0; undefined if the data have no clusters. Clusters are independent. */
  readonly clusters: Int32Array | undefined;
  /**
   * Adds factor · ∂ log P_b/∂parameters of observation b to `gradient`. Appends the indices of the entries that may have changed to
   * `touched`; an index may be appended twice.
   */
  readonly addScore: (b: number, factor: number, gradient: Float64Array, touched: number[]) => void;
  /** Computes Σ_b factor_b · ∂ log P_b/∂parameters. */
  readonly scoreSum: (factors: Float64Array) => Float64Array;
  /** Finds the most likely parameters, with centered utilities, for different weights; returns undefined if there is no maximum. */
  readonly refit: (weights: Float64Array) => Float64Array | undefined;
}

/** The uncertainty of the utilities of a fit. */
export interface Uncertainty {
  /** A short description of the method, such as `observed information`. */
  readonly method: string;
  /** The standard errors of the N centered utilities, followed by those of the other parameters. */
  readonly standardErrors: Float64Array;
  /** The covariance matrix of the parameters, P × P; undefined if there are too many items. */
  readonly covariance?: Float64Array;
  /** Utilities fitted to resampled data. */
  readonly draws?: UtilityDraws;
  /** The estimated relative error of the standard errors; set only if they are estimated by sampling. */
  readonly relativeError?: number;
  /** The number of resamples that had no finite maximum and were drawn again. */
  readonly replaced?: number;
}

/** A method for computing standard errors: {@link information}, {@link sandwich}, {@link bootstrap}, or a custom one. */
export interface Interval {
  /** The method's name, as shown in messages. */
  readonly name: string;
  /**
   * Computes the uncertainty of a fit.
   *
   * @param maximum - The most likely parameters, with their information and observations.
   */
  readonly estimate: (maximum: FittedMaximum) => Uncertainty;
}
