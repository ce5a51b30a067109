import { normalQuantile } from "../numerics/normal-quantile.ts";
import { checkLevel } from "../uncertainty/uncertain-fit.ts";
import type { PairCounts } from "./pair-counts.ts";
import { checkUtilities, winProbabilityOf } from "./win-matrix.ts";

/** Options for {@link calibration}. */
export interface CalibrationOptions {
  /** The number of bins of equal width between 0.5 and 1. Default: 10. */
  readonly bins?: number;
  /** The level of the intervals. Default: 0.95. */
  readonly level?: number;
}

/** A bin of comparisons whose favorites have similar predicted probabilities of winning. */
export interface CalibrationBin {
  /** The range of predicted probabilities in the bin. */
  readonly range: readonly [from: number, to: number];
  /** The number of comparisons. */
  readonly count: number;
  /** The mean predicted probability that the favorite wins. */
  readonly predicted: number;
  /** The share of comparisons that the favorite won. */
  readonly observed: number;
  /** The Wilson interval for the observed share. */
  readonly interval: readonly [from: number, to: number];
}

/** How well predicted probabilities match observed shares. */
export interface Calibration {
  /** The bins that contain comparisons, in the order of their predicted probabilities. */
  readonly bins: readonly CalibrationBin[];
  /** The mean of |observed − predicted| over bins, weighted by their counts (the expected calibration error). */
  readonly error: number;
  /** The number of comparisons. */
  readonly count: number;
}

/**
 * Checks predicted probabilities: if the favorite should win with probability p, does it win a fraction p of such comparisons? Every
 * comparison is counted once, from the side of the favorite (of two equal items, the first).
 *
 * The intervals are Wilson's for a binomial share (Wilson 1927) and assume independent comparisons. If there are ties, the intervals are
 * somewhat too wide, because half wins vary less than wins.
 *
 * @param pairs - The result of {@link pairCounts}.
 * @param utilities - One utility per item.
 * @param options - The bins and the level of their intervals.
 *
 * @example
 * ```ts
 * import { calibration, pairCounts } from "@tierwise/aggregate";
 *
 * const preferences = [{ tiers: [[0], [1]] }, { tiers: [[1], [0]] }];
 * const pairs = pairCounts({ items: 2, preferences, weights: [70, 30] });
 * const { bins, error } = calibration(pairs, [Math.log(3), 0]);
 * const [{ count, predicted, observed, interval }] = bins;
 * console.log(count, predicted.toFixed(2), observed, interval.map((p) => p.toFixed(3)).join(" to ")); // 100 0.75 0.7 0.604 to 0.781
 * console.log(error.toFixed(2)); // 0.05
 * ```
 */
export function calibration(
  { itemCount: n, wins }: PairCounts,
  utilities: ArrayLike<number>,
  { bins: binCount = 10, level = 0.95 }: CalibrationOptions = {},
): Calibration {
  checkUtilities(utilities, n);
  checkLevel(level);
  if (!Number.isInteger(binCount) || binCount < 1) {
    throw new RangeError(`bins is ${binCount}; expected a positive integer`);
  }
  const counts = new Float64Array(binCount);
  const predicted = new Float64Array(binCount);
  const won = new Float64Array(binCount);
  for (let i = 0; i < n; i++) {
    for (let j = i + 1; j < n; j++) {
      const count = wins[i * n + j] + wins[j * n + i];
      if (count === 0) continue;
      const [better, worse] = utilities[i] >= utilities[j] ? [i, j] : [j, i];
      const p = winProbabilityOf(utilities[better] - utilities[worse]);
      const bin = Math.min(binCount - 1, Math.floor((2 * p - 1) * binCount));
      counts[bin] += count;
      predicted[bin] += count * p;
      won[bin] += wins[better * n + worse];
    }
  }
  const z = -normalQuantile((1 - level) / 2);
  const width = 0.5 / binCount;
  const bins = Array.from(counts, (count, b): CalibrationBin => {
    const observed = won[b] / count;
    return {
      range: [0.5 + b * width, 0.5 + (b + 1) * width],
      count,
      predicted: predicted[b] / count,
      observed,
      interval: wilson(observed, count, z),
    };
  }).filter(({ count }) => count > 0);
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  const error = bins.reduce((sum, bin) => sum + (bin.count / total) * Math.abs(bin.observed - bin.predicted), 0);
  return { bins, error, count: total };
}

/** Wilson's interval for a share p of n trials. */
function wilson(p: number, n: number, z: number): [number, number] {
  const shrink = 1 + (z * z) / n;
  const center = (p + (z * z) / (2 * n)) / shrink;
  const reach = (z / shrink) * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return [Math.max(0, center - reach), Math.min(1, center + reach)];
}
