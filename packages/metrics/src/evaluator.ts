import { checkOptions, type EvaluatorOptions } from "./evaluator-options.ts";
import { checkedState, type EvaluatorState } from "./evaluator-state.ts";
import { groupTally } from "./group-tally.ts";
import { hitTally } from "./hit-tally.ts";
import type { Metrics } from "./metrics.ts";
import { pointReader } from "./point-reader.ts";
import { propensityTally } from "./propensity-tally.ts";

/** Adds up points, one at a time, and computes their metrics. */
export interface Evaluator {
  /**
   * Adds a point. A `Float32Array` or `Float64Array` is a row of scores, one per item, ranked as {@link topK} does; **any other
   * array is a ranking**, item indices best first, of which the first max(ks) are read. A ranking shorter than k misses at the
   * places it lacks. A point that is refused leaves the evaluator as it was.
   *
   * @param x - Scores, or a ranking without repetition.
   * @param relevant - The indices of the relevant items, in any order, without repetition.
   * @throws RangeError that names the place and the value, where an index is not one of an item or is repeated, where a score
   * is NaN, or where there are not as many scores as the options have items.
   */
  readonly add: (x: ArrayLike<number>, relevant: ArrayLike<number>) => void;
  /** The metrics over all points so far, as fractions. */
  readonly result: () => Metrics;
  /** The running sums as a plain object, to be sent to another thread or kept; {@link Evaluator.merge} takes it. */
  readonly state: () => EvaluatorState;
  /**
   * Adds all points of another evaluator, or of its {@link Evaluator.state}. Both must have been made with the same options, of
   * which `ks` may differ below its maximum.
   */
  readonly merge: (other: Evaluator | EvaluatorState) => void;
}

/**
 * Makes an evaluator: P@k, nDCG@k and recall@k, with inverse propensities also PSP@k and PSnDCG@k, and with groups a breakdown
 * by group. {@link Metrics} has the definitions.
 *
 * A point costs its {@link topK} and O(max(ks) + relevant items); memory does not grow with the number of points.
 *
 * @param options - The cut-offs, and what else to compute.
 *
 * @example Rankings and rows of scores
 * ```ts
 * import { createEvaluator } from "@tierwise/metrics";
 *
 * const evaluator = createEvaluator({ ks: [1, 3] });
 * evaluator.add([4, 0, 2], [0, 2, 3]); // a ranking: items 4, 0, 2, best first
 * evaluator.add(Float32Array.of(0.1, 0.2, 0.7, 0, 0.3), [2]); // scores: ranks items 2, 4, 1
 * const { precision, ndcg, recall } = evaluator.result();
 * console.log(precision[1], precision[3]); // 0.5 0.5
 * console.log(ndcg[3].toFixed(5)); // 0.76536
 * console.log(recall[3].toFixed(5)); // 0.83333
 * ```
 *
 * @example Merging what worker threads found
 * ```ts
 * import { createEvaluator } from "@tierwise/metrics";
 *
 * const inWorker = createEvaluator({ ks: [1] });
 * inWorker.add([3], [3]);
 * const message = structuredClone(inWorker.state()); // what postMessage does
 *
 * const all = createEvaluator({ ks: [1] });
 * all.add([0], [1]);
 * all.merge(message);
 * console.log(all.result().precision[1]); // 0.5
 * ```
 */
export function createEvaluator(options: EvaluatorOptions): Evaluator {
  const itemCount = checkOptions(options);
  const { inversePropensity, psndcg = "pyxclib", groups } = options;
  const ks = [...options.ks];
  const depth = Math.max(...ks);
  const hitsOf = pointReader(depth, itemCount);
  const plain = hitTally(depth);
  const propensity = inversePropensity && propensityTally(depth, inversePropensity, psndcg);
  const byGroup = groups && groupTally(depth, groups);
  const sums = { ...plain.sums, ...propensity?.sums, ...byGroup?.sums };
  let points = 0;

  const state = (): EvaluatorState => ({
    points,
    sums: Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, Array.from(sum)])),
  });
  return {
    add(x, relevant) {
      const hits = hitsOf(x, relevant);
      points++;
      plain.add(hits, relevant);
      propensity?.add(hits, relevant);
      byGroup?.add(hits, relevant);
    },
    result: () => ({
      ...plain.result(ks, points),
      ...propensity?.result(ks, points),
      ...(byGroup && { groups: byGroup.result(ks, points) }),
    }),
    state,
    merge(other) {
      const added = checkedState(other, sums);
      points += added.points;
      for (const [name, sum] of Object.entries(sums)) {
        for (let r = 0; r < sum.length; r++) sum[r] += added.sums[name][r];
      }
    },
  };
}
