import { studentQuantile, studentTail } from "./student.ts";

/** The difference between two models on the same lists. */
export interface PairedTest {
  /** The number of lists for which both models have a value. */
  readonly count: number;
  /** The mean difference, first minus second. */
  readonly difference: number;
  /** The standard error of the mean difference. */
  readonly standardError: number;
  /** The confidence interval of the mean difference. */
  readonly interval: readonly [number, number];
  /** The two-sided p-value of Student's t test that the mean difference is 0. */
  readonly p: number;
}

/**
 * Compares two models list by list with Student's paired t test, which agrees with the randomization test on retrieval metrics (Smucker,
 * Allan and Carterette 2007) and needs no random numbers. Lists with a NaN value are omitted.
 *
 * @param first - A metric of the first model on each list; see {@link GradedEvaluator.lists}.
 * @param second - The same metric of the second model on the same lists.
 * @param options - `level` is the level of the confidence interval. Default: 0.95.
 *
 * @example
 * ```ts
 * import { pairedTest } from "@tierwise/metrics";
 *
 * const { difference, interval, p } = pairedTest([0.8, 0.6, 0.9, 0.7], [0.7, 0.6, 0.6, 0.5]);
 * console.log(difference.toFixed(3), interval.map((x) => x.toFixed(3)).join(" "), p.toFixed(4)); // 0.150 -0.055 0.355 0.1027
 * ```
 */
export function pairedTest(
  first: ArrayLike<number>,
  second: ArrayLike<number>,
  { level = 0.95 }: { readonly level?: number } = {},
): PairedTest {
  if (first.length !== second.length) {
    throw new RangeError(
      `first has length ${first.length} and second has length ${second.length}; expected the same length`,
    );
  }
  if (!(level > 0 && level < 1)) throw new RangeError(`level is ${level}; expected a number between 0 and 1`);
  const differences = Array.from(first, (value, i) => value - second[i]).filter((value) => !Number.isNaN(value));
  const count = differences.length;
  const difference = differences.reduce((sum, value) => sum + value, 0) / count;
  const squares = differences.reduce((sum, value) => sum + (value - difference) ** 2, 0);
  const standardError = Math.sqrt(squares / (count - 1) / count);
  const half = count > 1 ? studentQuantile((1 + level) / 2, count - 1) * standardError : Number.NaN;
  const same = standardError === 0 && difference === 0;
  const p = same ? 1 : count > 1 ? 2 * studentTail(Math.abs(difference) / standardError, count - 1) : Number.NaN;
  return { count, difference, standardError, interval: [difference - half, difference + half], p };
}
