import { checkCutOffs } from "./cut-offs.ts";
import type { ItemGroups } from "./frequency-groups.ts";
import type { Metrics } from "./metrics.ts";
import { pointReader } from "./point-reader.ts";
import { groupTally, hitTally, type PsndcgConvention, propensityTally } from "./tallies.ts";

/** Options for {@link createEvaluator}. */
export interface EvaluatorOptions {
  /** The cutoffs k: distinct positive integers, in any order. */
  readonly ks: readonly number[];
  /** The weight of each item, from {@link inversePropensity}. Default: none; the propensity-scored metrics are omitted. */
  readonly inversePropensity?: ArrayLike<number>;
  /** The definition of PSnDCG@k. Default: `"pyxclib"`. */
  readonly psndcg?: PsndcgConvention;
  /** The groups of items for the breakdown of the metrics, such as {@link frequencyGroups}. Default: none. */
  readonly groups?: ItemGroups;
}

/**
 * The running sums of an evaluator as plain numbers, which can be sent to another thread or stored as JSON. Only {@link Evaluator.merge}
 * uses the names of the sums.
 */
export interface EvaluatorState {
  /** The number of points added. */
  readonly points: number;
  /** The running sums, by name. */
  readonly sums: Readonly<Record<string, readonly number[]>>;
}

/** Accumulates points one at a time and computes their metrics. */
export interface Evaluator {
  /**
   * Adds a point. A `Float32Array` or `Float64Array` is a row of scores, one per item, and is ranked by {@link topK}. **Any other array is
   * a ranking**: item indices, best first, of which only the first max(ks) are read. If a ranking is shorter than k, the missing positions
   * count as misses. An invalid point throws and leaves the evaluator unchanged.
   *
   * @param x - Scores, or a ranking without duplicates.
   * @param relevant - The indices of the relevant items, in any order, without duplicates.
   * @throws RangeError if an index is not an item or occurs twice, if a score is NaN, or if the number of scores differs from the
   * number of items in the options. The message names the position and the value.
   */
  readonly add: (x: ArrayLike<number>, relevant: ArrayLike<number>) => void;
  /** The metrics over all points so far, as fractions. */
  readonly result: () => Metrics;
  /** The running sums for {@link Evaluator.merge}, as a plain object that can be stored or sent to another thread. */
  readonly state: () => EvaluatorState;
  /**
   * Adds all points of another evaluator, or of its {@link Evaluator.state}. Both must have been created with the same options; only `ks`
   * may differ, but its maximum must be the same.
   */
  readonly merge: (other: Evaluator | EvaluatorState) => void;
}

/**
 * Creates an evaluator for P@k, nDCG@k and recall@k. Inverse propensities add PSP@k and PSnDCG@k, and groups add a breakdown by
 * group. The metrics are defined in {@link Metrics}.
 *
 * Adding a point with L relevant items costs one {@link topK} plus O(max(ks) + L); memory does not grow with the number of points.
 *
 * @param options - The cutoffs and the optional metrics.
 *
 * @example Rankings and scores
 * ```ts
 * import { createEvaluator } from "@tierwise/metrics";
 *
 * const evaluator = createEvaluator({ ks: [1, 3] });
 * evaluator.add([4, 0, 2], [0, 2, 3]); // a ranking, best first
 * evaluator.add(Float32Array.of(0.1, 0.2, 0.7, 0, 0.3), [2]); // scores: ranks items 2, 4, 1
 * const { precision, ndcg, recall } = evaluator.result();
 * console.log(precision[1], precision[3]); // 0.5 0.5
 * console.log(ndcg[3].toFixed(5)); // 0.76536
 * console.log(recall[3].toFixed(5)); // 0.83333
 * ```
 *
 * @example Merging the results of worker threads
 * ```ts
 * import { createEvaluator } from "@tierwise/metrics";
 *
 * const inWorker = createEvaluator({ ks: [1] });
 * inWorker.add([3], [3]);
 * const message = structuredClone(inWorker.state()); // as postMessage does
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

/** Checks the options and returns the number of items if the options determine it. */
function checkOptions({ ks, inversePropensity, psndcg, groups }: EvaluatorOptions): number | undefined {
  checkCutOffs(ks);
  if (psndcg !== undefined && psndcg !== "pyxclib" && psndcg !== "xml-repo") {
    throw new RangeError(`psndcg is ${JSON.stringify(psndcg)}; expected "pyxclib" or "xml-repo"`);
  }
  if (inversePropensity) checkWeights(inversePropensity);
  if (groups) checkGroups(groups);
  if (inversePropensity && groups && inversePropensity.length !== groups.groupOf.length) {
    const lengths = `${groups.groupOf.length} and inversePropensity has length ${inversePropensity.length}`;
    throw new RangeError(`groups.groupOf has length ${lengths}; expected the same length`);
  }
  return inversePropensity?.length ?? groups?.groupOf.length;
}

function checkWeights(weights: ArrayLike<number>): void {
  if (!Number.isInteger(weights.length)) {
    throw new TypeError(`inversePropensity is ${weights}; expected one number per item`);
  }
  for (let item = 0; item < weights.length; item++) {
    if (!(weights[item] > 0 && weights[item] < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`inversePropensity[${item}] is ${weights[item]}; expected a positive number`);
    }
  }
}

function checkGroups({ names, groupOf }: ItemGroups): void {
  if (!Array.isArray(names)) throw new TypeError(`groups.names is ${names}; expected an array of names`);
  if (!Number.isInteger(groupOf?.length)) {
    throw new TypeError(`groups.groupOf is ${groupOf}; expected one index into groups.names per item`);
  }
  for (const [g, name] of names.entries()) {
    if (names.indexOf(name) < g) throw new RangeError(`groups.names contains ${JSON.stringify(name)} twice`);
  }
  for (let item = 0; item < groupOf.length; item++) {
    if (names[groupOf[item]] === undefined) {
      throw new RangeError(`groups.groupOf[${item}] is ${groupOf[item]}; expected an index into groups.names`);
    }
  }
}

/** Returns the state of `other`. Throws unless its sums have the same names and lengths as `sums`. */
function checkedState(
  other: EvaluatorState | { readonly state: () => EvaluatorState },
  sums: Readonly<Record<string, Float64Array>>,
): EvaluatorState {
  const state = typeof other === "object" && other !== null && "state" in other ? other.state() : other;
  if (!Number.isInteger(state?.points) || typeof state.sums !== "object" || state.sums === null) {
    throw new TypeError(`other is ${other}; expected an evaluator or the result of its state()`);
  }
  for (const name of new Set([...Object.keys(sums), ...Object.keys(state.sums)])) {
    const here = sums[name]?.length ?? 0;
    const there = state.sums[name]?.length ?? 0;
    if (here !== there) {
      const lengths = `${there}, and in this evaluator ${here}`;
      throw new RangeError(
        `the number of sums of "${name}" in other is ${lengths}; expected evaluators created with the same options`,
      );
    }
  }
  return state;
}
