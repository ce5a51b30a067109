import { type Csr, type RowSplit, splitRows } from "@tierwise/data/rows";
import { defaultThreads, loadKernelModule } from "@tierwise/kernels";
import type { NegativesSpec } from "@tierwise/losses";
import { inContentOrder } from "../data/content-order.ts";
import { mostEntries, shared } from "../data/sparse-rows.ts";
import { concatData, itemCounts, type PreparedData, prepareData, type TrainingData } from "../data/training-data.ts";
import { chooseEngine, type StartEngine } from "../engines/choose-engine.ts";
import { labelTarget, mostLabels } from "../engines/kernels/label-target.ts";
import type { SampleOptions } from "../engines/kernels/sampled/sampled-arrays.ts";
import { allocateTrainingNetwork, type TrainingNetwork } from "../engines/kernels/training-arrays.ts";
import type { Ranker } from "../model/ranker.ts";
import { seenItems } from "../model/vocabulary.ts";
import type { TrainingSettings } from "./settings.ts";
import type { TrainingState } from "./state.ts";
import { isData, type TrainOptions } from "./train-options.ts";

/** A training run whose memory is allocated, ready to start or resume. */
export interface Training {
  readonly ranker: Ranker;
  readonly settings: TrainingSettings;
  readonly state: TrainingState;
  readonly data: PreparedData;
  readonly rows: RowSplit;
  readonly network: TrainingNetwork;
  readonly startEngine: StartEngine;
  /** The options of the call: the threads, signal, progress callback and, if it is a function, the loss. */
  readonly options: TrainOptions;
}

/** Checks the options of a training run and allocates its memory. The caller must set the weights of the network. */
export async function prepareTraining(
  ranker: Ranker,
  { data, rows }: Pick<Training, "data" | "rows">,
  options: TrainOptions,
  settings: TrainingSettings,
  state: TrainingState,
): Promise<Training> {
  const startEngine = await chooseEngine(options);
  if (options.engine === "tfjs" && settings.loss !== "given" && settings.loss.negatives !== undefined) {
    throw new RangeError(
      'loss.negatives is not supported by the engine "tfjs", which computes the scores of all items; omit negatives, or use the engine "kernels"',
    );
  }
  const network = await allocate(ranker, data, rows, settings, options.threads ?? defaultThreads());
  return { ranker, settings, state, data, rows, network, startEngine, options };
}

/** Arranges the data in content order, and splits them into training and validation rows. */
export function prepareRows(
  ranker: Ranker,
  given: TrainingData,
  options: TrainOptions,
  { validation, seed }: TrainingSettings,
): Pick<Training, "data" | "rows"> {
  const training = inContentOrder(prepareData(given, ranker, ranker));
  if (training.rowCount === 0) throw new RangeError("the dataset has no rows; expected at least one");
  if (validation !== "given") {
    const rows = splitByGroup(training, { validation, seed });
    if (rows.train.length === 0)
      throw new RangeError(
        `validation is ${validation}, which leaves no rows to train on; expected a smaller fraction`,
      );
    if (validation > 0 && rows.validation.length === 0) {
      throw new RangeError(
        `validation is ${validation}, which holds out none of the ${training.rowCount} rows; expected a larger fraction, such as 0.5`,
      );
    }
    return { data: training, rows };
  }
  if (!isData(options.validation)) {
    throw new TypeError("validation is missing; training was started with validation data, which must be passed again");
  }
  const validated = inContentOrder(prepareData(options.validation, ranker, ranker));
  if (validated.rowCount === 0) throw new RangeError("the validation dataset has no rows; expected at least one");
  const data = concatData(training, validated);
  const all = Int32Array.from({ length: data.rowCount }, (_, row) => row);
  return { data, rows: { train: all.slice(0, training.rowCount), validation: all.slice(training.rowCount) } };
}

/** Holds out a fraction of the groups with all of their rows. Without groups, holds out a fraction of the rows. */
function splitByGroup(
  { rowCount, groups }: PreparedData,
  options: { readonly validation: number; readonly seed: number },
): RowSplit {
  if (groups === undefined) return splitRows(rowCount, options);
  const distinct = Int32Array.from(new Set(groups)).sort();
  const split = splitRows(distinct.length, options);
  const held = new Set(Array.from(split.validation, (group) => distinct[group]));
  const rows = Int32Array.from({ length: rowCount }, (_, row) => row);
  return {
    train: rows.filter((row) => !held.has(groups[row])),
    validation: rows.filter((row) => held.has(groups[row])),
  };
}

/** The items that validation excludes for each row; undefined if it ranks all items. */
function excludedItems(ranker: Ranker, data: PreparedData, { seen }: TrainingSettings): Csr | undefined {
  if (seen !== "exclude") return undefined;
  const { featureItems, transforms = [] } = ranker;
  if (transforms.some((transform) => transform.name === "standardize" && transform.means !== undefined)) {
    throw new RangeError(
      'transforms contains standardize with centering, which gives every row a value for every feature; with seen: "exclude", use center: false',
    );
  }
  const { indptr, indices } = seenItems({ featureItems }, data.features);
  return { indptr: shared(indptr), indices: shared(indices) };
}

/** The sample for negatives; undefined if it would contain all items, so that training is exact. */
function sampleOptions(
  { count, by, seed }: NegativesSpec,
  data: PreparedData,
  trained: Int32Array,
  trainingSeed: number,
): SampleOptions | undefined {
  if (count >= data.preferences.itemCount) return undefined;
  const frequency = by === "frequency" ? shared(itemCounts(data, trained).map((rows) => rows + 1)) : undefined;
  return { count, seed: seed ?? trainingSeed, popularity: frequency };
}

async function allocate(
  ranker: Ranker,
  data: PreparedData,
  rows: RowSplit,
  settings: TrainingSettings,
  threads: number,
): Promise<TrainingNetwork> {
  const { featureCount, hidden, itemCount, kernelBuild } = ranker;
  if (!Number.isInteger(threads) || threads < 1) {
    throw new RangeError(`threads is ${threads}; expected a positive integer`);
  }
  const { inputDropout, hiddenDropout, weightDecay, seed, loss, glas = 0 } = settings;
  const batchRows = Math.min(settings.batchSize, data.rowCount);
  const spec = loss === "given" ? ({ name: "pl-partition" } as const) : loss;
  const { negatives, ...exactLoss } = spec;
  return allocateTrainingNetwork({
    shape: { featureCount, hidden, itemCount },
    module: await loadKernelModule({ kernelBuild }),
    batchRows,
    batchEntries: Math.max(1, mostEntries(data.features, batchRows)),
    threads,
    options: { inputDropout, hiddenDropout, weightDecay, seed },
    loss: exactLoss,
    preferences: data.preferences,
    exclude: excludedItems(ranker, data, settings),
    glas:
      glas === 0
        ? undefined
        : { weight: glas, target: labelTarget(data, rows.train), mostLabels: mostLabels(data, batchRows) },
    sample: negatives && sampleOptions(negatives, data, rows.train, seed),
  });
}
