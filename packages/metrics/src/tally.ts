/**
 * Running sums over points from which metrics are computed. Every sum is an array of numbers with a name, and sums of
 * different points add up elementwise: that is all that merging evaluators needs to know.
 */
export interface Tally<Result> {
  /** The sums by name; those over ranks are `depth` long, element r for the first r + 1 places. */
  readonly sums: Readonly<Record<string, Float64Array>>;
  /**
   * Adds a point.
   *
   * @param hits - For each of the first `depth` places the item there if it is relevant, otherwise −1.
   * @param relevant - The relevant items.
   */
  readonly add: (hits: Float64Array, relevant: ArrayLike<number>) => void;
  /** The metrics at each of `ks`, over `points` points. */
  readonly result: (ks: readonly number[], points: number) => Result;
}
