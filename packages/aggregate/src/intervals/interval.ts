/** What is known about the most likely utilities of a fit that has converged. */
export interface FittedMaximum {
  /** The utilities, with mean 0. */
  readonly utilities: Float64Array;
  /** The inverse of the observed information, N × N, of weights divided by `unit`: for the weights as given, divide it by `unit`. */
  readonly inverseInformation: Float64Array;
  /** What a weight of 1 stands for. */
  readonly unit: number;
}

/** A way to say how well utilities are known: {@link information}, or one of your own. */
export interface Interval {
  /** The name that messages use. */
  readonly name: string;
  /**
   * The standard error of each utility.
   *
   * @param maximum - The most likely utilities, and what is known about them.
   */
  readonly standardErrors: (maximum: FittedMaximum) => Float64Array;
}
