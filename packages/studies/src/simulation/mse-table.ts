import type { Method } from "./methods.ts";
import { type MseSummary, mseSlopes } from "./mse-summary.ts";

/**
 * The accuracy study as text for a terminal: a table for each number of items with means and standard errors, the slope of the
 * error in n (−1 in theory), and a bar for the error at the largest n on a logarithmic scale.
 *
 * @param summaries - The output of `summarizeMse` from `@tierwise/studies`.
 *
 * @example
 * ```ts
 * import { mseTable } from "@tierwise/studies";
 *
 * const cell = { itemCount: 50, samples: 100, seeds: 2, standardError: 1e-5, converged: 2 } as const;
 * const table = mseTable([
 *   { ...cell, method: "PL-Partition", mean: 2e-4 },
 *   { ...cell, method: "PL-LB", mean: 8e-4 },
 * ]);
 * console.log(table);
 * // N = 50          n = 100         slope
 * // PL-Partition    2.0e-4 ± 5 %        ·  ▏
 * // PL-LB           8.0e-4 ± 1 %        ·  ██████
 * ```
 */
export function mseTable(summaries: readonly MseSummary[]): string {
  const sizes = [...new Set(summaries.map(({ itemCount }) => itemCount))].sort((a, b) => a - b);
  return sizes.map((itemCount) => tableOf(summaries.filter((summary) => summary.itemCount === itemCount))).join("\n\n");
}

/** The number of blocks in a bar per factor of ten. */
const BLOCKS = 10;

function tableOf(summaries: readonly MseSummary[]): string {
  const samples = [...new Set(summaries.map((summary) => summary.samples))].sort((a, b) => a - b);
  const methods = [...new Set(summaries.map(({ method }) => method))];
  const slopes = mseSlopes(summaries);
  const cellOf = (method: Method, n: number): MseSummary | undefined =>
    summaries.find((summary) => summary.method === method && summary.samples === n);
  const lasts = methods.map((method) => cellOf(method, samples[samples.length - 1])?.mean ?? Number.NaN);
  const least = Math.min(...lasts.filter((value) => value > 0));
  const head = [`N = ${summaries[0].itemCount}`, ...samples.map((n) => `n = ${n}`), "slope", ""];
  const rows = methods.map((method, m) => [
    method,
    ...samples.map((n) => figure(cellOf(method, n))),
    slopes.find((slope) => slope.method === method)?.slope.toFixed(2) ?? "·",
    lasts[m] > 0 ? "█".repeat(Math.round(BLOCKS * Math.log10(lasts[m] / least))) || "▏" : "",
  ]);
  const theory = samples.length > 1 ? [["theory", ...samples.map(() => ""), "-1", ""]] : [];
  return [head, ...rows, ...theory].map(line).join("\n");
}

function figure(summary: MseSummary | undefined): string {
  if (summary === undefined) return "not run";
  const { mean, standardError } = summary;
  const spread = standardError !== undefined ? ` ± ${((100 * standardError) / mean).toFixed(0)} %` : "";
  return `${mean.toExponential(1)}${spread}`;
}

/** Formats a line with the name, the errors, the right-aligned slope, and the bar. */
function line([name, ...others]: readonly string[]): string {
  const [bar, slope, ...figures] = others.toReversed();
  return [name.padEnd(14), ...figures.toReversed().map((cell) => cell.padEnd(14)), slope.padStart(5), bar]
    .join("  ")
    .trimEnd();
}
