import { type Claim, meets, type Report, type Suite } from "./suite.ts";

/** The readable summary of a run, in Markdown: a table of claims per suite. */
export function summary(results: readonly { suite: Suite; report: Report }[]): string {
  return results.map(({ suite, report }) => `## ${suite.title}\n\n${table(report.claims)}\n`).join("\n");
}

function table(claims: readonly Claim[]): string {
  const rows = claims.map((claim) => [claim.what, figure(claim), spread(claim), target(claim), verdict(claim)]);
  return markdownTable([["", "figure", "quartiles", "target", ""], ...rows]);
}

function markdownTable([head, ...rows]: readonly string[][]): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => row[column].length)));
  const line = (row: readonly string[]): string => `| ${row.map((cell, i) => cell.padEnd(widths[i])).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

function figure({ figure: value, unit = "×" }: Claim): string {
  return `${compact(value)} ${unit}`;
}

function spread({ quartiles }: Claim): string {
  return quartiles ? `${compact(quartiles[0])} – ${compact(quartiles[1])}` : "";
}

function target({ target: wanted }: Claim): string {
  if (wanted === undefined) return "";
  return "atMost" in wanted ? `≤ ${compact(wanted.atMost)}` : `≥ ${compact(wanted.atLeast)}`;
}

function verdict(claim: Claim): string {
  if (claim.target === undefined) return "";
  return meets(claim) ? "met" : "MISSED";
}

function compact(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size < 1e-3 || size >= 1e6) return value.toExponential(1);
  return size >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
