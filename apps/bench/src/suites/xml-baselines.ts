import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { readXmlDataset } from "@tierwise/datasets-xml";
import { createRanker, train } from "@tierwise/ranker";
import { paperFigures } from "@tierwise/studies";
import { claimOf, readableTime } from "../timing/claim-of.ts";
import { ratioOfMedians } from "../timing/side-by-side.ts";
import type { Claim, Suite } from "../timing/suite.ts";
import type { BaselineReport } from "./apart/baseline-run.ts";

const ks = [1, 3, 5];

/** The number of labels in Delicious-1K, which is also the key of its published results. */
const labels = 983;

/**
 * Published results on Delicious (Bhatia et al. 2016, as in the paper's Table 2; for PL-Partition, the paper's own), each with `slack`, the
 * largest shortfall that still counts as equal.
 */
const published = {
  LEML: { ...publishedFigures("leml"), slack: 0.7 },
  SLEEC: { ...publishedFigures("sleec"), slack: 1 },
  "PL-Partition": { ...publishedFigures("pl-partition"), slack: 0 },
};

/** LEML, SLEEC and our default preset on the official split of Delicious-1K: their cost and metrics, next to the published metrics. */
export const xmlBaselines: Suite = {
  name: "xml-baselines",
  group: "Other systems",
  title: "LEML, SLEEC and PL-Partition on Delicious-1K, official split, two threads",
  async run({ quick }) {
    const folder = join(process.env["TIERWISE_DATA"] ?? "", "delicious-1k");
    if (!existsSync(folder)) {
      return {
        claims: [],
        skipped: [
          "Skipped: LEML, SLEEC and PL-Partition. TIERWISE_DATA is not a directory that contains delicious-1k.",
        ],
      };
    }
    const methods = (Object.keys(published) as (keyof typeof published)[]).filter((name) => !quick || name === "LEML");
    const reports = methods.map((method) => [method, runMethod(method, folder)] as const);
    const epochs = await epochSeconds(folder);
    const claims = reports.flatMap(([method, report]) => claimsOf(method, report, epochs));
    const skipped = quick
      ? ["Skipped in a quick run: SLEEC and PL-Partition, which train for at least half a minute."]
      : [];
    return { claims, skipped, details: { published, epochs, reports: Object.fromEntries(reports) } };
  },
};

/** The published results of a method at the first cutoffs of the paper's tables. */
function publishedFigures(method: "leml" | "pl-partition" | "sleec"): Record<"precision" | "psp", readonly number[]> {
  const { P = [], PSP = [] } = paperFigures(labels)?.methods[method] ?? {};
  return { precision: P.slice(0, ks.length), psp: PSP.slice(0, ks.length) };
}

function runMethod(method: string, folder: string): BaselineReport {
  const script = join(import.meta.dirname, "apart", "baseline-run.js");
  const args = ["--expose-gc", script, method, folder];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as BaselineReport;
}

/** The time of PL-Partition's epochs with the paper preset, on the same rows and threads: the unit for training times. */
async function epochSeconds(folder: string): Promise<number[]> {
  const data = await readXmlDataset(join(folder, "train.txt"), { cache: false });
  const ranker = createRanker({ features: data.numFeatures, items: data.numLabels, hidden: 256, seed: 1 });
  const options = { preset: "paper", learningRates: [1e-3], validation: 0, epochs: 3, threads: 2 } as const;
  const { history } = await train(ranker, data, options);
  return history.slice(1).map(({ seconds }) => seconds);
}

function claimsOf(method: keyof typeof published, report: BaselineReport, epochs: readonly number[]): Claim[] {
  const { precision, psp, slack } = published[method];
  return [
    ...ks.map((k, i) => ({
      what: `${method}, P@${k} (published: ${precision[i]})`,
      figure: report.precision[i],
      unit: "%" as const,
      target: { atLeast: precision[i] - slack },
    })),
    ...ks.map((k, i) => ({
      what: `${method}, PSP@${k} (published: ${psp[i]})`,
      figure: report.psp[i],
      unit: "%" as const,
    })),
    claimOf(
      `training time of ${method} relative to an epoch of PL-Partition`,
      ratioOfMedians([report.trainSeconds], epochs),
      {
        context: readableTime(1e9 * report.trainSeconds),
      },
    ),
    claimOf(
      `prediction time of ${method} on the test set, relative to an epoch of PL-Partition`,
      ratioOfMedians([report.predictSeconds], epochs),
      {
        context: readableTime(1e9 * report.predictSeconds),
      },
    ),
    { what: `peak memory of ${method} in addition to the data`, figure: report.peakMegabytes, unit: "MB" },
  ];
}
