// `pnpm --filter @tierwise/bench study:auto [--sets emotions,medical] [--methods pl-partition,logistic] [--seeds 5] [--threads N] [--show]`:
// compares PL-Partition, with automatic settings, to every other method on each dataset. The sets are delicious-1k and the folders in
// TIERWISE_DATA/multilabel. Settings are chosen on validation rows; test rows are evaluated only once per result. All sets run with seed 1,
// then with seed 2, and so on. Results are appended to bench-results/auto.jsonl as they arrive; a rerun computes only missing results, and
// --show computes none.
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readXmlDataset } from "@tierwise/datasets-xml";
import {
  type ComparisonResult,
  comparisonStudy,
  createDataReference,
  leadingMethods,
  type MethodSummary,
  type RowMetric,
  runStudy,
} from "@tierwise/studies";
import { type MethodName, methodCatalog } from "@tierwise/studies/methods";

const root = process.env["TIERWISE_DATA"];
if (root === undefined)
  throw new Error("TIERWISE_DATA is not set; expected a directory that contains the folder multilabel");
const smallSets = [
  "emotions",
  "medical",
  "enron",
  "corel5k",
  "stackex_chemistry",
  "stackex_cs",
  "yahoo_arts",
  "rcv1sub1",
];
const rivals: readonly MethodName[] = [
  "pl-lb",
  "attrank",
  "ranknet",
  "ranksvm",
  "sleec",
  "leml",
  "logistic",
  "neighbors",
];

const { values } = parseArgs({
  options: {
    sets: { type: "string", default: [...smallSets, "delicious-1k"].join(",") },
    methods: { type: "string", default: ["pl-partition", ...rivals].join(",") },
    seeds: { type: "string", default: "5" },
    threads: { type: "string" },
    show: { type: "boolean", default: false },
  },
});
const methods = values.methods.split(",") as MethodName[];
const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => i + 1);
const figures: readonly (readonly [RowMetric, number])[] = [
  ["precision", 1],
  ["precision", 5],
  ["psp", 5],
];

const folder = join(import.meta.dirname, "..", "..", "..", "bench-results");
const results = join(folder, "auto.jsonl");
mkdirSync(folder, { recursive: true });
let lastUsage = process.cpuUsage();
const lead = { cells: 0, held: 0 };
const sets = values.sets.split(",");
if (!values.show) {
  for (const seed of seeds) for (const name of sets) await compareOn(name, [seed], "run");
}
for (const name of sets) {
  const summary = await compareOn(name, seeds, "leave out");
  if (summary.length > 0) report(name, summary);
}
console.log(
  `PL-Partition leads, or is within the paired interval of the best, in ${lead.held} of ${lead.cells} cells.`,
);

async function compareOn(
  name: string,
  some: readonly number[],
  missing: "leave out" | "run",
): Promise<readonly MethodSummary[]> {
  const place = join(root ?? "", smallSets.includes(name) ? "multilabel" : "", name);
  const ending = existsSync(join(place, "train.txt.gz")) ? "txt.gz" : "txt";
  const [trainFile, testFile] = ["train", "test"].map((part) => join(place, `${part}.${ending}`));
  const [train, test] = await Promise.all([trainFile, testFile].map((file) => readXmlDataset(file, { cache: false })));
  const cells = comparisonStudy.cells({
    data: createDataReference(name, { train: trainFile, test: testFile }, { train, test }),
    methods,
    seeds: some,
    training: { hidden: 512, options: {}, auto: {} },
    evaluation: { ks: [1, 3, 5], propensityA: 0.55, propensityB: 1.5, psndcg: "pyxclib" },
  });
  const threads = values.threads === undefined ? {} : { threads: Number(values.threads) };
  const run = await runStudy(comparisonStudy, {
    cells,
    file: results,
    missing,
    ...threads,
    onProgress: (event) => {
      if (event.stage === "result") note(event.result);
    },
  });
  return run.summary;
}

/** Prints a result with the processor time since the last result; unlike elapsed time, it hardly depends on other programs. */
function note({ data, method, seed, seconds, metrics, auto }: ComparisonResult): void {
  const { user, system } = process.cpuUsage(lastUsage);
  lastUsage = process.cpuUsage();
  const [one, five] = [1, 5].map((k) => (100 * (metrics?.precision[k] ?? Number.NaN)).toFixed(2));
  const times = `${seconds.toFixed(1)} s, processor time ${((user + system) / 1e6).toFixed(1)} s`;
  const budget = auto === undefined ? "" : `, ${auto.budget} steps`;
  console.error(
    `${data.name}: ${methodCatalog[method].column}, seed ${seed}, P@1 ${one}, P@5 ${five}, ${times}${budget}`,
  );
}

/** Prints the metrics of every method on one dataset in percent; a star marks the methods that share the lead. */
function report(name: string, summary: readonly MethodSummary[]): void {
  console.log(`\n${name}, ${summary[0].runs.length} seeds, in percent (± standard error over the seeds)`);
  for (const [metric, k] of figures) {
    const leading = leadingMethods(summary, metric, k);
    const cells = summary.map(({ name: method, title, mean, standardError }) => {
      const error = standardError?.[metric]?.[k];
      const spread = error === undefined ? "" : ` ± ${(100 * error).toFixed(1)}`;
      return `${title} ${(100 * (mean?.[metric]?.[k] ?? Number.NaN)).toFixed(1)}${spread}${leading.has(method) ? "*" : ""}`;
    });
    console.log(`${metric === "psp" ? "PSP" : "P"}@${k}: ${cells.join(", ")}`);
    lead.cells++;
    if (leading.has("pl-partition")) lead.held++;
  }
  const times = summary.map(({ title, seconds }) => `${title} ${seconds.toFixed(1)}`);
  console.log(`seconds per run: ${times.join(", ")}`);
}
