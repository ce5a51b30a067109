// `pnpm --filter @tierwise/bench gate [--update] [--baseline FILE] [--only NAME]…`: in quick mode, runs the suites that have gated claims,
// and compares their ratios with baseline.json. Exits with code 1 if a ratio is worse by more than its tolerance or was not measured. A
// suite with a worse ratio is run up to two more times: the gate fails only if the ratio is worse three times in a row. With --update,
// nothing is compared: the median of three runs is stored as the new baseline.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { medianOf } from "@tierwise/studies";
import { suites } from "../suites/all-suites.ts";
import { runApart } from "../timing/run-apart.ts";
import type { Report } from "../timing/suite.ts";
import { compact, markdownTable } from "../timing/summary.ts";
import {
  type Baseline,
  type BaselineEntry,
  type Comparison,
  compareGate,
  gatedClaims,
  isRegression,
  keepBetter,
} from "./compare-gate.ts";

const TOLERANCE = 0.4;
/** A ratio fails if it is worse in this many consecutive runs; a new baseline is the median of the same number of runs. */
const RUNS = 3;
const gated = suites.filter((suite) => suite.gated).map(({ name }) => name);

const { values } = parseArgs({
  options: {
    update: { type: "boolean", default: false },
    baseline: { type: "string", default: join(import.meta.dirname, "..", "..", "baseline.json") },
    only: { type: "string", multiple: true, default: [] },
  },
});
const unknown = values.only.filter((name) => !gated.includes(name));
if (unknown.length > 0) {
  console.error(`unknown gated suite ${unknown.join(", ")}; expected one of ${gated.join(", ")}`);
  process.exit(2);
}
const wanted = gated.filter((name) => values.only.length === 0 || values.only.includes(name));
process.env["TIERWISE_PYTHON"] = ""; // no gated claim needs PyTorch
const folder = mkdtempSync(join(tmpdir(), "tierwise-gate-"));
try {
  if (values.update) update();
  else compare();
} finally {
  rmSync(folder, { recursive: true });
}

function measure(suite: string): Record<string, BaselineEntry> {
  console.error(`running ${suite}`);
  const file = join(folder, `${suite}.json`);
  runApart(suite, file, { quick: true });
  return gatedClaims(suite, (JSON.parse(readFileSync(file, "utf8")) as Report).claims);
}

function read(): Baseline {
  return JSON.parse(readFileSync(values.baseline, "utf8")) as Baseline;
}

/** The part of the baseline for the selected suites. */
function wantedOf({ tolerance, claims }: Baseline): Baseline {
  const kept = Object.entries(claims).filter(([name]) => values.only.length === 0 || wanted.includes(suiteOf(name)));
  return { tolerance, claims: Object.fromEntries(kept) };
}

function suiteOf(name: string): string {
  return name.slice(0, name.indexOf(":"));
}

function compare(): void {
  const baseline = wantedOf(read());
  let run: Record<string, BaselineEntry> = {};
  let again = wanted;
  for (let attempt = 1; attempt <= RUNS && again.length > 0; attempt++) {
    for (const suite of again) run = keepBetter(run, measure(suite));
    const worse = compareGate(baseline, run).filter(({ verdict }) => verdict === "worse");
    again = wanted.filter((suite) => worse.some(({ name }) => suiteOf(name) === suite));
    if (again.length > 0 && attempt < RUNS)
      console.error(`worse than the baseline, running again: ${again.join(", ")}`);
  }
  report(compareGate(baseline, run), baseline.tolerance);
}

function report(found: readonly Comparison[], tolerance: number): void {
  const rows = found.map(({ name, verdict, ratio, stored, worse, tolerance: allowed }) => [
    name,
    number(ratio),
    number(stored),
    Number.isNaN(worse) ? "" : `${worse > 1 ? "+" : ""}${(100 * (worse - 1)).toFixed(0)} %`,
    `${(100 * allowed).toFixed(0)} %`,
    verdict === "worse" || verdict === "missing" ? verdict.toUpperCase() : verdict,
  ]);
  console.log(markdownTable([["", "ratio", "baseline", "worse by", "allowed", ""], ...rows]));
  for (const { name } of found.filter(({ verdict }) => verdict === "new")) {
    console.log(`warning: ${name} is not in the baseline; add it with --update`);
  }
  const broken = found.filter(isRegression);
  if (broken.length === 0) {
    console.log(
      `None of the ${found.length} ratios is worse than its baseline by more than its tolerance (${100 * tolerance} % by default).`,
    );
    return;
  }
  const each = broken.map(({ name, verdict, worse }) =>
    verdict === "missing"
      ? `${name} was not measured`
      : `${name} is worse than the baseline by a factor of ${compact(worse)}`,
  );
  console.error(`The gate failed: ${each.join("; ")}.`);
  process.exitCode = 1;
}

function update(): void {
  const runs = Array.from({ length: RUNS }, () => Object.assign({}, ...wanted.map(measure)) as Baseline["claims"]);
  const measured = Object.entries(runs[0]).map(([name, entry]) => {
    const ratio = Number(medianOf(runs.map((run) => run[name].ratio)).toPrecision(3));
    return [name, { ...entry, ratio }] as const;
  });
  const others =
    values.only.length === 0 ? [] : Object.entries(read().claims).filter(([name]) => !wanted.includes(suiteOf(name)));
  const claims = Object.fromEntries([...others, ...measured].sort(([a], [b]) => (a < b ? -1 : 1)));
  const baseline: Baseline = { tolerance: TOLERANCE, claims };
  writeFileSync(values.baseline, `${JSON.stringify(baseline, null, 2)}\n`);
  const noisy = measured.filter(([name, { tolerance = TOLERANCE }]) => spreadOf(runs, name) > 1 + tolerance);
  for (const [name] of noisy)
    console.log(`warning: ${name} varied by a factor of ${compact(spreadOf(runs, name))} between the runs`);
  console.log(`wrote ${measured.length} ratios to ${values.baseline}`);
}

function spreadOf(runs: readonly Baseline["claims"][], name: string): number {
  const ratios = runs.map((run) => run[name].ratio);
  return Math.max(...ratios) / Math.min(...ratios);
}

function number(value: number): string {
  return Number.isNaN(value) ? "" : compact(value);
}
