import { groupBy } from "../statistics/group-by.ts";
import { growthExponent } from "../statistics/growth-exponent.ts";
import { type MeanAndError, meanAndError } from "../statistics/mean-and-error.ts";
import type { Method } from "./methods.ts";
import type { MseResult } from "./mse-cell.ts";

/** The mean error of one method at one size, over all seeds. */
export interface MseSummary extends MeanAndError {
  /** N, the number of items. */
  readonly itemCount: number;
  /** n, the number of samples. */
  readonly samples: number;
  /** The method. */
  readonly method: Method;
  /** The number of seeds. */
  readonly seeds: number;
  /** The number of fits that converged before the maximum number of steps. */
  readonly converged: number;
}

/**
 * Mean and standard error over the seeds, for every method and size, in the order of the results.
 *
 * @param results - The results of the accuracy study.
 */
export function summarizeMse(results: readonly MseResult[]): MseSummary[] {
  const groups = groupBy(results, ({ itemCount, samples, method }) => [itemCount, samples, method].join());
  return groups.map((group) => {
    const [{ itemCount, samples, method }] = group;
    const errors = group.map(({ mse }) => mse);
    const converged = group.filter((result) => result.converged).length;
    return { itemCount, samples, method, seeds: group.length, ...meanAndError(errors), converged };
  });
}

/** The rate at which the error of a method decreases with n. */
export interface MseSlope {
  /** N, the number of items. */
  readonly itemCount: number;
  /** The method. */
  readonly method: Method;
  /** The exponent p in MSE ∝ n^p; −1 for a maximum-likelihood estimate with enough data. */
  readonly slope: number;
}

/**
 * The slope of log MSE against log n, for every method and N with more than one n.
 *
 * @param summaries - The output of {@link summarizeMse}.
 */
export function mseSlopes(summaries: readonly MseSummary[]): MseSlope[] {
  const groups = groupBy(summaries, ({ itemCount, method }) => [itemCount, method].join());
  return groups
    .filter((group) => group.length > 1)
    .map((group) => ({
      itemCount: group[0].itemCount,
      method: group[0].method,
      slope: growthExponent(
        group.map(({ samples }) => samples),
        group.map((summary) => summary.mean),
      ),
    }));
}

/** A cell in which a study contradicts the paper. */
export interface Disagreement {
  /** N, the number of items. */
  readonly itemCount: number;
  /** n, the number of samples. */
  readonly samples: number;
  /** The method: a practical method with a mean error below that of PL-Partition, or the oracle with a mean error above it. */
  readonly method: Method;
  /** The mean over seeds of log(MSE of this method / MSE of PL-Partition). */
  readonly logRatio: number;
  /** The standard error of this mean, from pairs of fits to the same data. */
  readonly standardError: number | undefined;
}

/**
 * The cells that contradict the paper's finding: a practical method has a lower mean MSE than PL-Partition, or the oracle PL-TopK has a
 * higher mean MSE.
 *
 * @param results - The results of the accuracy study.
 */
export function disagreements(results: readonly MseResult[]): Disagreement[] {
  const keyOf = ({ itemCount, samples, seed }: MseResult): string => [itemCount, samples, seed].join();
  const exact = new Map(results.filter(({ method }) => method === "PL-Partition").map((one) => [keyOf(one), one.mse]));
  const means = summarizeMse(results);
  return means.flatMap(({ itemCount, samples, method, mean: error }) => {
    const ours = means.find((m) => m.itemCount === itemCount && m.samples === samples && m.method === "PL-Partition");
    if (ours === undefined || method === "PL-Partition") return [];
    if (method === "PL-TopK" ? error <= ours.mean : error >= ours.mean) return [];
    const ratios = results
      .filter((one) => one.itemCount === itemCount && one.samples === samples && one.method === method)
      .map((one) => Math.log(one.mse / (exact.get(keyOf(one)) ?? Number.NaN)));
    const { mean: logRatio, standardError } = meanAndError(ratios);
    return [{ itemCount, samples, method, logRatio, standardError }];
  });
}
