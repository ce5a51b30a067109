import type { GradedConventions } from "./conventions.ts";

/** The grades of a list in ranked order, divided into groups of documents that are tied. */
export interface RankedList {
  /** The grades, best score first. */
  readonly grades: Float64Array;
  /** The end of each group in `grades`; every group has one document unless `ties` is `"mean"`. */
  readonly groupEnds: Int32Array;
  /** The number of groups. */
  readonly groupCount: number;
}

/** Ranks a list by its scores. Throws if a score is NaN, or if a grade is negative or not finite. */
export function rankList(
  scores: ArrayLike<number>,
  grades: ArrayLike<number>,
  ties: GradedConventions["ties"],
): RankedList {
  const count = scores.length;
  if (grades.length !== count) {
    throw new RangeError(`grades has length ${grades.length}; expected ${count}, one per score`);
  }
  const order = new Int32Array(count);
  for (let i = 0; i < count; i++) {
    if (Number.isNaN(scores[i])) throw new RangeError(`scores[${i}] is NaN; expected a number`);
    if (!(grades[i] >= 0 && grades[i] < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`grades[${i}] is ${grades[i]}; expected a nonnegative finite number`);
    }
    order[i] = i;
  }
  const sign = ties === "worst" ? 1 : ties === "best" ? -1 : 0;
  // Compare scores with ===, because the difference between equal infinities is NaN.
  order.sort((i, j) =>
    scores[i] === scores[j] ? sign * (grades[i] - grades[j]) || i - j : scores[i] > scores[j] ? -1 : 1,
  );
  const groupEnds = new Int32Array(count);
  let groupCount = 0;
  for (let at = 1; at <= count; at++) {
    const tied = ties === "mean" && at < count && scores[order[at]] === scores[order[at - 1]];
    if (!tied) groupEnds[groupCount++] = at;
  }
  return { grades: Float64Array.from(order, (i) => grades[i]), groupEnds, groupCount };
}
