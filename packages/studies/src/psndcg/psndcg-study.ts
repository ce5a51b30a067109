import { rowIndices } from "@tierwise/data";
import { labelCounts } from "@tierwise/datasets-xml";
import { inversePropensity } from "@tierwise/metrics";
import { presets, type Ranker } from "@tierwise/ranker";
import { type DataReference, loadData } from "../data/data-reference.ts";
import type { StudyData } from "../data/study-data.ts";
import { paperFigures } from "../quality/paper-figures.ts";
import { cutOffs } from "../quality/quality-cell.ts";
import type { CellContext, Study } from "../study/study.ts";
import { rankingContext } from "../training/ranking-context.ts";
import { trainCellRanker } from "../training/train-ranker.ts";
import { type TrainingCell, type TrainingPlan, trainingIdentity } from "../training/training-cell.ts";
import { conventionFigures, type Point } from "./conventions.ts";

/** A training run of the paper's network, for which PSnDCG is computed in several ways. */
export interface PsndcgCell extends TrainingCell {
  /** The name of the study. */
  readonly study: "psndcg";
  /** How the ranker is trained. */
  readonly training: TrainingPlan;
}

/** The result of a training run. */
export interface PsndcgResult extends PsndcgCell {
  /** `diverged` if training diverged at every learning rate, otherwise `trained`. */
  readonly outcome: "diverged" | "trained";
  /** The number of labels in the data, which identifies the dataset in the paper. */
  readonly labels: number;
  /** The metric at every cutoff in percent, by convention; null if training diverged. */
  readonly figures: Readonly<Record<string, readonly number[]>> | null;
}

/** Settings of the study. */
export interface PsndcgSettings {
  /** The data. */
  readonly data: DataReference;
  /** The seeds, one training run each. Default: `[1]`. */
  readonly seeds?: readonly number[];
}

/**
 * Shows which normalization of PSnDCG the paper may have used in Table 4: lists PSP@k and PSnDCG@k of the paper's network, with several
 * denominators, next to the paper's results.
 *
 * @example
 * ```ts
 * import { psndcgStudy } from "@tierwise/studies";
 *
 * const [cell] = psndcgStudy.cells({ data: { name: "toy", source: { folder: "toy" }, fingerprint: "0" } });
 * console.log(cell.training.options.preset); // paper
 * ```
 */
export const psndcgStudy: Study<PsndcgCell, PsndcgResult, readonly PsndcgResult[], PsndcgSettings> = {
  name: "psndcg",
  revision: 1,
  place: "here",
  cells: ({ data, seeds = [1] }) =>
    seeds.map((seed) => {
      const training = { hidden: presets.paper.hidden, options: { preset: "paper", learningRates: [1e-3] } } as const;
      return { study: "psndcg", data, seed, training };
    }),
  identity: trainingIdentity,
  run: runPsndcgCell,
  summarize: (results) => results,
  table: (results) => results.map(psndcgTable).join("\n\n"),
};

async function runPsndcgCell(cell: PsndcgCell, context: CellContext): Promise<PsndcgResult> {
  const data = await loadData(cell.data, context);
  const plan = { ...cell.training, seed: cell.seed, loss: { name: "pl-partition" } as const };
  const trained = await trainCellRanker(data, plan, context);
  const { outcome } = trained;
  const labels = data.test.numLabels;
  if (trained.outcome === "diverged") return { ...cell, outcome, labels, figures: null };
  return {
    ...cell,
    outcome,
    labels,
    figures: conventionFigures(await pointsOf(trained.ranker, data, context), cutOffs),
  };
}

/** One point for each test row that has a label. */
async function pointsOf(ranker: Ranker, { train, test }: StudyData, context: CellContext): Promise<Point[]> {
  const propensity = inversePropensity(labelCounts(train), train.numRows);
  const { k, items } = await ranker.rank(test.features, { k: Math.max(...cutOffs), ...rankingContext(context) });
  return Array.from({ length: test.numRows }, (_, row) => row).flatMap((row): Point[] => {
    const ranking = items.subarray(row * k, (row + 1) * k);
    const labels = Array.from(rowIndices(test.labels, row));
    const relevant = new Set(labels);
    const ideal = labels.map((label) => ({ label, gain: propensity[label] })).sort((a, b) => b.gain - a.gain);
    const gains = Array.from(ranking, (label) => (relevant.has(label) ? propensity[label] : 0));
    return labels.length === 0 ? [] : [{ gains, ideal }];
  });
}

function psndcgTable({ figures, labels, seed }: PsndcgResult): string {
  if (figures === null) return `seed ${seed}: training diverged`;
  const line = (name: string, numbers: readonly number[]): string =>
    `${name.padEnd(48)}${numbers.map((x) => x.toFixed(2).padStart(8)).join("")}`;
  const { PSP = [], PSnDCG = [] } = paperFigures(labels)?.methods["pl-partition"] ?? {};
  return [
    `${"".padEnd(48)}${cutOffs.map((k) => `k = ${k}`.padStart(8)).join("")}`,
    ...Object.entries(figures).map(([name, numbers]) => line(name, numbers)),
    line("the paper's PSP (Table 1)", PSP),
    line("the paper's PSnDCG (Table 4)", PSnDCG),
  ].join("\n");
}
