// `npm run bench -- [--quick] [--strict] [--wide] [--only NAME]…`: runs every suite and writes bench-results/*.json and
// bench-results/summary.md. --strict exits with code 1 if a target is missed; on a busy machine, that can happen without a regression.
// --wide computes matrix products in 256-bit vectors through an experimental V8 flag, on Node 24 and later.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { supportedKernelBuild, widenProducts } from "@tierwise/kernels";
import { torchPeer } from "./peers/torch-peer.ts";
import { suites } from "./suites/all-suites.ts";
import { runApart } from "./timing/run-apart.ts";
import { meets, type Report } from "./timing/suite.ts";
import { type Result, type RunAbout, summary } from "./timing/summary.ts";

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    strict: { type: "boolean", default: false },
    wide: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
  },
});
const known = suites.map((suite) => suite.name);
const unknown = values.only.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`unknown suite ${unknown.join(", ")}; expected one of ${known.join(", ")}`);
  process.exit(2);
}

const output = join(import.meta.dirname, "..", "..", "..", "bench-results");
mkdirSync(output, { recursive: true });
const width = values.wide ? widenProducts() : undefined;
if (width !== undefined) console.error(`${width.reason}\n`);
const wide = width?.wide ?? false;
const torch = torchPeer<{ version: string; blas: string }>("about.py");
const about: RunAbout = {
  cpu: cpus()[0]?.model ?? "unknown processor",
  cores: cpus().length,
  node: process.version,
  kernelBuild: `${supportedKernelBuild()}${wide ? " in 256-bit vectors" : ""}`,
  ...(torch === undefined ? {} : { peer: `PyTorch ${torch.version} with ${torch.blas}` }),
  quick: values.quick,
};

const start = performance.now();
const results: Result[] = [];
for (const suite of suites) {
  if (values.only.length > 0 && !values.only.includes(suite.name)) continue;
  const began = performance.now();
  const file = join(output, `${suite.name}.json`);
  runApart(suite.name, file, { quick: values.quick, wide });
  const report = JSON.parse(readFileSync(file, "utf8")) as Report;
  writeFileSync(
    file,
    `${JSON.stringify({ suite: suite.name, quick: values.quick, machine: about, ...report }, null, 2)}\n`,
  );
  results.push({ suite, report });
  console.error(`${suite.name.padEnd(22)} ${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s`);
  for (const sentence of report.skipped ?? []) console.error(`  ${sentence}`);
}
console.error(`${"total".padEnd(22)} ${((performance.now() - start) / 1000).toFixed(1).padStart(6)} s`);

const text = summary(results, about);
if (values.only.length === 0) writeFileSync(join(output, "summary.md"), text);
console.log(text);
const missed = results.flatMap(({ report }) => report.claims).some((claim) => !meets(claim));
if (values.strict && missed) process.exitCode = 1;
