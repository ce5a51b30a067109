/** A metric at each cut-off k that was asked for, as a fraction: `{ 1: 0.65, 5: 0.52 }`. */
export interface AtK {
  readonly [k: number]: number;
}

/**
 * What an evaluator found, as fractions (not per cent). Points are numbered i = 1 … n; y_i are the relevant items of a point,
 * r_1, r_2, … its ranking and `hit(r)` is 1 where item r is in y_i, otherwise 0. A point without relevant items adds 0 and
 * still counts in n. Before the first point every value is NaN.
 */
export interface Metrics {
  /** P@k = (1/n) Σ_i (1/k) Σ_{j≤k} hit(r_j). It always divides by k, also where a point has fewer relevant items. */
  readonly precision: AtK;
  /** nDCG@k = (1/n) Σ_i [Σ_{j≤k} hit(r_j)/log₂(j+1)] / [Σ_{j≤min(k, |y_i|)} 1/log₂(j+1)]. */
  readonly ndcg: AtK;
  /** Recall@k = (1/n) Σ_i [Σ_{j≤k} hit(r_j)] / |y_i|. */
  readonly recall: AtK;
  /**
   * PSP@k = Σ_i Σ_{j≤k} hit(r_j)/p_{r_j} over the same sum for the best ranking of each point, its own relevant items by
   * inverse propensity 1/p: one ratio of sums over all points, not a mean of ratios. NaN where no point has a relevant item;
   * left out where the evaluator has no inverse propensities.
   */
  readonly psp?: AtK;
  /**
   * PSnDCG@k = Σ_i c_i Σ_{j≤k} hit(r_j)/(p_{r_j} log₂(j+1)) over the same sum for the best ranking of each point. By convention
   * `"pyxclib"`, c_i is 1 over the plain ideal DCG, Σ_{j≤min(k, |y_i|)} 1/log₂(j+1); by `"xml-repo"`, 1. NaN and left out as `psp`.
   */
  readonly psndcg?: AtK;
  /** The share of each group of items, by its name; left out where the evaluator has no groups. */
  readonly groups?: Readonly<Record<string, GroupMetrics>>;
}

/** What the items of one group contributed. */
export interface GroupMetrics {
  /** As P@k, with only hits in the group counted: the groups' values add up to P@k. */
  readonly precision: AtK;
  /**
   * Recall@k of the group's items, averaged over the points that have one among their relevant items: with the other points
   * counted as 0, no ranking could reach 1. NaN where there is no such point.
   */
  readonly recall: AtK;
}
