/** A rule as JSON, for threads, files and command lines: its name and options. {@link createRule} rebuilds the rule. */
export type RuleSpec = AdaptiveSpec | MidpointSpec | ExactSpec;

/** {@link adaptive} as JSON. */
export interface AdaptiveSpec {
  /** The name of the rule. */
  readonly name: "adaptive";
  /** The target error. Default: in training, 1e-9; otherwise 1e-12. */
  readonly tolerance?: number;
}

/** {@link midpoint} as JSON. */
export interface MidpointSpec {
  /** The name of the rule. */
  readonly name: "midpoint";
  /** T, the number of intervals. */
  readonly intervals: number;
  /** c, the shift. */
  readonly shift: number;
  /** The constant subtracted from a row's scores before c is added: their log-sum-exp or 0. Default: `"row"`. */
  readonly center?: "none" | "row";
  /** Midpoints that together contribute less than this fraction of the sum are skipped. Default: in training, 1e-18; otherwise 0. */
  readonly negligible?: number;
}

/** {@link exact} as JSON. */
export interface ExactSpec {
  /** The name of the rule. */
  readonly name: "exact";
}
