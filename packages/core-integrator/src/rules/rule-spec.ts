/**
 * A rule as JSON, for threads, files and command lines: its name and the options that were given. {@link createRule} makes the rule of it.
 */
export type RuleSpec = AdaptiveSpec | MidpointSpec | ExactSpec;

/** {@link adaptive} as JSON. */
export interface AdaptiveSpec {
  /** Its name. */
  readonly name: "adaptive";
  /** The error that it may make. Default: that of the place that uses it, 1e-12 for a likelihood and 1e-9 in a training. */
  readonly tolerance?: number;
}

/** {@link midpoint} as JSON. */
export interface MidpointSpec {
  /** Its name. */
  readonly name: "midpoint";
  /** T, how many intervals. */
  readonly intervals: number;
  /** c, the shift. */
  readonly shift: number;
  /** What is subtracted from a row's scores before c is added: their log-sum-exp, or nothing. Default: `"row"`. */
  readonly center?: "none" | "row";
  /** The share of the sum below which the remaining midpoints are skipped. Default: 0, and 1e-18 in a training. */
  readonly negligible?: number;
}

/** {@link exact} as JSON. */
export interface ExactSpec {
  /** Its name. */
  readonly name: "exact";
}
