// `pnpm --filter @tierwise/bench study:auto [--sets emotions,medical] [--methods pl-partition,logistic] [--seeds 5] [--threads N] [--show]`:
// compares PL-Partition, with automatic settings, to every other method on each dataset. The sets are delicious-1k and the folders in
// TIERWISE_DATA/multilabel. Settings are chosen on validation rows; test rows are evaluated only once per result. All sets run with seed 1,
// then with seed 2, and so on. Results are appended to bench-results/auto.jsonl as they arrive; a rerun computes only missing results, and
// --show computes none. Each method is averaged over the seeds that have results, so the methods may have different numbers of seeds: test
// rows are averaged over the seeds of a method before methods are compared row by row. The output is the table in docs/auto.md.
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
const columns = methods.map((method) => methodCatalog[method].column);
const sets = values.sets.split(",");
if (!values.show) {
  for (const seed of seeds) for (const name of sets) await compareOn(name, [seed], "run");
}
console.log(`| set | metric | ${columns.join(" | ")} |`);
console.log(`| --- | --- |${" --- |".repeat(columns.length)}`);
const times: string[] = [];
for (const name of sets) {
  const summary = await compareOn(name, seeds, "leave out");
  if (summary.length > 0) report(name, summary);
}
console.log(
  `\nValues are in percent; a star marks the methods that share the lead.\nSeconds per run:\n${times.join("\n")}\nPL-Partition leads, or is within the paired interval of the best, in ${lead.held} of ${lead.cells} cells.`,
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

/** Prints the number of seeds and the metrics of every method on one dataset. */
function report(name: string, summary: readonly MethodSummary[]): void {
  const found = methods.map((method) => summary.find((one) => one.name === method));
  const row = (title: string, cells: readonly string[]): void => console.log(`| ${title} | ${cells.join(" | ")} |`);
  row(
    `${name} | seeds`,
    found.map((one) => String(one?.runs.length ?? 0)),
  );
  for (const [metric, k] of figures) {
    const leading = leadingMethods(summary, metric, k);
    row(
      `| ${metric === "psp" ? "PSP" : "P"}@${k}`,
      found.map((one) => {
        const value = one?.mean?.[metric]?.[k];
        return one === undefined || value === undefined
          ? "–"
          : `${(100 * value).toFixed(1)}${leading.has(one.name) ? "*" : ""}`;
      }),
    );
    lead.cells++;
    if (leading.has("pl-partition")) lead.held++;
  }
  times.push(`${name}: ${summary.map(({ title, seconds }) => `${title} ${seconds.toFixed(1)}`).join(", ")}`);
}
