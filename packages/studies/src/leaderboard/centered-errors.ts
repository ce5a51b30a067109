import type { Fit } from "@tierwise/aggregate";

/**
 * The standard errors of utilities minus their mean, √(Σ_ii − 2·(mean of row i) + (mean of all)). They exclude the uncertainty of the mean,
 * which only a prior determines.
 */
export function centeredErrors({ covariance, utilities: { length: n }, problem }: Fit): Float64Array {
  if (covariance === undefined) throw new Error(`the fit has no covariance: ${problem}`);
  const rows = new Float64Array(n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) rows[i] += covariance[i * n + j] / n;
  const overall = rows.reduce((sum, row) => sum + row / n, 0);
  return rows.map((row, i) => Math.sqrt(covariance[i * n + i] - 2 * row + overall));
}
