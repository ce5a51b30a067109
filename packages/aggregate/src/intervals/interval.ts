/** The most likely utilities of a converged fit, with their information. */
export interface FittedMaximum {
  /** The utilities, with mean 0. */
  readonly utilities: Float64Array;
  /** The inverse of the observed information, N × N, for weights divided by `unit`. Divide it by `unit` for the given weights. */
  readonly inverseInformation: Float64Array;
  /** The given weight that corresponds to a normalized weight of 1. */
  readonly unit: number;
}

/** A method to compute standard errors: {@link information}, or a custom one. */
export interface Interval {
  /** The method's name, as shown in messages. */
  readonly name: string;
  /**
   * Computes the standard error of each utility.
   *
   * @param maximum - The most likely utilities, with their information.
   */
  readonly standardErrors: (maximum: FittedMaximum) => Float64Array;
}
