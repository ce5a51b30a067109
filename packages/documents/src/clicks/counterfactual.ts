import { type ClickLog, inversePropensities } from "./click-log.ts";

/** Options for {@link counterfactualValue}. */
export interface CounterfactualOptions {
  /** The cutoff: documents ranked below it have gain 0. Default: 10. */
  readonly k?: number;
  /** The gain of a relevant document at rank r: 1/log₂(1 + r) or 1. Default: `"dcg"`. */
  readonly gain?: "dcg" | "hits";
  /**
   * How clicks are weighted.
   *
   * - `"ips"` (default): the mean over lists of Σ click/θ · gain, an unbiased estimate of the gain per list.
   * - `"self-normalized"`: the gain per relevant document, (Σ click/θ · gain)/(Σ click/θ). It varies less, and constant factors in θ
   *   cancel.
   */
  readonly estimator?: "ips" | "self-normalized";
  /** The largest weight 1/θ of a click. Smaller values reduce the variance and add bias. Default: no limit. */
  readonly clip?: number;
}

/** An estimate with its standard error over lists. */
export interface CounterfactualEstimate {
  /** The estimate. */
  readonly value: number;
  /** The standard error of the estimate over lists, by the delta method if it is self-normalized; NaN for a single list. */
  readonly standardError: number;
  /** The effective number of clicks, (Σw)²/Σw² for weights w: this many unweighted clicks would be as informative. */
  readonly effectiveClicks: number;
}

/**
 * Estimates from logged clicks how well other scores would have ranked the lists: each click is weighted by 1/θ of its position and by the
 * gain at the rank that these scores give the document.
 *
 * @param scores - The score of each document under the ranking to evaluate; documents with equal scores keep their order in the list.
 * @param log - The positions and clicks.
 * @param propensities - θ_k, the probability that position k is examined, for k = 1, 2, ….
 * @param options - The gain, the estimator and the largest weight.
 *
 * @example
 * ```ts
 * import { counterfactualValue } from "@tierwise/documents";
 *
 * const log = { offsets: Int32Array.of(0, 2, 4), positions: Int32Array.of(1, 2, 1, 2), clicks: Uint8Array.of(1, 0, 0, 1) };
 * const scores = Float64Array.of(0, 1, 0, 1); // ranks the second document first
 * const { value, standardError } = counterfactualValue(scores, log, [1, 0.5], { k: 1 });
 * console.log(value, standardError); // 1 1
 * ```
 */
export function counterfactualValue(
  scores: ArrayLike<number>,
  log: ClickLog,
  propensities: ArrayLike<number>,
  options: CounterfactualOptions = {},
): CounterfactualEstimate {
  const { k = 10, gain = "dcg", estimator = "ips", clip = Number.POSITIVE_INFINITY } = options;
  const inverse = inversePropensities(log, propensities, clip);
  const { offsets, clicks } = log;
  const count = offsets.length - 1;
  if (scores.length !== clicks.length) {
    throw new RangeError(`scores.length is ${scores.length}; expected ${clicks.length}, one per document`);
  }
  if (!(k >= 1)) throw new RangeError(`k is ${k}; expected a number of at least 1`);
  if (count < 1) throw new RangeError("log has 0 lists; expected at least 1");
  const [gains, totals] = [new Float64Array(count), new Float64Array(count)];
  let squares = 0;
  for (let l = 0; l < count; l++) {
    for (let i = offsets[l]; i < offsets[l + 1]; i++) {
      if (clicks[i] === 0) continue;
      const rank = rankOf(scores, i, offsets[l], offsets[l + 1]);
      const own = rank > k ? 0 : gain === "hits" ? 1 : 1 / Math.log2(1 + rank);
      gains[l] += inverse[i] * own;
      totals[l] += inverse[i];
      squares += inverse[i] ** 2;
    }
  }
  const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
  const all = sum(totals);
  const effectiveClicks = squares > 0 ? all ** 2 / squares : 0;
  const normalized = estimator === "self-normalized";
  const value = normalized ? sum(gains) / all : sum(gains) / count;
  // Standard error of the ratio: the standard error of the mean of (gain − value · total), divided by the mean total.
  const residuals = gains.map((own, l) => (normalized ? own - value * totals[l] : own - value));
  const variance = residuals.reduce((total, r) => total + r * r, 0) / (count - 1);
  const standardError = Math.sqrt(variance / count) / (normalized ? all / count : 1);
  return { value, standardError, effectiveClicks };
}

/** The rank of document i in its list, from 1. */
function rankOf(scores: ArrayLike<number>, i: number, from: number, to: number): number {
  let rank = 1;
  for (let j = from; j < to; j++) if (scores[j] > scores[i] || (scores[j] === scores[i] && j < i)) rank++;
  return rank;
}
