import { type Claim, groups, meets, type Report, type Suite } from "./suite.ts";

/** The machine and the mode of a run. */
export interface RunAbout {
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
  readonly kernelBuild: string;
  /** PyTorch and its BLAS, if installed. */
  readonly peer?: string;
  readonly quick: boolean;
}

export interface Result {
  readonly suite: Suite;
  readonly report: Report;
}

/** Formats the summary of a run as Markdown: the machine, the missed targets, and for each suite, by group, a table of claims. */
export function summary(results: readonly Result[], about: RunAbout): string {
  const parts = groups.flatMap((group) => {
    const own = results.filter(({ suite }) => suite.group === group);
    return own.length === 0 ? [] : [`## ${group}`, ...own.map(section)];
  });
  return `${["# Benchmarks", machine(about), verdicts(results), ...parts].join("\n\n")}\n`;
}

function machine({ cpu, cores, node, kernelBuild, peer, quick }: RunAbout): string {
  const where = `${cpu}, ${cores} cores, Node ${node}, kernels ${kernelBuild}, ${peer ?? "no PyTorch"}`;
  const how = quick ? "A quick run: fewer repeats, smaller sizes." : "A full run.";
  return `${where}. ${how} Figures are ratios within the run (×), counts or sizes; medians over repeats are shown with their quartiles. The last column is specific to this machine.`;
}

/** The number of targets that were met, or a list of missed targets. */
function verdicts(results: readonly Result[]): string {
  const held = results.flatMap(({ suite, report }) =>
    report.claims.filter(({ target }) => target !== undefined).map((claim) => ({ suite, claim })),
  );
  const missed = held.filter(({ claim }) => !meets(claim));
  if (missed.length === 0) return `All ${held.length} targets are met.`;
  const names = missed.map(({ suite, claim }) => `- \`${suite.name}\`: ${claim.what}`).join("\n");
  return `${missed.length} of ${held.length} targets are missed:\n\n${names}`;
}

function section({ suite, report }: Result): string {
  const parts = [`### ${suite.title} (\`${suite.name}\`)`];
  if (report.claims.length > 0) parts.push(table(report.claims));
  parts.push(...(report.skipped ?? []));
  return parts.join("\n\n");
}

function table(claims: readonly Claim[]): string {
  const rows = claims.map((claim) => [
    claim.what,
    figure(claim),
    spread(claim),
    target(claim),
    verdict(claim),
    claim.context ?? "",
  ]);
  return markdownTable([["", "figure", "quartiles", "target", "", "on this machine"], ...rows]);
}

/** A Markdown table whose columns are also aligned in a terminal. */
export function markdownTable([head, ...rows]: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(3, ...[head, ...rows].map((row) => row[column].length)));
  const line = (row: readonly string[]): string => `| ${row.map((cell, i) => cell.padEnd(widths[i])).join(" | ")} |`;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n");
}

function figure({ figure: value, unit = "×" }: Claim): string {
  return `${compact(value)} ${unit}`.trimEnd();
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

/** Formats a number with three significant digits. */
export function compact(value: number): string {
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  if (size < 1e-3 || size >= 1e6) return value.toExponential(1);
  return size >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
