// `pnpm turbo bench`: runs every suite and writes bench-results/*.json and bench-results/summary.md.
// node dist/main.js [--quick] [--strict] [--only NAME]…
// --strict ends with 1 where a target is missed; a busy machine misses some without being slower.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runApart } from "./run-apart.ts";
import { meets, type Report, type Suite } from "./suite.ts";
import { suites } from "./suites.ts";
import { summary } from "./summary.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    strict: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
  },
});
const known = suites.map((suite) => suite.name);
const unknown = values.only.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`unknown suite ${unknown.join(", ")}; there are ${known.join(", ")}`);
  process.exit(2);
}

const output = join(import.meta.dirname, "..", "..", "..", "bench-results");
mkdirSync(output, { recursive: true });
const machine = { node: process.version, cpu: cpus()[0]?.model ?? "unknown", cores: cpus().length };

const results: { suite: Suite; report: Report }[] = [];
for (const suite of suites) {
  if (values.only.length > 0 && !values.only.includes(suite.name)) continue;
  console.error(`running ${suite.name}: ${suite.title}`);
  const file = join(output, `${suite.name}.json`);
  runApart(suite.name, values.quick, file);
  const report = JSON.parse(readFileSync(file, "utf8")) as Report;
  writeFileSync(file, `${JSON.stringify({ suite: suite.name, quick: values.quick, machine, ...report }, null, 2)}\n`);
  results.push({ suite, report });
}

const text = summary(results);
if (values.only.length === 0) writeFileSync(join(output, "summary.md"), text);
console.log(text);
const missed = results.flatMap(({ report }) => report.claims).filter((claim) => !meets(claim));
console.log(missed.length === 0 ? "every target is met" : `${missed.length} targets are missed`);
if (values.strict && missed.length > 0) process.exitCode = 1;
