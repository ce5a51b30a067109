import { checkCutOffs } from "../cut-offs.ts";
import type { AtK } from "../metrics.ts";
import { type GradedConventions, resolveConventions } from "./conventions.ts";
import { discountedGains, idealList } from "./discounted-gain.ts";
import { hitMetrics } from "./expected-hits.ts";
import { rankList } from "./ranked-list.ts";
import { expectedReciprocalRanks } from "./reciprocal-rank.ts";

/** Options for {@link createGradedEvaluator}. */
export interface GradedEvaluatorOptions extends GradedConventions {
  /** The cutoffs k: distinct positive integers. Default: 1, 3, 5 and 10. */
  readonly ks?: readonly number[];
}

/** The means of graded metrics over lists, as fractions; NaN if there are no lists or all were skipped. */
export interface GradedMetrics {
  /** nDCG@k: Σ_{j≤k} gain_j/log₂(j + 1), divided by the same sum for the ideal ranking. */
  readonly ndcg: AtK;
  /** P@k: the number of relevant documents among the first k, divided by k even if the list is shorter. */
  readonly precision: AtK;
  /** ERR@k: Σ_{j≤k} (1/j) R_j ∏_{i<j} (1 − R_i), R = (2^g − 1)/2^{g_max}. */
  readonly err: AtK;
  /** MRR: the reciprocal of the position of the first relevant document. */
  readonly mrr: number;
  /** MAP: the mean of the precisions at the positions of all relevant documents. */
  readonly map: number;
}

/** The metrics of every list, in the order in which lists were added. Entry i belongs to list i and is NaN if the list was skipped. */
export interface GradedListMetrics {
  /** nDCG@k of each list. */
  readonly ndcg: { readonly [k: number]: Float64Array };
  /** P@k of each list. */
  readonly precision: { readonly [k: number]: Float64Array };
  /** ERR@k of each list. */
  readonly err: { readonly [k: number]: Float64Array };
  /** The reciprocal rank of each list. */
  readonly mrr: Float64Array;
  /** The average precision of each list. */
  readonly map: Float64Array;
}

/** Accumulates graded lists one at a time and computes their metrics. */
export interface GradedEvaluator {
  /**
   * Adds a list.
   *
   * @param scores - One score per document; higher is better.
   * @param grades - The grade of each document, a nonnegative number; 0 means not relevant.
   */
  readonly add: (scores: ArrayLike<number>, grades: ArrayLike<number>) => void;
  /** The means over all lists that were not skipped. */
  readonly result: () => GradedMetrics;
  /** The metrics of each list, for {@link pairedTest} and breakdowns. */
  readonly lists: () => GradedListMetrics;
}

/**
 * Creates an evaluator for graded lists: nDCG@k, P@k, ERR@k, MRR and MAP, with the given {@link GradedConventions}.
 *
 * Adding a list of n documents costs O(n log n). Memory grows by one number per list, metric and cutoff.
 *
 * @param options - The cutoffs and the conventions.
 *
 * @example
 * ```ts
 * import { createGradedEvaluator } from "@tierwise/metrics";
 *
 * const evaluator = createGradedEvaluator({ ks: [1, 3] });
 * evaluator.add([0.3, 0.9, 0.1], [2, 0, 1]); // ranks the grades 0, 2, 1
 * evaluator.add([1, 2], [0, 0]); // no relevant document: skipped
 * const { ndcg, precision, err, mrr, map } = evaluator.result();
 * console.log(ndcg[1], ndcg[3].toFixed(5)); // 0 0.65900
 * console.log(precision[3].toFixed(5), err[3].toFixed(5)); // 0.66667 0.11068
 * console.log(mrr, map.toFixed(5)); // 0.5 0.58333
 * ```
 */
export function createGradedEvaluator(options: GradedEvaluatorOptions = {}): GradedEvaluator {
  const { ks = [1, 3, 5, 10] } = options;
  checkCutOffs(ks);
  const { gain, emptyLists, ties, relevantFrom, maxGrade } = resolveConventions(options);
  const depth = Math.max(...ks);
  const columns: number[][] = Array.from({ length: 3 * ks.length + 2 }, () => []);
  const empty = { skip: Number.NaN, zero: 0, one: 1 }[emptyLists];
  const byDefinition = emptyLists === "skip" ? Number.NaN : 0;

  const column = (c: number): Float64Array => Float64Array.from(columns[c]);
  const atKs = <T>(group: number, of: (c: number) => T): { [k: number]: T } =>
    Object.fromEntries(ks.map((k, i) => [k, of(group * ks.length + i)]));
  const table = <T>(of: (c: number) => T) => ({
    ndcg: atKs(0, of),
    precision: atKs(1, of),
    err: atKs(2, of),
    mrr: of(3 * ks.length),
    map: of(3 * ks.length + 1),
  });
  return {
    add(scores, grades) {
      const list = rankList(scores, grades, ties);
      const top = list.grades.reduce((most, grade) => Math.max(most, grade), 0);
      if (top > maxGrade) {
        throw new RangeError(
          `grades contains ${top}, which exceeds maxGrade (${maxGrade}); set maxGrade to the highest grade of the scale`,
        );
      }
      const gains = discountedGains(list, gain, depth);
      const ideal = discountedGains(idealList(list), gain, depth);
      const { hits, reciprocalRank, averagePrecision } = hitMetrics(list, relevantFrom, depth);
      const err = expectedReciprocalRanks(list, maxGrade, depth);
      const [graded, relevant] = [top > 0, top >= relevantFrom];
      const values = [
        ...ks.map((k) => (graded ? gains[k] / ideal[k] : empty)),
        ...ks.map((k) => (relevant ? hits[k] / k : byDefinition)),
        ...ks.map((k) => (graded ? err[k] : byDefinition)),
        relevant ? reciprocalRank : empty,
        relevant ? averagePrecision : empty,
      ];
      for (const [c, value] of values.entries()) columns[c].push(value);
    },
    result: () => table((c) => meanOf(columns[c])),
    lists: () => table(column),
  };
}

/** The mean of all values that are not NaN. */
function meanOf(values: readonly number[]): number {
  const counted = values.filter((value) => !Number.isNaN(value));
  return counted.reduce((sum, value) => sum + value, 0) / counted.length;
}
