// `pnpm --filter @tierwise/bench study NAME`: runs one of the paper's studies or our own.
// node dist/study.js NAME [flags], where NAME is one of
//   mse, cost        section 4.1, Figures 1 and 3, and Figure 2: [--quick] [--items 100,1000] [--samples 100] [--methods PL-LB,RankNet] [--seeds 1,2] [--max-steps 5000]
//   shrinkage        why a biased method can have the smaller error: [--items 10000] [--samples 100] [--seeds 5]
//   quality          Tables 1 to 4: [--data FOLDER]… [--preset paper|default|embedding]… [--loss NAME]… [--seeds 5] [--show]
//   sensitivity      Figure 4: [--data FOLDER] [--seeds 5] [--epochs 15] [--center row|none]… [--show]
//   psndcg           which normalization Table 4 may have used: [--data FOLDER]
//   glas             the effect of GLaS on frequent and rare labels: [--data NAME]… [--loss NAME]… [--seeds 3] [--show]
//   rank-breaking    errors and times of the estimators: [--quick]
//   real-fits        utilities with intervals for the real data sets: [--only debian]
//   ask              votes that nextQuestions saves: [--quick] [--seeds 5]
//   coverage         coverage of intervals of utilities, differences, tables and ranks: [--quick]
//   rank-coverage    coverage of rank intervals on simulated leaderboards: [--quick]
//   online           distance of replayed ratings from the full fit, on real data: [--seeds 5]
// Every study accepts --threads N. Results are appended to bench-results/….jsonl as they arrive; a rerun computes only the missing ones,
// and --show computes none. `--seeds 5` means the first five seeds, `--seeds 1,4` means seeds 1 and 4. Figures are written to
// docs/figures, those of a quick study to bench-results. Default of --data: Delicious-1K below TIERWISE_DATA.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { type LossName, lossNames } from "@tierwise/losses";
import {
  askStudy,
  type CostResult,
  costStudy,
  coverageStudy,
  createDataReference,
  type DataReference,
  ensembleFigures,
  fullAskSettings,
  fullCostGrid,
  fullCoverage,
  fullMseGrid,
  fullOnlineSettings,
  fullRankBreaking,
  fullRankCoverage,
  glasDataNames,
  glasSources,
  glasStudy,
  lossOf,
  type Method,
  type MseGrid,
  mseStudy,
  onlineStudy,
  paperSensitivity,
  psndcgStudy,
  type QualityCell,
  qualityStudy,
  qualityTables,
  quickCostGrid,
  quickMseGrid,
  quickRankBreaking,
  rankBreakingStudy,
  rankCoverageStudy,
  readXmlFolder,
  realFitsStudy,
  runStudy,
  type Study,
  type StudyCell,
  type StudyRun,
  sensitivityStudy,
  shrinkageStudy,
  type XmlFolder,
} from "@tierwise/studies";
import { paperMethodFigure, torchReference } from "./peers/paper-method.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    show: { type: "boolean", default: false },
    items: { type: "string" },
    samples: { type: "string" },
    methods: { type: "string" },
    seeds: { type: "string" },
    threads: { type: "string" },
    "max-steps": { type: "string" },
    epochs: { type: "string", default: "15" },
    data: { type: "string", multiple: true },
    preset: { type: "string", multiple: true, default: ["paper", "default", "embedding"] },
    loss: { type: "string", multiple: true },
    center: { type: "string", multiple: true, default: ["row", "none"] },
    only: { type: "string" },
  },
});
const root = join(import.meta.dirname, "..", "..", "..");
const results = join(root, "bench-results");
const interrupted = new AbortController();
process.once("SIGINT", () => interrupted.abort(new Error("interrupted; finished results are kept")));

const studies: Readonly<Record<string, () => Promise<void>>> = {
  mse,
  cost,
  shrinkage,
  quality,
  sensitivity,
  psndcg,
  glas,
  "rank-breaking": rankBreaking,
  ask,
  coverage,
  "rank-coverage": rankCoverage,
  online,
  "real-fits": realFits,
};
const [name = ""] = positionals;
if (Object.hasOwn(studies, name)) await studies[name]();
else {
  console.error(`unknown study ${name}; expected one of ${Object.keys(studies).join(", ")}`);
  process.exitCode = 2;
}

/** Runs a study with its results in `bench-results/FILE.jsonl`, and prints each new result. */
function run<Cell extends StudyCell, Result extends Cell & { readonly seconds?: number }, Summary>(
  study: Study<Cell, Result, Summary, never>,
  cells: readonly Cell[],
  { file = study.name, describe = () => "" }: { file?: string; describe?: (result: Result) => string } = {},
): Promise<StudyRun<Result, Summary>> {
  return runStudy(study, {
    cells,
    file: join(results, `${file}.jsonl`),
    missing: values.show ? "leave out" : "run",
    ...(values.threads === undefined ? {} : { threads: Number(values.threads) }),
    signal: interrupted.signal,
    onWarning: console.error,
    onProgress(event) {
      if (event.stage !== "result") return;
      const { seconds } = event.result;
      const time = seconds === undefined ? "" : `, ${seconds.toFixed(1)} s`;
      console.error(`${event.done}/${event.total}  ${labelOf(event.cell)}${time}${describe(event.result)}`);
    },
  });
}

