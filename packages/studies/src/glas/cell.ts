import { labelCounts } from "@tierwise/datasets-xml";
import type { LossName } from "@tierwise/losses";
import { evaluate, evaluatorOptionsFor, type Metrics } from "@tierwise/metrics";
import { resolveSettings } from "@tierwise/ranker";
import type { CellContext, StudyCell } from "../study/study.ts";
import { rankingContext } from "../training/ranking-context.ts";
import { trainCellRanker } from "../training/train-ranker.ts";
import type { JsonTrainOptions } from "../training/training-cell.ts";
import { type GlasSource, glasData, glasDataSets, sourceIdentity } from "./data-sets.ts";

/** One training run of the GLaS study. */
export interface GlasCell extends StudyCell {
  /** The name of the study. */
  readonly study: "glas";
  /** The name of the dataset. */
  readonly data: string;
  /** The source of its rows. */
  readonly source: GlasSource;
  /** The loss that is minimized together with GLaS. */
  readonly loss: LossName;
  /** λ, the weight of GLaS. */
  readonly weight: number;
  /** The seed of all random choices, including the rows of a generated dataset. */
  readonly seed: number;
  /** The number of hidden units. */
  readonly hidden: number;
  /** The maximum number of epochs. */
  readonly epochs: number;
}

/** The parts of a training run's result that the summary uses. */
export interface GlasPoint extends Pick<GlasCell, "data" | "loss" | "seed" | "weight"> {
  /** Metrics on the validation rows: one per column, in percent. */
  readonly validation: readonly number[];
  /** Metrics on the test rows. */
  readonly test: readonly number[];
}

/** The result of a training run. */
export interface GlasResult extends GlasCell {
  /** `diverged` if training diverged at every learning rate, otherwise `trained`. */
  readonly outcome: "diverged" | "trained";
  /** The epoch chosen on the validation rows. */
  readonly epoch?: number;
  /** The training time. */
  readonly seconds: number;
  /** Metrics on the validation rows: one per column, in percent; null if training diverged. */
  readonly validation: readonly number[] | null;
  /** Metrics on the test rows. */
  readonly test: readonly number[] | null;
}

/** Settings of the GLaS study. */
export interface GlasSettings {
  /** The source of the rows of each dataset, by name. */
  readonly data: Readonly<Record<string, GlasSource>>;
  /** The losses. Default: PL-Partition, PL-LB, RankSVM. */
  readonly losses?: readonly LossName[];
  /** The seeds, one training run per weight and seed. */
  readonly seeds: readonly number[];
}

/** The cutoff for the recall of frequent and rare labels. */
const depth = 20;

/** The metrics: P@k for frequent labels, PSP@k for rare labels, and recall by label frequency. */
export const glasColumns: readonly string[] = [
  ...["P@1", "P@5", "PSP@1", "PSP@5"],
  ...["head", "torso", "tail"].map((group) => `${group} R@${depth}`),
];

/** The cutoffs needed for the columns. */
const cutOffs: readonly number[] = [1, 5, depth];

const usual = [0, 0.1, 1, 10, 100];
/** RankSVM sums over thousands of pairs per row, so GLaS needs much larger weights with it. */
const weights: Readonly<Partial<Record<LossName, readonly number[]>>> = { ranksvm: [0, 100, 1e3, 1e4, 1e5, 1e6] };
const hidden = 256;
const usualLosses: readonly LossName[] = ["pl-partition", "pl-lb", "ranksvm"];

/** The cells of the study: every weight of every loss, for each dataset and seed. */
export function glasCells({ data, losses = usualLosses, seeds }: GlasSettings): GlasCell[] {
  return Object.entries(data).flatMap(([name, source]) =>
    seeds.flatMap((seed) =>
      losses.flatMap((loss) =>
        (weights[loss] ?? usual).map((weight): GlasCell => {
          const { epochs } = glasDataSets[name];
          return { study: "glas", data: name, source, loss, weight, seed, hidden, epochs };
        }),
      ),
    ),
  );
}

/** The options of `train` for a cell, except the data. */
function optionsOf({ weight, epochs }: GlasCell): JsonTrainOptions {
  return { glas: weight, epochs };
}

/**
 * Everything that determines the result of a cell: its settings, all training settings (including those of the preset), and the metrics.
 * Files are identified by content.
 */
export function glasIdentity(cell: GlasCell): object {
  const training = resolveSettings({ ...optionsOf(cell), loss: { name: cell.loss } }, cell.seed);
  return { ...cell, source: sourceIdentity(cell.source), training, cutOffs };
}

/** Trains with one weight and evaluates the validation and test rows. */
export async function runGlasCell(cell: GlasCell, context: CellContext): Promise<GlasResult> {
  const { train, validation, test } = await glasData(cell.source, cell.seed);
  const { loss: name, seed, hidden: units } = cell;
  const plan = { hidden: units, options: optionsOf(cell), seed, loss: { name } };
  const trained = await trainCellRanker({ train, test, validation }, plan, context);
  const { outcome, seconds } = trained;
  if (trained.outcome === "diverged") return { ...cell, outcome, seconds, validation: null, test: null };
  const metrics = evaluatorOptionsFor(labelCounts(train), train.numRows, { ks: cutOffs });
  const measures = { ...metrics, ...rankingContext(context) };
  return {
    ...cell,
    outcome,
    epoch: trained.training.epoch,
    seconds,
    validation: figuresOf(await evaluate(trained.ranker, validation, measures)),
    test: figuresOf(await evaluate(trained.ranker, test, measures)),
  };
}

function figuresOf({ precision, psp = {}, groups = {} }: Metrics): number[] {
  const recalls = ["head", "torso", "tail"].map((group) => groups[group].recall[depth]);
  return [precision[1], precision[5], psp[1], psp[5], ...recalls].map((x) => 100 * x);
}
