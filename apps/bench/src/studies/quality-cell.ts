import { rowIndices } from "@tierwise/data";
import type { Metrics } from "@tierwise/metrics";
import { createEvaluator } from "@tierwise/metrics";
import {
  createRanker,
  evaluate,
  fittedHidden,
  type LossName,
  type PresetName,
  presets,
  type Ranker,
  train,
} from "@tierwise/ranker";
import { sleecPresets, trainLeml, trainSleec } from "@tierwise/xml-baselines";
import type { XmlFolder } from "./xml-folder.ts";

/** The cut-offs of the paper's tables. */
export const cutOffs = [1, 3, 5, 10] as const;

/** The metrics of Tables 1 and 4, PSnDCG by both published definitions. */
export const measures = ["P", "PSP", "nDCG", "PSnDCG", "PSnDCG (xml-repo)"] as const;

/** Every measure in percent, at every cut-off. */
export type Figures = Readonly<Record<(typeof measures)[number], readonly number[]>>;

/** A training and what it reached on the test rows. */
export interface QualityCell {
  /** The folder's name. */
  readonly data: string;
  /** A preset of the ranker, or `"embedding"` for SLEEC and LEML. */
  readonly preset: PresetName | "embedding";
  readonly method: LossName | "leml" | "sleec";
  readonly seed: number;
  /** The settings as JSON: figures of other settings are not those of the preset. */
  readonly settings: string;
  /** Of a ranker: the learning rate and the epoch that validation chose. */
  readonly rate?: number;
  readonly epoch?: number;
  readonly seconds: number;
  readonly figures: Figures;
}

/** What identifies a cell. */
export type QualityTask = Pick<QualityCell, "method" | "preset" | "seed">;

/** Of which settings a cell's figures are. */
export function settingsOf({ preset, method }: QualityTask, data: string): string {
  if (preset !== "embedding") return JSON.stringify(presets[preset]);
  return JSON.stringify(method === "sleec" ? sleecSettings(data) : {});
}

/** The settings that SLEEC's authors chose for the set, those for Delicious where they name none. */
function sleecSettings(data: string): (typeof sleecPresets)[keyof typeof sleecPresets] {
  if (/eurlex|e-4k/i.test(data)) return sleecPresets.eurlex;
  if (/wiki10|w-31k/i.test(data)) return sleecPresets.wiki10;
  return /200k|large/i.test(data) ? sleecPresets["delicious-200k"] : sleecPresets.delicious;
}

/** Trains and measures. `keep` gets every ranker of the default preset. */
export async function runQualityCell(
  task: QualityTask,
  data: XmlFolder,
  threads: { readonly threads?: number },
  keep: (ranker: Ranker) => Promise<void>,
): Promise<QualityCell> {
  const common = { data: data.name, ...task, settings: settingsOf(task, data.name) };
  if (task.preset === "embedding") return { ...common, ...(await runEmbedding(task, data, threads)) };
  const { train: rows, test, propensity } = data;
  const hidden = fittedHidden(task.preset, { features: rows.numFeatures, items: rows.numLabels });
  const ranker = createRanker({ features: rows.numFeatures, items: rows.numLabels, hidden, seed: task.seed });
  const loss = task.method as LossName;
  const { learningRate: rate, epoch, seconds } = await train(ranker, rows, { preset: task.preset, loss, ...threads });
  await keep(ranker);
  const asked = { ks: [...cutOffs], inversePropensity: propensity, ...threads };
  const figures = figuresOf(
    await evaluate(ranker, test, asked),
    await evaluate(ranker, test, { ...asked, psndcg: "xml-repo" }),
  );
  return { ...common, rate, epoch, seconds, figures };
}

async function runEmbedding(
  { method, seed }: QualityTask,
  { name, train: rows, test, propensity }: XmlFolder,
  threads: { readonly threads?: number },
): Promise<Pick<QualityCell, "figures" | "seconds">> {
  const started = performance.now();
  const options = { seed, ...threads };
  const model =
    method === "leml" ? await trainLeml(rows, options) : await trainSleec(rows, { ...sleecSettings(name), ...options });
  const seconds = (performance.now() - started) / 1000;
  const { k, items } = await model.rank(test.features, { k: Math.max(...cutOffs) });
  return { seconds, figures: rankingFigures((row) => items.subarray(row * k, (row + 1) * k), test, propensity) };
}

/** The figures of rankings, or rows of scores, of all test rows. */
export function rankingFigures(
  rankingOf: (row: number) => Float64Array | Int32Array,
  { numRows, labels }: XmlFolder["test"],
  inversePropensity: Float64Array,
): Figures {
  const [first, second] = (["pyxclib", "xml-repo"] as const).map((psndcg) => {
    const evaluator = createEvaluator({ ks: [...cutOffs], inversePropensity, psndcg });
    for (let row = 0; row < numRows; row++) evaluator.add(rankingOf(row), rowIndices(labels, row));
    return evaluator.result();
  });
  return figuresOf(first, second);
}

function figuresOf({ precision, ndcg, psp = {}, psndcg = {} }: Metrics, { psndcg: repo = {} }: Metrics): Figures {
  const [P, PSP, nDCG, PSnDCG, PSnDCGRepo] = [precision, psp, ndcg, psndcg, repo].map((metric) =>
    cutOffs.map((k) => 100 * metric[k]),
  );
  return { P, PSP, nDCG, PSnDCG, "PSnDCG (xml-repo)": PSnDCGRepo };
}
