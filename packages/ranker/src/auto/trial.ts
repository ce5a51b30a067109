import type { Csr, RowSplit } from "@tierwise/data/rows";
import { selectFeatures } from "../data/content-order.ts";
import { formedRows } from "../data/row-form.ts";
import { tight } from "../data/sparse-rows.ts";
import { type PreparedData, relevantItems } from "../data/training-data.ts";
import type { AutoSettings } from "../model/auto-report.ts";
import { copyWeights } from "../model/layers.ts";
import type { Ranker } from "../model/ranker.ts";
import { seenItems } from "../model/vocabulary.ts";
import { createRanker } from "../network/ranker.ts";
import { DivergenceError } from "../training/divergence-error.ts";
import { prepareTraining } from "../training/prepare.ts";
import { runTraining } from "../training/run-training.ts";
import { initialState } from "../training/state.ts";
import { resolveSettings, type TrainOptions } from "../training/train-options.ts";
import { fitTransforms } from "../transforms/fit-transforms.ts";
import type { AutoOptions } from "./auto-options.ts";
import { rowsPerStep } from "./budget.ts";
import type { DataSizes } from "./candidates.ts";
import { allocateRowValues, depthOf, type RowValues, rateRow } from "./row-values.ts";

/** The data and options that all trials of a search share. */
export interface TrialSetting {
  /** All rows, in content order, with their original features. */
  readonly data: PreparedData;
  readonly sizes: DataSizes;
  /** The training rows and the validation rows of each fold. */
  readonly folds: readonly RowSplit[];
  readonly options: AutoOptions;
}

export interface TrialResult {
  readonly values: RowValues;
  /** The ranker of every fold and its scores for the validation rows, if `keep` is true. */
  readonly kept: readonly { readonly ranker: Ranker; readonly scores: Float32Array }[];
}

/** Trains a candidate on every fold and measures every validation row; undefined if training diverged. */
export async function runTrial(
  setting: TrialSetting,
  settings: AutoSettings,
  { epochs, keep }: { readonly epochs: number; readonly keep: boolean },
): Promise<TrialResult | undefined> {
  const { data, folds, options } = setting;
  const values = allocateRowValues(folds.reduce((sum, { validation }) => sum + validation.length, 0));
  const kept: { ranker: Ranker; scores: Float32Array }[] = [];
  const formed = formedData(setting, settings);
  let at = 0;
  for (const { train, validation } of folds) {
    const ranker = await trainFold({ ...setting, data: formed }, settings, epochs, train);
    if (ranker === undefined) return undefined;
    const rows = tight(selectFeatures(formed.features, validation));
    const exclude = excluded(setting, validation);
    const depth = depthOf(options.criterion);
    const ranked = await ranker.rank(rows, { k: depth, ...exclude, ...running(setting) });
    for (const [i, row] of validation.entries()) {
      const top = ranked.items.subarray(i * ranked.k, (i + 1) * ranked.k);
      rateRow(values, at++, top, relevantItems(data, row), options.criterion);
    }
    if (keep) kept.push({ ranker, scores: ranker.scores(rows) });
  }
  return { values, kept };
}

/** The data of a search, with the features transformed by the transforms of a candidate and, if the options request it, normalized. */
export function formedData({ data, sizes, options }: TrialSetting, { transforms }: AutoSettings): PreparedData {
  const fitted = fitTransforms(transforms, data.features, sizes.featureCount);
  const form = { transforms: fitted, normalize: options.normalize === true };
  return { ...data, features: formedRows(data.features, form, sizes.featureCount) };
}

type Run = Pick<TrainOptions, "signal" | "threads">;

/** The number of multiply-adds per step below which one thread is faster than a pool; the results do not depend on this choice. */
const worthThreads = 2 ** 24;

function running({ data, sizes, options }: TrialSetting): Run {
  const { signal, threads, hidden = 512 } = options;
  const entries = data.features.indices.length / Math.max(1, data.rowCount);
  const small = rowsPerStep * hidden * (entries + sizes.itemCount) < worthThreads;
  const own = threads ?? (small ? 1 : undefined);
  return { ...(signal && { signal }), ...(own !== undefined && { threads: own }) };
}

function excluded({ data, options }: TrialSetting, rows: Int32Array): { readonly exclude?: Csr } {
  if (options.seen !== "exclude") return {};
  const features = tight(selectFeatures(data.features, rows));
  return { exclude: seenItems({ ...(options.featureItems && { featureItems: options.featureItems }) }, features) };
}

/** Trains a ranker on the rows `train`, whose features are already transformed; undefined if training diverged. */
async function trainFold(
  setting: TrialSetting,
  settings: AutoSettings,
  epochs: number,
  train: Int32Array,
): Promise<Ranker | undefined> {
  const { data, sizes, options } = setting;
  const { seed = 0, loss, weightDecay, glas, decay, engine, backend } = options;
  const { learningRate, batchSize, inputDropout, hiddenDropout, hidden } = settings;
  const given = { loss, weightDecay, glas, decay, engine, backend };
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const chosen: TrainOptions = {
    ...(known as TrainOptions),
    ...running(setting),
    ...{ learningRates: [learningRate], batchSize, inputDropout, hiddenDropout, epochs, seed },
    ...{ validation: 0, refit: false },
  };
  const ranker = createRanker({ features: sizes.featureCount, items: sizes.itemCount, hidden, seed });
  const rows = { train, validation: new Int32Array(0) };
  const training = await prepareTraining(ranker, { data, rows }, chosen, resolveSettings(chosen), initialState());
  copyWeights(training.network, ranker.weights);
  try {
    await runTraining(training, undefined);
  } catch (error) {
    if (error instanceof DivergenceError) return undefined;
    throw error;
  }
  return ranker;
}
