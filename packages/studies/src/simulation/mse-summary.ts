import { groupBy } from "../statistics/group-by.ts";
import { growthExponent } from "../statistics/growth-exponent.ts";
import { type MeanAndError, meanAndError } from "../statistics/mean-and-error.ts";
import type { Method } from "./methods.ts";
import type { MseResult } from "./mse-cell.ts";

/** The seeds of one method and size, together. */
export interface MseSummary extends MeanAndError {
  /** N. */
  readonly items: number;
  /** n. */
  readonly samples: number;
  /** Whose. */
  readonly method: Method;
  /** How many seeds there are. */
  readonly seeds: number;
  /** How many of the fits stopped by themselves. */
  readonly converged: number;
}

/**
 * Mean and standard error over the seeds, for every method and size, in the order of the results.
 *
 * @param results - Of the study of accuracy.
 */
export function summarizeMse(results: readonly MseResult[]): MseSummary[] {
  const groups = groupBy(results, ({ items, samples, method }) => [items, samples, method].join());
  return groups.map((group) => {
    const [{ items, samples, method }] = group;
    const errors = group.map(({ mse }) => mse);
    const converged = group.filter((result) => result.converged).length;
    return { items, samples, method, seeds: group.length, ...meanAndError(errors), converged };
  });
}

/** How fast the error of a method falls with n. */
export interface MseSlope {
  /** N. */
  readonly items: number;
  /** Whose. */
  readonly method: Method;
  /** p of MSE ∝ n^p; −1 for a maximum-likelihood estimate with enough data. */
  readonly slope: number;
}

/**
 * The slope of log MSE against log n, for every method and N with more than one n.
 *
 * @param summaries - From {@link summarizeMse}.
 */
export function mseSlopes(summaries: readonly MseSummary[]): MseSlope[] {
  const groups = groupBy(summaries, ({ items, method }) => [items, method].join());
  return groups
    .filter((group) => group.length > 1)
    .map((group) => ({
      items: group[0].items,
      method: group[0].method,
      slope: growthExponent(
        group.map(({ samples }) => samples),
        group.map((summary) => summary.mean),
      ),
    }));
}

/** A place where a study says something else than the paper. */
export interface Disagreement {
  /** N. */
  readonly items: number;
  /** n. */
  readonly samples: number;
  /** The method whose mean is on the wrong side of PL-Partition's: a practical one below, or the oracle above. */
  readonly method: Method;
  /** Mean over the seeds of log(its MSE/PL-Partition's). */
  readonly logRatio: number;
  /** The standard error of that; both methods saw the same data. */
  readonly standardError: number | undefined;
}

/**
 * Where the paper's finding does not show: cells in which a practical method has a lower mean MSE than PL-Partition, or the
 * oracle PL-TopK a higher one.
 *
 * @param results - Of the study of accuracy.
 */
export function disagreements(results: readonly MseResult[]): Disagreement[] {
  const keyOf = ({ items, samples, seed }: MseResult): string => [items, samples, seed].join();
  const exact = new Map(results.filter(({ method }) => method === "PL-Partition").map((one) => [keyOf(one), one.mse]));
  const means = summarizeMse(results);
  return means.flatMap(({ items, samples, method, mean: error }) => {
    const ours = means.find((m) => m.items === items && m.samples === samples && m.method === "PL-Partition");
    if (ours === undefined || method === "PL-Partition") return [];
    if (method === "PL-TopK" ? error <= ours.mean : error >= ours.mean) return [];
    const ratios = results
      .filter((one) => one.items === items && one.samples === samples && one.method === method)
      .map((one) => Math.log(one.mse / (exact.get(keyOf(one)) ?? Number.NaN)));
    const { mean: logRatio, standardError } = meanAndError(ratios);
    return [{ items, samples, method, logRatio, standardError }];
  });
}
