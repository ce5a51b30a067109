import type { LossName } from "@tierwise/losses";
import { evaluate, type Metrics } from "@tierwise/metrics";
import type { CellContext, StudyCell } from "../study/study.ts";
import { trainCellRanker } from "../training/train-ranker.ts";
import { type GlasSource, glasData, glasDataSets } from "./data-sets.ts";

/** One training of the study of GLaS. */
export interface GlasCell extends StudyCell {
  /** Which study. */
  readonly study: "glas";
  /** The name of the data set. */
  readonly data: string;
  /** Where its rows come from. */
  readonly source: GlasSource;
  /** What is minimized besides GLaS. */
  readonly loss: LossName;
  /** λ. */
  readonly weight: number;
  /** Decides everything random, the rows of a generated set included. */
  readonly seed: number;
  /** Hidden units. */
  readonly hidden: number;
  /** The most epochs. */
  readonly epochs: number;
}

/** The figures of a training with a weight, which the summary looks at. */
export interface GlasPoint extends Pick<GlasCell, "data" | "loss" | "seed" | "weight"> {
  /** Of the validation rows: one figure per column, in percent. */
  readonly validation: readonly number[];
  /** Of the test rows. */
  readonly test: readonly number[];
}

/** The result of a training. */
export interface GlasResult extends GlasCell {
  /** Whether the training came to its end or diverged at every learning rate. */
  readonly outcome: "diverged" | "trained";
  /** The epoch that validation rows chose. */
  readonly epoch?: number;
  /** The training time. */
  readonly seconds: number;
  /** Of the validation rows: one figure per column, in percent; null where it diverged. */
  readonly validation: readonly number[] | null;
  /** Of the test rows. */
  readonly test: readonly number[] | null;
}

/** Which trainings there are. */
export interface GlasSettings {
  /** The data sets by name, with where their rows come from. */
  readonly data: Readonly<Record<string, GlasSource>>;
  /** The losses. Default: PL-Partition, PL-LB, RankSVM. */
  readonly losses?: readonly LossName[];
  /** One training each, for every weight. */
  readonly seeds: readonly number[];
}

/** How far down rankings the recall of frequent and rare labels looks. */
const depth = 20;

/** What is measured: P@k for what it costs the head, PSP@k for the tail, and recall by how often labels occur. */
export const glasColumns: readonly string[] = [
  ...["P@1", "P@5", "PSP@1", "PSP@5"],
  ...["head", "torso", "tail"].map((group) => `${group} R@${depth}`),
];

/** The cut-offs that the columns need. */
const cutOffs: readonly number[] = [1, 5, depth];

const usual = [0, 0.1, 1, 10, 100];
/** RankSVM sums over pairs, thousands of them per row: it takes as much more of GLaS to do anything. */
const weights: Readonly<Partial<Record<LossName, readonly number[]>>> = { ranksvm: [0, 100, 1e3, 1e4, 1e5, 1e6] };
const hidden = 256;
const usualLosses: readonly LossName[] = ["pl-partition", "pl-lb", "ranksvm"];

/** The cells of the study: every weight of every loss, data set by data set and seed by seed. */
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

/** What decides the result: of files, their content. */
export function glasIdentity({ source, ...cell }: GlasCell): unknown {
  const { reference, ...rest } = source;
  return { ...cell, source: { ...rest, ...(reference === undefined ? {} : { data: reference.fingerprint }) } };
}

/** Trains with a weight and measures validation and test rows. */
export async function runGlasCell(cell: GlasCell, context: CellContext): Promise<GlasResult> {
  const { train, validation, test, propensity, groups } = await glasData(cell.source, cell.seed);
  const { loss: name, weight, seed, hidden: units, epochs } = cell;
  const plan = { hidden: units, options: { glas: weight, epochs }, seed, loss: { name } };
  const trained = await trainCellRanker({ train, test, validation }, plan, context);
  const { outcome, seconds } = trained;
  if (trained.outcome === "diverged") return { ...cell, outcome, seconds, validation: null, test: null };
  const measures = { ks: cutOffs, inversePropensity: propensity, groups, threads: context.threads };
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