/** A short description of a cell by its scalar settings, such as `pl-lb, seed 3`. */
function labelOf(cell: object): string {
  const plain = Object.entries(cell).filter(([key, value]) => key !== "study" && typeof value !== "object");
  return plain.map(([key, value]) => (typeof value === "number" ? `${key} ${value}` : String(value))).join(", ");
}

/** Prints the table of a study and writes its figures. */
async function show<Summary>(
  study: Pick<Study<never, never, Summary, never>, "figures" | "table">,
  summary: Summary,
): Promise<void> {
  console.log(study.table(summary));
  for (const [figure, svg] of Object.entries((await study.figures?.(summary)) ?? {})) write(figure, svg);
}

function write(figure: string, svg: string): void {
  const file = values.quick ? join(results, `${figure}-quick.svg`) : join(root, "docs", "figures", `${figure}.svg`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, svg);
  console.log(`\nWrote ${file.slice(root.length + 1)}`);
}

function numbers(text: string | undefined, fallback: readonly number[]): readonly number[] {
  return text === undefined ? fallback : text.split(",").map(Number);
}

/** A list of seeds; a single number n stands for the seeds 1 to n. */
function seedsOf(fallback: number): readonly number[] {
  const given = numbers(values.seeds, [fallback]);
  return given.length > 1 ? given : Array.from({ length: given[0] }, (_, i) => i + 1);
}

function methodsOf(fallback: readonly Method[]): readonly Method[] {
  const chosen = values.methods?.split(",") as Method[] | undefined;
  for (const method of chosen ?? []) lossOf(method);
  return chosen ?? fallback;
}

function mseGrid(grid: MseGrid): MseGrid {
  return {
    itemCounts: numbers(values.items, grid.itemCounts),
    samples: numbers(values.samples, grid.samples),
    seeds: values.seeds === undefined ? grid.seeds : numbers(values.seeds, []),
    methods: methodsOf(grid.methods),
    maxSteps: Number(values["max-steps"] ?? grid.maxSteps),
  };
}

async function mse(): Promise<void> {
  const cells = mseStudy.cells(mseGrid(values.quick ? quickMseGrid : fullMseGrid));
  const { results: fits, summary } = await run(mseStudy, cells, { file: `study-mse${values.quick ? "-quick" : ""}` });
  await show(mseStudy, summary);
  const minutes = fits.reduce((sum, { seconds }) => sum + seconds, 0) / 60;
  const stopped = fits.filter(({ converged }) => converged).length;
  console.log(
    `\n${fits.length} fits, of which ${stopped} converged before the step limit, in ${minutes.toFixed(0)} thread minutes`,
  );
  if (summary.disagreements.length === 0) {
    console.log(
      "In every cell, PL-Partition is the best of the five practical methods, and only the oracle is better.",
    );
  }
  for (const { itemCount, samples, method, logRatio, standardError } of summary.disagreements) {
    const spread = standardError === undefined ? "" : ` ± ${(100 * standardError).toFixed(1)}`;
    const percent = `${Math.abs(100 * Math.expm1(logRatio)).toFixed(1)}${spread} %`;
    const side = logRatio < 0 ? "below" : "above";
    console.log(`N = ${itemCount}, n = ${samples}: the error of ${method} is ${percent} ${side} that of PL-Partition`);
  }
}

async function cost(): Promise<void> {
  const grid = values.quick ? quickCostGrid : fullCostGrid;
  const cells = costStudy.cells({
    ...grid,
    itemCounts: numbers(values.items, grid.itemCounts),
    seeds: numbers(values.seeds, grid.seeds),
    methods: methodsOf(grid.methods),
  });
  const { summary } = await run(costStudy, cells, { file: `study-cost${values.quick ? "-quick" : ""}` });
  console.log(costStudy.table(summary));
  write("cost", await costFigureWithPaper(summary));
}

async function costFigureWithPaper(summary: readonly CostResult[]): Promise<string> {
  const { costFigure } = await import("@tierwise/studies/figures");
  if (values.quick) return costFigure(summary);
  const kept = join(results, "paper-method.json");
  const reference = existsSync(kept) ? paperMethodFigure(JSON.parse(readFileSync(kept, "utf8"))) : torchReference(kept);
  return costFigure(summary, reference);
}

async function shrinkage(): Promise<void> {
  const grid = mseGrid({ ...fullMseGrid, itemCounts: [10_000], samples: [100], seeds: [] });
  const { summary } = await run(shrinkageStudy, shrinkageStudy.cells({ ...grid, seeds: seedsOf(5) }));
  await show(shrinkageStudy, summary);
}

/** The folder of Delicious-1K below `TIERWISE_DATA`, the default data of the studies. */
function deliciousFolder(): string {
  const data = process.env["TIERWISE_DATA"];
  if (data === undefined) {
    throw new Error("TIERWISE_DATA is not set; expected a folder that contains delicious-1k, or --data FOLDER");
  }
  return join(data, "delicious-1k");
}

