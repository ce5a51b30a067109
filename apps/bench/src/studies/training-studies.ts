import { existsSync } from "node:fs";
import { join } from "node:path";
import { type LossName, lossNames } from "@tierwise/losses";
import {
  createDataReference,
  type DataReference,
  ensembleFigures,
  glasDataNames,
  glasSources,
  glasStudy,
  paperSensitivity,
  psndcgStudy,
  type QualityCell,
  qualityStudy,
  qualityTables,
  readXmlFolder,
  sensitivityStudy,
  type XmlFolder,
} from "@tierwise/studies";
import { labelOf, results, run, show } from "./run-and-show.ts";
import { seedsOf, values } from "./study-flags.ts";

/** The folder of Delicious-1K in `TIERWISE_DATA`, the default data of the studies. */
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

export async function quality(): Promise<void> {
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

export async function sensitivity(): Promise<void> {
  const { reference } = await readFolder(values.data?.[0] ?? deliciousFolder());
  const centers = values.center as ("none" | "row")[];
  const settings = paperSensitivity({ data: reference, seeds: seedsOf(5), centers, epochs: Number(values.epochs) });
  const cells = sensitivityStudy.cells(settings);
  // Cells are ordered by seed, so that an interruption leaves complete repetitions.
  const bySeed = cells.toSorted((a, b) => a.seed - b.seed);
  const { summary } = await run(sensitivityStudy, bySeed, {
    describe: ({ rule, precision }) =>
      `${rule === undefined ? "" : `, ${labelOf(rule)}`}, P@5 ${precision === null ? "diverged" : (100 * precision).toFixed(2)}`,
  });
  await show(sensitivityStudy, summary);
}

export async function psndcg(): Promise<void> {
  const { reference } = await readFolder(values.data?.[0] ?? deliciousFolder());
  const { summary } = await run(psndcgStudy, psndcgStudy.cells({ data: reference }));
  await show(psndcgStudy, summary);
}

export async function glas(): Promise<void> {
  const names = values.data ?? glasDataNames;
  const data = await glasSources(names, async () => (await readFolder(deliciousFolder())).reference);
  const losses = values.loss as LossName[] | undefined;
  const cells = glasStudy.cells({ data, seeds: seedsOf(3), ...(losses === undefined ? {} : { losses }) });
  const { summary } = await run(glasStudy, cells);
  await show(glasStudy, summary);
}
