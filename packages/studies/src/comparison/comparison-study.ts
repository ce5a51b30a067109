import { labelCounts } from "@tierwise/datasets-xml";
import { evaluatorOptionsFor, type Metrics, type PsndcgConvention } from "@tierwise/metrics";
import type { AutoReport, TrainingResult } from "@tierwise/ranker";
import { type SleecSettings, sleecPresets } from "@tierwise/xml-baselines";
import { type DataReference, loadData } from "../data/data-reference.ts";
import { isPlain, type MethodName, type SleecPreset } from "../methods/method-names.ts";
import type { Study } from "../study/study.ts";
import type { RowValues } from "../training/row-values.ts";
import { runMethod } from "../training/run-method.ts";
import { type TrainingCell, type TrainingPlan, trainingIdentity } from "../training/training-cell.ts";
import { comparisonMarkdown } from "./paper-tables.ts";
import { type MethodSummary, summarizeMethods } from "./summary.ts";

/** The metrics to compute on the test rows, as JSON. */
export interface EvaluationPlan {
  /** The cutoffs. */
  readonly ks: readonly number[];
  /** The parameter A of the propensity model. */
  readonly propensityA: number;
  /** The parameter B of the propensity model. */
  readonly propensityB: number;
  /** The definition of PSnDCG@k. */
  readonly psndcg: PsndcgConvention;
  /**
   * Whether rankings in testing and validation include the items that a row's features refer to, such as items that a user has already
   * rated. `"exclude"` requires data with `featureItems`. Default: `"include"`.
   */
  readonly seen?: "exclude" | "include";
}

/** One method on one dataset with one seed. */
export interface ComparisonCell extends TrainingCell {
  /** The name of the study. */
  readonly study: "comparison";
  /** The method. */
  readonly method: MethodName;
  /** The settings of SLEEC, if that is the method. */
  readonly sleec?: SleecSettings;
  /** Whether SLEEC or LEML chooses transforms and settings on validation rows; true if this is also done for rankers. Default: false. */
  readonly searched?: boolean;
  /** The metrics to compute. */
  readonly evaluation: EvaluationPlan;
}

/** The result of a cell. */
export interface ComparisonResult extends ComparisonCell {
  /** `diverged` if training diverged at every learning rate, otherwise `trained`. */
  readonly outcome: "diverged" | "trained";
  /** The metrics on the test rows; null if training diverged. */
  readonly metrics: Metrics | null;
  /** The training time. */
  readonly seconds: number;
  /** The result of training, if the method is a ranker. If several rankers are averaged, this is the result for the first. */
  readonly result?: TrainingResult;
  /** The search that chose the settings, if there was one. */
  readonly auto?: AutoReport;
  /** The metrics of each test row. */
  readonly rows?: RowValues;
}

/** Settings of a comparison. */
export interface ComparisonSettings {
  /** The data, or the data for each seed, such as ratings that are split differently for each seed. */
  readonly data: DataReference | ((seed: number) => DataReference);
  /** The methods, in the order of the tables' columns. */
  readonly methods: readonly MethodName[];
  /** The seeds, one run per method and seed. */
  readonly seeds: readonly number[];
  /** How rankers are trained. */
  readonly training: TrainingPlan;
  /** The SLEEC preset, named after the dataset for which the authors chose it. Default: `"delicious"`. */
  readonly sleec?: SleecPreset;
  /** The metrics to compute. */
  readonly evaluation: EvaluationPlan;
}

/**
 * Compares methods on the same data, in the layout of the paper's Tables 1, 2 and 4: the ranker with any loss, SLEEC, LEML, and baselines
 * that search for their own settings.
 *
 * @example
 * ```ts
 * import { generateXmlDataset } from "@tierwise/datasets-xml";
 * import { comparisonStudy, createDataReference, runStudy } from "@tierwise/studies";
 *
 * const options = { features: 60, labels: 40, labelsPerRow: 3, seed: 1 };
 * const train = generateXmlDataset({ ...options, rows: 200 });
 * const test = generateXmlDataset({ ...options, rows: 50, firstRow: 200 });
 * const cells = comparisonStudy.cells({
 *   data: createDataReference("toy", { train: "train.txt", test: "test.txt" }, { train, test }),
 *   methods: ["pl-partition", "popularity"],
 *   seeds: [1],
 *   training: { hidden: 32, options: { epochs: 5, refit: false } },
 *   evaluation: { ks: [1, 5], propensityA: 0.55, propensityB: 1.5, psndcg: "pyxclib" },
 * });
 * const { summary } = await runStudy(comparisonStudy, { cells });
 * console.log(summary.map(({ title }) => title)); // [ 'PL-P', 'Popular' ]
 * ```
 */
export const comparisonStudy: Study<ComparisonCell, ComparisonResult, readonly MethodSummary[], ComparisonSettings> = {
  name: "comparison",
  revision: 1,
  place: "here",
  cells({ data, methods, seeds, training, sleec = "delicious", evaluation }) {
    const cell = (method: MethodName, seed: number, reference: DataReference): ComparisonCell => {
      const common = { study: "comparison", data: reference, method, seed, evaluation } as const;
      const searched = training.auto === undefined ? {} : { searched: true };
      if (method === "sleec") return { ...common, ...searched, sleec: sleecPresets[sleec] };
      if (method === "leml") return { ...common, ...searched };
      const alone = method === "popularity" || isPlain(method);
      return alone ? common : { ...common, training };
    };
    if (typeof data !== "function") return methods.flatMap((method) => seeds.map((seed) => cell(method, seed, data)));
    // Cells are ordered by seed, so that the data of each seed are read once.
    return seeds.flatMap((seed) => methods.map((method) => cell(method, seed, data(seed))));
  },
  identity: trainingIdentity,
  async run(cell, context) {
    const data = await loadData(cell.data, context);
    const { seen = "include" } = cell.evaluation;
    const trained = await runMethod(data, { ...cell, seen }, context);
    if (trained.outcome === "diverged") return { ...cell, ...trained, metrics: null };
    const { outcome, seconds, training: result, measure, auto } = trained;
    const { ks, propensityA: a, propensityB: b, psndcg } = cell.evaluation;
    const choices = { ks, psndcg, propensity: { a, b } };
    const measured = await measure(evaluatorOptionsFor(labelCounts(data.train), data.train.numRows, choices));
    return { ...cell, outcome, ...measured, seconds, ...(result && { result }), ...(auto && { auto }) };
  },
  summarize: summarizeMethods,
  table: comparisonMarkdown,
};
