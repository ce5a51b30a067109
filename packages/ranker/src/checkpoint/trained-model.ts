import type { Vocabulary } from "@tierwise/data/rows";
import { type KernelModule, loadKernelModule } from "@tierwise/kernels";
import type { Model } from "@tierwise/metrics";
import type { Ranker } from "../model/ranker.ts";
import type { TrainingRecord } from "../model/training-record.ts";
import { knownVocabulary } from "../model/vocabulary.ts";
import { createRanker, meanScoring } from "../network/ranker.ts";
import {
  type Header,
  isFinished,
  isWeightArray,
  type StoredMember,
  type StoredModel,
  weightArrays,
} from "../store/header.ts";
import { type OpenArrays, openArrays } from "../store/model-directory.ts";
import { memberTraining } from "../training/checkpoint.ts";
import { type TrainingResult, trainingResult } from "../training/state.ts";

/** A model from a directory: one ranker, or an ensemble that ranks by the mean of its members' scores. */
export interface TrainedModel extends Model, Vocabulary {
  /** The kind of model. */
  readonly kind: "ensemble" | "ranker";
  /** The directory of the model. */
  readonly directory: string;
  /** The number of hidden units of each member. */
  readonly hidden: number;
  /** Whether every row of features is divided by its Euclidean norm first. */
  readonly normalize: boolean;
  /** The name of each item, if known. */
  readonly itemNames: readonly string[] | undefined;
  /** The rankers of the model; for an ensemble whose training is unfinished, the members so far. */
  readonly members: readonly Ranker[];
  /** The number of rankers in the finished model. */
  readonly memberCount: number;
  /** Whether its training is finished. A ranker that was saved without training counts as finished. */
  readonly finished: boolean;
  /** When it was last written, as an ISO date. */
  readonly written: string;
  /** The versions of the packages and of Node that wrote it, if known. */
  readonly writtenBy: Readonly<Record<string, string>>;
  /** The result of training each member; empty for a model that was saved without training. */
  readonly results: readonly TrainingResult[];
  /** How it was trained: row and label counts, and the record that was passed to {@link trainModel}. */
  readonly record: TrainingRecord | undefined;
  /** Same as {@link Ranker.scores}. */
  readonly scores: Ranker["scores"];
  /** Same as {@link Ranker.topK}. */
  readonly topK: Ranker["topK"];
}

/** The model that a header describes, with its loaded members. Results are read on first access. */
export function trainedModel(
  stored: StoredModel,
  { written, writtenBy = {} }: Pick<Header, "written" | "writtenBy">,
  directory: string,
  members: readonly Ranker[],
  results?: readonly TrainingResult[],
): TrainedModel {
  const { featureCount, hidden, itemCount, normalize, itemNames } = members[0];
  return {
    ...knownVocabulary(stored),
    kind: stored.memberCount === 1 ? "ranker" : "ensemble",
    directory,
    featureCount,
    hidden,
    itemCount,
    normalize,
    itemNames,
    members,
    memberCount: stored.memberCount,
    finished: isFinished(stored),
    written,
    writtenBy,
    record: stored.record,
    get results() {
      return results ?? storedResults(stored, directory, members);
    },
    ...meanScoring(members),
  };
}

function storedResults(stored: StoredModel, directory: string, members: readonly Ranker[]): TrainingResult[] {
  return stored.members.flatMap((member, i) => {
    const training = memberTraining(member, directory);
    return training === undefined ? [] : [trainingResult(members[i], training.settings, training.state)];
  });
}

/**
 * Loads the model in a directory: a saved ranker, or a ranker or an ensemble that was trained into it. If training is unfinished, loads
 * the best model so far. Throws if the model is damaged, as {@link loadRanker} does.
 *
 * @param directory - The directory of the model.
 *
 * @example
 * ```ts
 * import { mkdtemp } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { createRanker, loadModel } from "@tierwise/ranker";
 *
 * const directory = join(await mkdtemp(join(tmpdir(), "ranker-")), "model");
 * await createRanker({ features: 5, hidden: 8, items: 4, seed: 1 }).save(directory);
 * const model = await loadModel(directory);
 * console.log(model.kind, model.finished, model.topK({ indices: [0, 3] }, 4).length); // ranker true 4
 * ```
 */
export async function loadModel(directory: string): Promise<TrainedModel> {
  const { header, members } = await readMembers(directory);
  return trainedModel(header.model, header, directory, members);
}

/**
 * Loads a ranker that `ranker.save` wrote, or the best model so far from the checkpoints of a training run. {@link loadModel} also loads
 * ensembles. The header is checked against its digest, and every array against its length and checksum; a file that is damaged, truncated
 * or not a model causes an error. If the model is being written at the same time, either the old or the new model is read.
 *
 * @param directory - The directory of the ranker.
 *
 * @example
 * ```ts
 * import { mkdtemp } from "node:fs/promises";
 * import { tmpdir } from "node:os";
 * import { join } from "node:path";
 * import { createRanker, loadRanker } from "@tierwise/ranker";
 *
 * const directory = join(await mkdtemp(join(tmpdir(), "ranker-")), "model");
 * const ranker = createRanker({ features: 5, hidden: 8, items: 4, seed: 1 });
 * await ranker.save(directory);
 * const loaded = await loadRanker(directory);
 * const row = { indices: [1, 4], values: [0.5, 2] };
 * console.log(loaded.topK(row, 4).join() === ranker.topK(row, 4).join()); // true
 * ```
 */
export async function loadRanker(directory: string): Promise<Ranker> {
  const { members } = await readMembers(directory, ({ memberCount }) => {
    if (memberCount === 1) return;
    throw new Error(`${directory} holds an ensemble of ${memberCount} rankers; use loadModel to load them`);
  });
  return members[0];
}

/** The rankers of the model in a directory, with its header. */
async function readMembers(
  directory: string,
  check: (model: StoredModel) => void = () => {},
): Promise<{ readonly header: Header; readonly members: readonly Ranker[] }> {
  const module = await loadKernelModule();
  const arrays = await openArrays(directory, ({ model }) => model.members, isWeightArray);
  try {
    const { header } = arrays;
    check(header.model);
    const members: Ranker[] = [];
    for (const member of header.model.members) members.push(await readRanker(arrays, header.model, member, module));
    return { header, members };
  } finally {
    await arrays.close();
  }
}

/** Reads a member of a model as a ranker. */
export async function readRanker(
  { read }: OpenArrays,
  model: StoredModel,
  member: StoredMember,
  module: KernelModule,
): Promise<Ranker> {
  const { shape, seed, normalize, steps } = member;
  const ranker = createRanker({ ...shape, seed, normalize, module, ...knownVocabulary(model) });
  await read(member, weightArrays("weights", ranker.weights));
  ranker.steps = steps;
  return ranker;
}
