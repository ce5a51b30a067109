import { labelCounts } from "@tierwise/datasets-xml";
import { evaluate, inversePropensity, type Metrics } from "@tierwise/metrics";
import { createEnsemble, defaultHidden, type LossName, loadRanker, type PresetName } from "@tierwise/ranker";
import { type SleecSettings, sleecPresets } from "@tierwise/xml-baselines";
import { type DataReference, loadData } from "../data/data-reference.ts";
import type { StudyData } from "../data/study-data.ts";
import type { CellContext } from "../study/study.ts";
import { runMethod } from "../training/run-method.ts";
import { type TrainingCell, trainingIdentity } from "../training/training-cell.ts";

/** The cutoffs of the paper's tables. */
export const cutOffs = [1, 3, 5, 10] as const;

/** The metrics of Tables 1 and 4, with both published definitions of PSnDCG. */
export const measures: readonly (keyof Figures)[] = ["P", "PSP", "nDCG", "PSnDCG", "PSnDCG (xml-repo)"];

/** All metrics in percent, at every cutoff. */
export type Figures = Readonly<Record<"P" | "PSP" | "nDCG" | "PSnDCG" | "PSnDCG (xml-repo)", readonly number[]>>;

/** A method of the study. */
export type QualityMethod = LossName | "leml" | "popularity" | "sleec";

/** One training run of the study. */
export interface QualityCell extends TrainingCell {
  /** The name of the study. */
  readonly study: "quality";
  /** A preset of the ranker, or `"embedding"` for the other methods: SLEEC, LEML and popularity. */
  readonly preset: PresetName | "embedding";
  /** The method. */
  readonly method: QualityMethod;
  /** The settings of SLEEC, if that is the method. */
  readonly sleec?: SleecSettings;
  /** A directory in which to save the ranker. This setting does not change the result. Default: the ranker is not saved. */
  readonly model?: string;
}

/** The result of a training run, with the metrics on the test rows. */
export interface QualityResult extends QualityCell {
  /** `diverged` if training diverged at every learning rate, otherwise `trained`. */
  readonly outcome: "diverged" | "trained";
  /** The learning rate chosen by validation, if the method is a ranker. */
  readonly learningRate?: number;
  /** The epoch chosen by validation, if the method is a ranker. */
  readonly epoch?: number;
  /** The training time. */
  readonly seconds: number;
  /** The metrics; null if training diverged. */
  readonly figures: Figures | null;
}

/** Settings of the study. */
export interface QualitySettings {
  /** The data. */
  readonly data: DataReference;
  /** The numbers of features and labels, which determine the number of hidden units. */
  readonly shape: {
    /** D, the number of features. */
    readonly featureCount: number;
    /** N, the number of labels. */
    readonly itemCount: number;
  };
  /** Presets of the ranker, and `"embedding"`. */
  readonly presets: readonly QualityCell["preset"][];
  /** Losses of the ranker. The default preset was tuned for PL-Partition and is trained with that loss only. */
  readonly losses: readonly LossName[];
  /** The seeds, one training run per method and seed. */
  readonly seeds: readonly number[];
  /** The directory in which to save models of the default preset, for {@link ensembleFigures}. Default: models are not saved. */
  readonly models?: string;
}

/** The cells of Tables 1, 2 and 4 on one dataset. */
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

/** Everything that determines the result of a cell: the entire cell except the directory in which the model is saved. */
export function qualityIdentity({ model: _, ...cell }: QualityCell): unknown {
  return trainingIdentity(cell);
}

/** The settings that SLEEC's authors chose for this dataset or, if they chose none, their settings for Delicious. */
function sleecSettings(data: string): SleecSettings {
  if (/eurlex|e-4k/i.test(data)) return sleecPresets.eurlex;
  if (/wiki10|w-31k/i.test(data)) return sleecPresets.wiki10;
  return /200k|large/i.test(data) ? sleecPresets["delicious-200k"] : sleecPresets.delicious;
}

/** Trains and evaluates. */
export async function runQualityCell(cell: QualityCell, context: CellContext): Promise<QualityResult> {
  const data = await loadData(cell.data, context);
  const trained = await runMethod(data, cell, context);
  if (trained.outcome === "diverged") return { ...cell, ...trained, figures: null };
  const { outcome, seconds, training, ranker, measure } = trained;
  if (cell.model !== undefined) await ranker?.save(cell.model);
  const options = { ks: [...cutOffs], inversePropensity: propensityOf(data) };
  const figures = figuresOf(
    (await measure(options)).metrics,
    (await measure({ ...options, psndcg: "xml-repo" })).metrics,
  );
  const chosen = training === undefined ? {} : { learningRate: training.learningRate, epoch: training.epoch };
  return { ...cell, outcome, ...chosen, seconds, figures };
}

function modelDirectory(models: string, { name }: DataReference, seed: number): string {
  return `${models}/${name}-default-${seed}`;
}

/**
 * The metrics of an ensemble that averages the scores of several models, such as those saved by a quality study.
 *
 * @param directories - The directories of the saved rankers.
 * @param data - The data; metrics are computed on the test rows.
 */
export async function ensembleFigures(directories: readonly string[], data: StudyData): Promise<Figures> {
  const ensemble = createEnsemble(await Promise.all(directories.map((directory) => loadRanker(directory))));
  const options = { ks: [...cutOffs], inversePropensity: propensityOf(data) };
  return figuresOf(
    await evaluate(ensemble, data.test, options),
    await evaluate(ensemble, data.test, { ...options, psndcg: "xml-repo" }),
  );
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
