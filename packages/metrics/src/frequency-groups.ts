import { checkLabelCounts } from "./inverse-propensity.ts";
import { topK } from "./top-k.ts";

/** A partition of the items into groups, for which an evaluator can report separate metrics. */
export interface ItemGroups {
  /** The name of each group, as it appears in the results. */
  readonly names: readonly string[];
  /** The index of each item's group in `names`. */
  readonly groupOf: ArrayLike<number>;
}

/** The sizes of head and tail, as fractions of all label occurrences. */
export interface FrequencyShares {
  /** The fraction of occurrences in the head. Default: 1/3. */
  readonly head?: number;
  /** The fraction of occurrences in the tail. Default: 1/3. */
  readonly tail?: number;
}

/**
 * Divides labels by frequency into head, torso and tail, each with about the same number of *occurrences*: the head contains few labels,
 * and the tail contains most labels.
 *
 * Let s_l be the fraction of all occurrences that belong to labels more frequent than l. Label l is in
 *
 * - the **head** if s_l < `head`,
 * - the **tail** if s_l ≥ 1 − `tail` or the label never occurs,
 * - the **torso** otherwise.
 *
 * Labels that occur equally often are thus in the same group. For other groupings, such as by count or by kind of item, create the
 * {@link ItemGroups} yourself.
 *
 * @param labelCounts - The number of training rows in which each label occurs; one number per label.
 * @param shares - The fractions of head and tail; the torso is the rest.
 *
 * @example
 * ```ts
 * import { frequencyGroups } from "@tierwise/metrics";
 *
 * const { names, groupOf } = frequencyGroups([1, 40, 3, 30, 2, 30, 0]);
 * console.log(Array.from(groupOf, (g) => names[g]).join(" ")); // tail head tail torso tail torso tail
 * ```
 */
export function frequencyGroups(
  labelCounts: ArrayLike<number>,
  { head = 1 / 3, tail = 1 / 3 }: FrequencyShares = {},
): ItemGroups {
  checkLabelCounts(labelCounts);
  if (!(head >= 0 && head <= 1)) throw new RangeError(`head is ${head}; expected a fraction from 0 to 1`);
  if (!(tail >= 0 && head + tail <= 1)) throw new RangeError(`tail is ${tail}; expected a fraction from 0 to 1 − head`);
  const total = Float64Array.from(labelCounts).reduce((sum, count) => sum + count, 0);
  const groupOf = new Uint8Array(labelCounts.length);
  let before = 0;
  let beforeEquals = 0;
  let previous = Number.POSITIVE_INFINITY;
  for (const label of topK(labelCounts, labelCounts.length)) {
    const count = labelCounts[label];
    if (count < previous) beforeEquals = before;
    // Compare quotients, not products: 5/15 is exactly the double 1/3, but 15 · (1 − 1/3) may differ from 10.
    const inHead = beforeEquals / total < head;
    const aboveTail = (total - beforeEquals) / total > tail;
    groupOf[label] = inHead ? 0 : aboveTail ? 1 : 2;
    before += count;
    previous = count;
  }
  return { names: ["head", "torso", "tail"], groupOf };
}
