import type { Csr, RowSplit } from "@tierwise/data/rows";
import { selectFeatures } from "../data/content-order.ts";
import { tight } from "../data/sparse-rows.ts";
import { formedRows, type PreparedData, relevantItems } from "../data/training-data.ts";
import type { AutoSettings } from "../model/auto-report.ts";
import { copyWeights } from "../model/layers.ts";
import { seenItems } from "../model/vocabulary.ts";
import { createRanker } from "../network/ranker.ts";
import { DivergenceError } from "../training/divergence-error.ts";
import { prepareTraining } from "../training/prepare.ts";
import { runTraining } from "../training/run-training.ts";
import { readCriterion } from "../training/settings.ts";
import { initialState } from "../training/state.ts";
import { resolveSettings, type TrainOptions } from "../training/train-options.ts";
import { fitTransforms } from "../transforms/transform-rows.ts";
import type { AutoOptions } from "./auto-options.ts";
import { rowsPerStep } from "./budget.ts";
import type { DataSizes } from "./candidates.ts";

/** What all trials of a search share. */
export interface TrialSetting {
  /** All rows, in content order, with their features as given. */
  readonly data: PreparedData;
  readonly sizes: DataSizes;
  /** The folds: which rows each trains on, and which it is measured on. */
  readonly folds: readonly RowSplit[];
  /** Options of every trial. */
  readonly options: AutoOptions;
}

/** The values of each validation row: the criterion, P@1 and P@5. */
export interface RowValues {
  readonly criterion: Float64Array;
  readonly precision1: Float64Array;
  readonly precision5: Float64Array;
}

/** Trains a candidate on every fold and measures every validation row; undefined if training diverged. */
export async function runTrial(
  setting: TrialSetting,
  settings: AutoSettings,
  epochs: number,
): Promise<RowValues | undefined> {
  const { data, sizes, folds, options } = setting;
  const count = folds.reduce((sum, { validation }) => sum + validation.length, 0);
  const values = {
    criterion: new Float64Array(count),
    precision1: new Float64Array(count),
    precision5: new Float64Array(count),
  };
  const transforms = fitTransforms(settings.transforms, data.features, sizes.featureCount);
  const form = { transforms, normalize: options.normalize === true };
  const formed = { ...data, features: formedRows(data.features, form, sizes.featureCount) };
  let at = 0;
  for (const { train, validation } of folds) {
    const ranker = await trainFold({ ...setting, data: formed }, settings, epochs, train);
    if (ranker === undefined) return undefined;
    const { metric, k } = readCriterion(options.criterion ?? "ndcg@5");
    const depth = Math.max(k, 5);
    const rows = tight(selectFeatures(formed.features, validation));
    const exclude = excluded(setting, validation);
    const ranked = await ranker.rank(rows, { k: depth, ...exclude, ...running(setting) });
    for (const [i, row] of validation.entries()) {
      const top = ranked.items.subarray(i * ranked.k, (i + 1) * ranked.k);
      const relevant = new Set(relevantItems(data, row));
      values.criterion[at] = metric === "ndcg" ? ndcg(top, relevant, k) : precision(top, relevant, k);
      values.precision1[at] = precision(top, relevant, 1);
      values.precision5[at++] = precision(top, relevant, 5);
    }
  }
  return values;
}

type Run = Pick<TrainOptions, "signal" | "threads">;

/** The number of multiply-adds per step below which one thread is faster than a pool; results do not depend on it. */
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

/** Trains a ranker on some rows, whose features are already transformed; undefined if it diverged. */
async function trainFold(
  setting: TrialSetting,
  settings: AutoSettings,
  epochs: number,
  train: Int32Array,
): Promise<ReturnType<typeof createRanker> | undefined> {
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

/** The share of the first k places that hold relevant items. */
function precision(ranking: Int32Array, relevant: ReadonlySet<number>, k: number): number {
  let hits = 0;
  for (let place = 0; place < Math.min(k, ranking.length); place++) hits += Number(relevant.has(ranking[place]));
  return hits / k;
}

/** Σ over relevant places ≤ k of 1/log₂(place + 1), divided by its maximum; 0 for a row without relevant items. */
function ndcg(ranking: Int32Array, relevant: ReadonlySet<number>, k: number): number {
  let [sum, ideal] = [0, 0];
  for (let place = 0; place < k; place++) {
    const gain = 1 / Math.log2(place + 2);
    if (place < ranking.length && relevant.has(ranking[place])) sum += gain;
    if (place < relevant.size) ideal += gain;
  }
  return ideal === 0 ? 0 : sum / ideal;
}
