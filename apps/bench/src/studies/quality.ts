// node dist/studies/quality.js [--data FOLDER]… [--preset paper|default]… [--loss NAME]… [--seeds 5] [--threads N] [--show]: Tables 1 to 4.
// Trains the ranker with every loss, and SLEEC and LEML, on data sets of the extreme classification repository, and prints the metrics of
// the official test rows beside the paper's and the published ones. Default: Delicious-1K below TIERWISE_DATA. Finished trainings are kept in
// bench-results/quality.jsonl and not run again; --show runs none.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type LossName, loadRanker } from "@tierwise/ranker";
import { finishedCells } from "./finished-cells.ts";
import { type QualityCell, type QualityTask, rankingFigures, runQualityCell, settingsOf } from "./quality-cell.ts";
import { qualityTables } from "./quality-tables.ts";
import { deliciousFolder, readXmlFolder, type XmlFolder } from "./xml-folder.ts";

const losses = ["pl-partition", "pl-lb", "attrank", "ranknet", "ranksvm", "pl-topk"] as const;
const { values } = parseArgs({
  options: {
    data: { type: "string", multiple: true },
    preset: { type: "string", multiple: true, default: ["paper", "default", "embedding"] },
    loss: { type: "string", multiple: true, default: [...losses] },
    seeds: { type: "string", default: "5" },
    threads: { type: "string" },
    show: { type: "boolean", default: false },
  },
});
const results = join(import.meta.dirname, "..", "..", "..", "..", "bench-results");
const cells = finishedCells<QualityCell>(join(results, "quality.jsonl"));
const seeds = Array.from({ length: Number(values.seeds) }, (_, i) => i + 1);
const threads = values.threads === undefined ? {} : { threads: Number(values.threads) };

for (const folder of values.data ?? [deliciousFolder()]) {
  const data = await readXmlFolder(folder);
  for (const task of values.show ? [] : tasks()) {
    if (current(data.name).some((cell) => isOf(cell, task))) continue;
    const cell = await runQualityCell(task, data, threads, async (ranker) => {
      if (task.preset === "default") await ranker.save(modelDirectory(data, task.seed));
    });
    cells.add(cell);
    const { rate, epoch, seconds, figures } = cell;
    const chosen = rate === undefined ? "" : `rate ${rate}, epoch ${epoch}, `;
    const found = figures.P.map((x) => x.toFixed(2)).join(" ");
    console.error(
      `${data.name} ${task.preset} ${task.method} seed ${task.seed}: ${chosen}${seconds.toFixed(0)} s, P ${found}`,
    );
  }
  const shown = current(data.name).filter(({ seed }) => seeds.includes(seed));
  console.log(qualityTables(data, shown, await ensembleFigures(data)));
}

/** Every training that is asked for; the default preset was chosen for PL-Partition. */
function tasks(): QualityTask[] {
  return (values.preset as QualityTask["preset"][]).flatMap((preset) => {
    const methods: readonly QualityTask["method"][] =
      preset === "embedding"
        ? ["sleec", "leml"]
        : (values.loss as LossName[]).filter((loss) => preset !== "default" || loss === "pl-partition");
    return seeds.flatMap((seed) => methods.map((method) => ({ preset, method, seed })));
  });
}

function isOf(cell: QualityCell, task: QualityTask): boolean {
  return cell.preset === task.preset && cell.method === task.method && cell.seed === task.seed;
}

/** The cells of a data set that were computed with the settings as they are now. */
function current(name: string): readonly QualityCell[] {
  return cells.all().filter((cell) => cell.data === name && cell.settings === settingsOf(cell, name));
}

function modelDirectory({ name }: XmlFolder, seed: number): string {
  return join(results, "models", `${name}-default-${seed}`);
}

/** The scores of the default preset's models summed over seeds; undefined where fewer than two were kept. */
async function ensembleFigures(data: XmlFolder): Promise<QualityCell["figures"] | undefined> {
  const directories = seeds.map((seed) => modelDirectory(data, seed)).filter((directory) => existsSync(directory));
  if (directories.length < 2) return undefined;
  const { test, propensity } = data;
  const sums = new Float64Array(test.numRows * test.numLabels);
  for (const directory of directories) {
    const scores = (await loadRanker(directory)).scores(test.features);
    for (let i = 0; i < sums.length; i++) sums[i] += scores[i];
  }
  return rankingFigures((row) => sums.subarray(row * test.numLabels, (row + 1) * test.numLabels), test, propensity);
}
