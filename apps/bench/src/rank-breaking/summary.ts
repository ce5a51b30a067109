import type { StudyFit } from "./study.ts";

/** A mean over seeds with its standard error. */
export interface Mean {
  readonly mean: number;
  readonly standardError: number;
}

/** One estimator on data of one size, over all seeds. */
export interface EstimatorSummary extends Pick<StudyFit, "estimator" | "by" | "users"> {
  /** Over how many seeds the means are. */
  readonly seeds: number;
  /** Mean over items of (ŵ − w)². */
  readonly meanSquaredError: Mean;
  /** That error divided by the unlimited estimator's on the same data. */
  readonly againstUnlimited: Mean;
  /** Time of a fit. */
  readonly seconds: Mean;
  /** Whether every fit converged. */
  readonly converged: boolean;
}

/** Means and standard errors over seeds, estimator by estimator. */
export function summarise(fits: readonly StudyFit[]): EstimatorSummary[] {
  const groups = new Map<string, StudyFit[]>();
  for (const fit of fits) {
    const key = `${fit.users} ${fit.estimator} ${fit.by}`;
    groups.set(key, [...(groups.get(key) ?? []), fit]);
  }
  const unlimitedOf = ({ seed, users }: StudyFit): number =>
    fits.find((fit) => fit.estimator === "unlimited" && fit.seed === seed && fit.users === users)?.meanSquaredError ??
    Number.NaN;
  return [...groups.values()].map((group) => ({
    estimator: group[0].estimator,
    by: group[0].by,
    users: group[0].users,
    seeds: group.length,
    meanSquaredError: meanOf(group.map((fit) => fit.meanSquaredError)),
    againstUnlimited: meanOf(group.map((fit) => fit.meanSquaredError / unlimitedOf(fit))),
    seconds: meanOf(group.map((fit) => fit.seconds)),
    converged: group.every((fit) => fit.converged),
  }));
}

/** The mean of values and s/√n, s their standard deviation. */
export function meanOf(values: readonly number[]): Mean {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, standardError: Math.sqrt(squares / Math.max(1, values.length - 1) / values.length) };
}

/** A Markdown table of a summary. */
export function studyTable(summaries: readonly EstimatorSummary[]): string {
  const head = ["users", "estimator", "by", "MSE", "against unlimited", "seconds a fit"];
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

function plusMinus({ mean, standardError }: Mean, digits: number): string {
  return `${mean.toFixed(digits)} ± ${standardError.toFixed(digits)}`;
}
