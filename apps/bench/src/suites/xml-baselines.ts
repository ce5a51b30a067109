import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BaselineReport } from "../baseline-run.ts";
import type { Claim, Suite } from "../suite.ts";

/** The published figures on Delicious (Bhatia et al. 2016, as in the paper's Table 2), and how far below them is still the same. */
const published = {
  LEML: { precision: [65.67, 60.55, 56.08], psp: [30.73, 32.43, 33.26], slack: 0.7 },
  SLEEC: { precision: [67.59, 61.38, 56.56], psp: [32.11, 33.21, 33.83], slack: 1 },
} as const;

const ks = [1, 3, 5];

/** LEML and SLEEC on the official split of Delicious-1K: what they reach beside the published figures, and their cost. */
export const xmlBaselines: Suite = {
  name: "xml-baselines",
  title: "LEML and SLEEC on Delicious-1K, official split, two threads",
  run() {
    const folder = join(process.env["TIERWISE_DATA"] ?? "", "delicious-1k");
    if (!existsSync(folder)) {
      console.error("skipped: TIERWISE_DATA names no directory that holds delicious-1k");
      return { claims: [] };
    }
    const reports = Object.keys(published).map((method) => [method, runMethod(method, folder)] as const);
    const claims = reports.flatMap(([method, report]) => claimsOf(method as keyof typeof published, report));
    return { claims, details: { published, reports: Object.fromEntries(reports) } };
  },
};

function runMethod(method: string, folder: string): BaselineReport {
  const script = join(import.meta.dirname, "..", "baseline-run.js");
  const args = ["--expose-gc", script, method, folder];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as BaselineReport;
}

function claimsOf(method: keyof typeof published, report: BaselineReport): Claim[] {
  const { precision, psp, slack } = published[method];
  return [
    ...ks.map((k, i) => ({
      what: `${method}, P@${k} (published: ${precision[i]})`,
      figure: report.precision[i],
      unit: "%",
      target: { atLeast: precision[i] - slack },
    })),
    ...ks.map((k, i) => ({ what: `${method}, PSP@${k} (published: ${psp[i]})`, figure: report.psp[i], unit: "%" })),
    { what: `${method}, training`, figure: report.trainSeconds, unit: "s", target: { atMost: 300 } },
    { what: `${method}, predicting the test set`, figure: report.predictSeconds, unit: "s" },
    { what: `${method}, peak memory beyond the data`, figure: report.peakMegabytes, unit: "MB" },
  ];
}
