import { type LabeledRows, replayRows } from "@tierwise/data/rows";
import { loadKernelModule } from "@tierwise/kernels";
import type { TrainingData } from "../data/training-data.ts";
import type { TrainingRecord } from "../model/training-record.ts";
import { knownVocabulary } from "../model/vocabulary.ts";
import { type ExtendRankerOptions, extendRanker } from "../network/extend-ranker.ts";
import { checkInterval } from "../training/train.ts";
import { resolveSettings, type TrainOptions } from "../training/train-options.ts";
import type { ModelDirectory } from "./open-model-directory.ts";
import { readMoments } from "./read-moments.ts";
import { countsOf, type TrainModelOptions, trainNewModel } from "./train-model.ts";
import { type TrainedModel, weightsDigest } from "./trained-model.ts";

/** Options for `extendModel`. Omitted settings default to those of the model, except for the learning rate, epochs and validation. */
export interface ExtendModelOptions
  extends Omit<
    TrainModelOptions,
    "features" | "hidden" | "items" | "members" | "neighbors" | "normalize" | "preset" | "refit" | "transforms"
  > {
  /** Old rows to train on in addition to the new ones, with the same numbers of features and items. Default: none. */
  readonly replay?: LabeledRows;
  /** The fraction of `replay` to train on; `replayRows` from `@tierwise/data` chooses these rows with the seed. Default: 0.2. */
  readonly replayShare?: number;
  /** The index of the only member to extend, for `trainMember` in another process; the result is a single ranker. Default: all members. */
  readonly member?: number;
}

/** The settings of an extension that differ from those of a new model. */
const extensionSettings = { learningRates: [4e-3], decay: "cosine", epochs: 25, validation: 0, refit: false } as const;

/**
 * Trains a model further on new rows, which may have new features and items. Known features and items keep their weights, and {@link
 * extendRanker} sets the weights of new ones. Adam continues from the moments of the model if they are stored (see `keepMoments`; a single
 * file contains none), otherwise from moments of 0. The result may be written to the directory of the model itself: the old model stays in
 * place until the new one is complete.
 *
 * @param directory - The path of the directory to write to, or the open directory.
 * @param from - The finished model to extend, which is not changed.
 * @param data - The new rows. Their features and items are those of the model, followed by new ones; `extendVocabulary` and `matchRows`
 * from `@tierwise/data` match them by name.
 * @param options - Old rows to replay, the vocabulary, and settings. Defaults: one learning rate of 0.004 with cosine decay over 25
 * epochs on all rows, without validation.
 *
 * @example
 * ```ts
 * import { mkdtemp } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { generateXmlDataset } from "@tierwise/datasets-xml";
 * import { extendModel, trainModel } from "@tierwise/ranker";
 *
 * const folder = await mkdtemp(join(tmpdir(), "ranker-"));
 * const sizes = { rows: 300, features: 50, labelsPerRow: 3, featuresPerRow: 8 };
 * const old = generateXmlDataset({ ...sizes, labels: 30, seed: 1 });
 * const model = await trainModel(join(folder, "model"), old, { hidden: 16, epochs: 2, seed: 1 });
 *
 * const data = generateXmlDataset({ ...sizes, labels: 40, seed: 2 });
 * const replay = { ...old, numLabels: 40 };
 * const extended = await extendModel(join(folder, "extended"), model, data, { replay, replayShare: 0.5, epochs: 2 });
 * console.log(model.itemCount, extended.itemCount, extended.record?.rows); // 30 40 600
 * ```
 */
export async function extendModel(
  directory: ModelDirectory | string,
  from: TrainedModel,
  data: LabeledRows,
  options: ExtendModelOptions = {},
): Promise<TrainedModel> {
  const {
    replay,
    replayShare = 0.2,
    member,
    record,
    replace,
    everySeconds,
    onProgress,
    trainMember,
    ...rest
  } = options;
  const { itemNames, itemTitles, featureNames, featureItems, seed = from.members[0].seed, ...given } = rest;
  const vocabulary = knownVocabulary({
    ...from,
    ...knownVocabulary({ itemNames, itemTitles, featureNames, featureItems }),
  });
  checkInterval("everySeconds", everySeconds);
  if (!from.finished) throw new Error(`${from.directory} is not finished; expected a model whose training is finished`);
  if (member !== undefined && from.members[member] === undefined) {
    throw new RangeError(`member is ${member}; expected an integer from 0 to ${from.memberCount - 1}`);
  }
  const settings = extensionOptions(from, given);
  resolveSettings(settings, seed);
  const rows: TrainingData = replay === undefined ? data : replayRows(data, replay, { share: replayShare, seed }).rows;
  const module = await loadKernelModule();
  const grow: ExtendRankerOptions = { features: data.numFeatures, items: data.numLabels, module, ...vocabulary };
  // Checks sizes and vocabulary before touching the directory.
  const start = member ?? 0;
  const first = extendRanker(from.members[start], { ...grow, seed: seed + start });
  const counts = addedCounts(from.record, countsOf(data, first));
  const extended = { from: from.directory, digest: weightsDigest(from), ...(replay && { replayShare }) };
  return trainNewModel(directory, rows, {
    replace,
    vocabulary: knownVocabulary(first),
    record: { ...counts, ...record, extended },
    memberCount: member === undefined ? from.memberCount : 1,
    createMember: (index) => (index === 0 ? first : extendRanker(from.members[index], { ...grow, seed: seed + index })),
    momentsOf: (index) => readMoments(from, index),
    options: settings,
    onProgress,
    everySeconds,
    trainMember,
  });
}

/** The options for training, in order of precedence: the given options, the settings of an extension, the settings of the model. */
function extensionOptions({ results, directory }: TrainedModel, given: TrainOptions): TrainOptions {
  const { seed: _, loss, validation: __, ...own } = results[0]?.settings ?? {};
  if (loss === "given" && given.loss === undefined) {
    throw new TypeError(`loss is missing; ${directory} was trained with a loss function, which must be passed again`);
  }
  const settings = { ...own, ...(loss !== undefined && loss !== "given" && { loss }), ...extensionSettings, ...given };
  // By default, the extended model stores its moments if the original model does, unless validation chooses the number of epochs.
  const { keepMoments: keptBefore, ...rest } = settings;
  const keepMoments = given.keepMoments ?? (keptBefore === true && settings.validation === 0);
  return { ...rest, ...(keepMoments && { keepMoments }) };
}

/** The total counts of old and new rows; counts that are unknown for the old rows stay undefined. */
function addedCounts(old: TrainingRecord | undefined, { rows = 0, labelCounts = [] }: TrainingRecord): TrainingRecord {
  const { rows: oldRows, labelCounts: oldCounts } = old ?? {};
  return {
    ...(old?.ratings && { ratings: old.ratings }),
    ...(oldRows !== undefined && { rows: oldRows + rows }),
    ...(oldCounts && { labelCounts: labelCounts.map((count, item) => count + (oldCounts[item] ?? 0)) }),
  };
}