async function readFolder(folder: string): Promise<{ data: XmlFolder; reference: DataReference }> {
  const data = await readXmlFolder(folder);
  return { data, reference: createDataReference(data.name, { folder }, data) };
}

async function quality(): Promise<void> {
  const seeds = seedsOf(5);
  const models = join(results, "models");
  for (const folder of values.data ?? [deliciousFolder()]) {
    const { data, reference } = await readFolder(folder);
    const cells = qualityStudy.cells({
      data: reference,
      shape: { featureCount: data.train.numFeatures, itemCount: data.train.numLabels },
      presets: values.preset as QualityCell["preset"][],
      losses: (values.loss as LossName[] | undefined) ?? lossNames,
      seeds,
      models,
    });
    const { results: found } = await run(qualityStudy, cells, {
      describe: ({ learningRate, epoch, figures }) =>
        `${learningRate === undefined ? "" : `, learning rate ${learningRate}, epoch ${epoch}`}, P ${figures?.P.map((x) => x.toFixed(2)).join(" ") ?? "diverged"}`,
    });
    const kept = cells.flatMap(({ model }) => (model !== undefined && existsSync(model) ? [model] : []));
    console.log(qualityTables(data, found, kept.length < 2 ? undefined : await ensembleFigures(kept, data)));
  }
}

async function sensitivity(): Promise<void> {
  const { reference } = await readFolder(values.data?.[0] ?? deliciousFolder());
  const centers = values.center as ("none" | "row")[];
  const settings = paperSensitivity({ data: reference, seeds: seedsOf(5), centers, epochs: Number(values.epochs) });
  const cells = sensitivityStudy.cells(settings);
  // Ordered by seed, so that an interrupted study has complete repetitions.
  const bySeed = cells.toSorted((a, b) => a.seed - b.seed);
  const { summary } = await run(sensitivityStudy, bySeed, {
    describe: ({ rule, precision }) =>
      `${rule === undefined ? "" : `, ${labelOf(rule)}`}, P@5 ${precision === null ? "diverged" : (100 * precision).toFixed(2)}`,
  });
  await show(sensitivityStudy, summary);
}

async function psndcg(): Promise<void> {
  const { reference } = await readFolder(values.data?.[0] ?? deliciousFolder());
  const { summary } = await run(psndcgStudy, psndcgStudy.cells({ data: reference }));
  await show(psndcgStudy, summary);
}

async function glas(): Promise<void> {
  const names = values.data ?? glasDataNames;
  const data = await glasSources(names, async () => (await readFolder(deliciousFolder())).reference);
  const losses = values.loss as LossName[] | undefined;
  const cells = glasStudy.cells({ data, seeds: seedsOf(3), ...(losses === undefined ? {} : { losses }) });
  const { summary } = await run(glasStudy, cells);
  await show(glasStudy, summary);
}

async function rankBreaking(): Promise<void> {
  const cells = rankBreakingStudy.cells(values.quick ? quickRankBreaking : fullRankBreaking);
  const { summary } = await run(rankBreakingStudy, cells, { file: `rank-breaking${values.quick ? "-quick" : ""}` });
  console.log(rankBreakingStudy.table(summary));
}

async function ask(): Promise<void> {
  const settings = { ...fullAskSettings, ...(values.quick && { itemCount: 10, newItems: [0, 3] }), seeds: seedsOf(5) };
  const { summary } = await run(askStudy, askStudy.cells(settings));
  await show(askStudy, summary);
}

async function coverage(): Promise<void> {
  const settings = { ...fullCoverage, ...(values.quick && { simulations: 100, resamples: 100 }) };
  const { summary } = await run(coverageStudy, coverageStudy.cells(settings), {
    file: `coverage${values.quick ? "-quick" : ""}`,
  });
  await show(coverageStudy, summary);
}

async function rankCoverage(): Promise<void> {
  const settings = { ...fullRankCoverage, ...(values.quick && { simulations: 50 }) };
  const { summary } = await run(rankCoverageStudy, rankCoverageStudy.cells(settings));
  await show(rankCoverageStudy, summary);
}

async function online(): Promise<void> {
  const root = process.env["TIERWISE_DATA"];
  if (!root) console.error("skipped: real data, because TIERWISE_DATA is not set");
  const cells = root ? onlineStudy.cells({ ...fullOnlineSettings, root, seeds: seedsOf(5) }) : [];
  const { summary } = await run(onlineStudy, cells);
  await show(onlineStudy, summary);
}

async function realFits(): Promise<void> {
  const data = process.env["TIERWISE_DATA"];
  if (!data) console.error("skipped: real data, because TIERWISE_DATA is not set");
  const only = values.only === undefined ? {} : { only: values.only };
  const cells = data ? realFitsStudy.cells({ root: data, ...only }) : [];
  const { summary } = await run(realFitsStudy, cells);
  await show(realFitsStudy, summary);
}
