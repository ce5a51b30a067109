import { groupBy } from "../statistics/group-by.ts";
import { type MeanAndError, meanAndError } from "../statistics/mean-and-error.ts";
import type { RankBreakingResult } from "./rank-breaking-cell.ts";

/** The fits of one estimator to data of one size, over all seeds. */
export interface EstimatorSummary extends Pick<RankBreakingResult, "estimator" | "by" | "users"> {
  /** The number of seeds. */
  readonly seeds: number;
  /** The mean over items of (ŵ − w)². */
  readonly meanSquaredError: MeanAndError;
  /** The error divided by the error of the unlimited estimator on the same data. */
  readonly againstUnlimited: MeanAndError;
  /** The time of a fit. */
  readonly seconds: MeanAndError;
  /** Whether every fit converged. */
  readonly converged: boolean;
}

/** Means and standard errors over seeds, per estimator. */
export function summarizeFits(fits: readonly RankBreakingResult[]): EstimatorSummary[] {
  const unlimitedOf = ({ seed, users }: RankBreakingResult): number =>
    fits.find((fit) => fit.estimator === "unlimited" && fit.seed === seed && fit.users === users)?.meanSquaredError ??
    Number.NaN;
  return groupBy(fits, ({ users, estimator, by }) => `${users} ${estimator} ${by}`).map((group) => ({
    estimator: group[0].estimator,
    by: group[0].by,
    users: group[0].users,
    seeds: group.length,
    meanSquaredError: meanAndError(group.map((fit) => fit.meanSquaredError)),
    againstUnlimited: meanAndError(group.map((fit) => fit.meanSquaredError / unlimitedOf(fit))),
    seconds: meanAndError(group.map((fit) => fit.seconds)),
    converged: group.every((fit) => fit.converged),
  }));
}

export function rankBreakingTable(summaries: readonly EstimatorSummary[]): string {
  const head = ["users", "estimator", "by", "MSE", "against unlimited", "seconds per fit"];
  const rows = summaries.map(({ users, estimator, by, meanSquaredError, againstUnlimited, seconds, converged }) => [
    String(users),
    `${/^\d/.test(estimator) ? `M = ${estimator}` : estimator}${converged ? "" : " (not converged)"}`,
    estimator === "pairs" ? "closed form" : by,
    plusMinus(meanSquaredError, 4),
    `${plusMinus(againstUnlimited, 2)} ×`,
    plusMinus(seconds, 2),
  ]);
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  const line = (row: readonly string[]): string => `| ${row.map((cell, i) => cell.padEnd(widths[i])).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

function plusMinus({ mean, standardError }: MeanAndError, digits: number): string {
  return standardError === undefined
    ? mean.toFixed(digits)
    : `${mean.toFixed(digits)} ± ${standardError.toFixed(digits)}`;
}
