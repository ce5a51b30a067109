import { rowIndices } from "@tierwise/data";
import { labelCounts } from "@tierwise/datasets-xml";
import { createEvaluator, inversePropensity, type Metrics, type PsndcgConvention } from "@tierwise/metrics";
import { defaultHidden, type LossName, loadRanker, type PresetName } from "@tierwise/ranker";
import { type SleecSettings, sleecPresets } from "@tierwise/xml-baselines";
import { type DataReference, dataOf } from "../data/data-reference.ts";
import type { StudyData } from "../data/study-data.ts";
import type { CellContext } from "../study/study.ts";
import { runMethod } from "../training/run-method.ts";
import { type TrainingCell, trainingIdentity } from "../training/training-cell.ts";

/** The cut-offs of the paper's tables. */
export const cutOffs = [1, 3, 5, 10] as const;

/** The metrics of Tables 1 and 4, PSnDCG by both published definitions. */
export const measures: readonly (keyof Figures)[] = ["P", "PSP", "nDCG", "PSnDCG", "PSnDCG (xml-repo)"];

/** Every measure in percent, at every cut-off. */
export type Figures = Readonly<Record<"P" | "PSP" | "nDCG" | "PSnDCG" | "PSnDCG (xml-repo)", readonly number[]>>;

/** A method of the study. */
export type QualityMethod = LossName | "leml" | "popularity" | "sleec";

/** One training of the study. */
export interface QualityCell extends TrainingCell {
  /** Which study. */
  readonly study: "quality";
  /** A preset of the ranker, or `"embedding"` for methods that are no ranker: SLEEC, LEML and popularity. */
  readonly preset: PresetName | "embedding";
  /** Which method. */
  readonly method: QualityMethod;
  /** Of SLEEC: its settings. */
  readonly sleec?: SleecSettings;
  /** A directory in which the ranker is saved. It does not change the result. Default: it is not saved. */
  readonly model?: string;
}

/** A training and what it reached on the test rows. */
export interface QualityResult extends QualityCell {
  /** Whether the training came to its end or diverged at every learning rate. */
  readonly outcome: "diverged" | "trained";
  /** Of a ranker: the learning rate that validation chose. */
  readonly learningRate?: number;
  /** Of a ranker: the epoch that validation chose. */
  readonly epoch?: number;
  /** The training time. */
  readonly seconds: number;
  /** The metrics; null where it diverged. */
  readonly figures: Figures | null;
}

/** Which trainings there are. */
export interface QualitySettings {
  /** The data. */
  readonly data: DataReference;
  /** The number of features and labels, which decide how many hidden units fit. */
  readonly shape: {
    /** D. */
    readonly features: number;
    /** N. */
    readonly items: number;
  };
  /** Presets of the ranker, and `"embedding"`. */
  readonly presets: readonly QualityCell["preset"][];
  /** Losses of the ranker; the default preset was chosen for PL-Partition and takes it alone. */
  readonly losses: readonly LossName[];
  /** One training each. */
  readonly seeds: readonly number[];
  /** Where models of the default preset are kept, for {@link ensembleFigures}. Default: nowhere. */
  readonly models?: string;
}

/** The cells of Tables 1, 2 and 4 on one data set. */
export function qualityCells(settings: QualitySettings): QualityCell[] {
  const { data, shape, losses, seeds, models } = settings;
  return settings.presets.flatMap((preset) => {
    const methods: readonly QualityMethod[] =
      preset === "embedding"
        ? ["sleec", "leml", "popularity"]
        : losses.filter((loss) => preset !== "default" || loss === "pl-partition");
    return seeds.flatMap((seed) =>
      methods.map((method): QualityCell => {
        const common = { study: "quality", data, preset, method, seed } as const;
        if (preset !== "embedding") {
          const kept =
            preset === "default" && models !== undefined ? { model: modelDirectory(models, data, seed) } : {};
          const training = { hidden: defaultHidden(preset, shape), options: { preset } };
          return { ...common, training, ...kept };
        }
        return method === "sleec" ? { ...common, sleec: sleecSettings(data.name) } : common;
      }),
    );
  });
}

/** What decides the result: where the model is kept does not. */
export function qualityIdentity({ model: _, ...cell }: QualityCell): unknown {
  return trainingIdentity(cell);
}

/** The settings that SLEEC's authors chose for the set, those for Delicious where they name none. */
function sleecSettings(data: string): SleecSettings {
  if (/eurlex|e-4k/i.test(data)) return sleecPresets.eurlex;
  if (/wiki10|w-31k/i.test(data)) return sleecPresets.wiki10;
  return /200k|large/i.test(data) ? sleecPresets["delicious-200k"] : sleecPresets.delicious;
}

/** Trains and measures. */
export async function runQualityCell(cell: QualityCell, context: CellContext): Promise<QualityResult> {
  const data = await dataOf(cell.data);
  const trained = await runMethod(data, cell, context);
  if (trained.outcome === "diverged") return { ...cell, ...trained, figures: null };
  const { outcome, seconds, training, ranker, measure } = trained;
  if (cell.model !== undefined) await ranker?.save(cell.model);
  const asked = { ks: [...cutOffs], inversePropensity: propensityOf(data) };
  const figures = figuresOf(await measure(asked), await measure({ ...asked, psndcg: "xml-repo" }));
  const chosen = training === undefined ? {} : { learningRate: training.learningRate, epoch: training.epoch };
  return { ...cell, outcome, ...chosen, seconds, figures };
}

function modelDirectory(models: string, { name }: DataReference, seed: number): string {
  return `${models}/${name}-default-${seed}`;
}

/**
 * The figures of models whose scores are summed, such as those that a quality study keeps.
 *
 * @param directories - Of rankers.
 * @param data - The rows to test on.
 */
export async function ensembleFigures(directories: readonly string[], data: StudyData): Promise<Figures> {
  const { test } = data;
  const sums = new Float64Array(test.numRows * test.numLabels);
  for (const directory of directories) {
    const scores = (await loadRanker(directory)).scores(test.features);
    for (let i = 0; i < sums.length; i++) sums[i] += scores[i];
  }
  const inverse = propensityOf(data);
  const measure = (psndcg: PsndcgConvention): Metrics => {
    const evaluator = createEvaluator({ ks: [...cutOffs], inversePropensity: inverse, psndcg });
    for (let row = 0; row < test.numRows; row++) {
      const scores = sums.subarray(row * test.numLabels, (row + 1) * test.numLabels);
      evaluator.add(scores, rowIndices(test.labels, row));
    }
    return evaluator.result();
  };
  return figuresOf(measure("pyxclib"), measure("xml-repo"));
}

function propensityOf({ train }: StudyData): Float64Array {
  return inversePropensity(labelCounts(train), train.numRows);
}

function figuresOf({ precision, ndcg, psp = {}, psndcg = {} }: Metrics, { psndcg: repo = {} }: Metrics): Figures {
  const [P, PSP, nDCG, PSnDCG, PSnDCGRepo] = [precision, psp, ndcg, psndcg, repo].map((metric) =>
    cutOffs.map((k) => 100 * metric[k]),
  );
  return { P, PSP, nDCG, PSnDCG, "PSnDCG (xml-repo)": PSnDCGRepo };
}
