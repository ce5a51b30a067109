/** A metric at each requested cutoff k, as a fraction: `{ 1: 0.65, 5: 0.52 }`. */
export interface AtK {
  readonly [k: number]: number;
}

/**
 * The metrics of an evaluator, as fractions (not percentages). Points are numbered i = 1 … n; y_i is the set of relevant items of
 * point i, r_1, r_2, … is its ranking, and `hit(r)` is 1 if item r is in y_i and 0 otherwise. A point without relevant items adds 0
 * and counts toward n. Before the first point every value is NaN.
 */
export interface Metrics {
  /** P@k = (1/n) Σ_i (1/k) Σ_{j≤k} hit(r_j). The divisor is k even if a point has fewer relevant items. */
  readonly precision: AtK;
  /** nDCG@k = (1/n) Σ_i [Σ_{j≤k} hit(r_j)/log₂(j+1)] / [Σ_{j≤min(k, |y_i|)} 1/log₂(j+1)]. */
  readonly ndcg: AtK;
  /** Recall@k = (1/n) Σ_i [Σ_{j≤k} hit(r_j)] / |y_i|. */
  readonly recall: AtK;
  /**
   * PSP@k = Σ_i Σ_{j≤k} hit(r_j)/p_{r_j} divided by the same sum for the best ranking of each point: its relevant items by descending 1/p.
   * This is a ratio of sums over all points, not a mean of ratios. NaN if no point has a relevant item; omitted if the evaluator
   * has no inverse propensities.
   */
  readonly psp?: AtK;
  /**
   * PSnDCG@k = Σ_i c_i Σ_{j≤k} hit(r_j)/(p_{r_j} log₂(j+1)) divided by the same sum for the best ranking of each point. With `"pyxclib"`,
   * c_i is the reciprocal of the plain ideal DCG, Σ_{j≤min(k, |y_i|)} 1/log₂(j+1); with `"xml-repo"`, c_i is 1. NaN or omitted in the same
   * cases as `psp`.
   */
  readonly psndcg?: AtK;
  /** The metrics of each group of items, keyed by its name; omitted if the evaluator has no groups. */
  readonly groups?: Readonly<Record<string, GroupMetrics>>;
}

/** The name of a metric that has cutoffs: a key of {@link Metrics}. */
export type MetricName = Exclude<keyof Metrics, "groups">;

/**
 * The short titles of the metrics in tables and figures, in the usual order of columns.
 *
 * @example
 * ```ts
 * import { metricTitles } from "@tierwise/metrics";
 *
 * console.log(Object.values(metricTitles).map((title) => `${title}@5`).join(" ")); // P@5 nDCG@5 PSP@5 PSnDCG@5 recall@5
 * ```
 */
export const metricTitles: Readonly<Record<MetricName, string>> = {
  precision: "P",
  ndcg: "nDCG",
  psp: "PSP",
  psndcg: "PSnDCG",
  recall: "recall",
};

/** The metrics of one group of items. */
export interface GroupMetrics {
  /** P@k, counting only hits in the group; the values of all groups add up to P@k. */
  readonly precision: AtK;
  /**
   * Recall@k of the items in the group, averaged over the points with a relevant item in the group. If other points counted as 0, no
   * ranking could reach 1. NaN if there is no such point.
   */
  readonly recall: AtK;
}
