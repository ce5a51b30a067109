import { type KernelModule, loadKernelModule } from "@tierwise/kernels";
import type { Model } from "@tierwise/metrics";
import type { Ranker } from "../model/ranker.ts";
import type { TrainingRecord } from "../model/training-record.ts";
import { knownVocabulary, type Vocabulary } from "../model/vocabulary.ts";
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

/** A model as a directory holds it: one ranker, or an ensemble that ranks by the mean of its members' scores. */
export interface TrainedModel extends Model, Vocabulary {
  /** What it is. */
  readonly kind: "ensemble" | "ranker";
  /** Where it is. */
  readonly directory: string;
  /** How many hidden units each member has. */
  readonly hidden: number;
  /** Whether every row of features is divided by its Euclidean norm first. */
  readonly normalize: boolean;
  /** The name of each item, where known. */
  readonly itemNames: readonly string[] | undefined;
  /** Its rankers; while the training of an ensemble is unfinished, those so far. */
  readonly members: readonly Ranker[];
  /** How many rankers it has when its training is finished. */
  readonly memberCount: number;
  /** Whether its training came to its end. A ranker that was only saved counts as finished. */
  readonly finished: boolean;
  /** When it was last written, as an ISO date. */
  readonly written: string;
  /** The versions of the packages and of Node that wrote it, as far as known. */
  readonly writtenBy: Readonly<Record<string, string>>;
  /** The result of training each member, as far as known: none where it was only saved. */
  readonly results: readonly TrainingResult[];
  /** How it was trained: rows, label counts, and what whoever trained it left about that. */
  readonly record: TrainingRecord | undefined;
  /** As {@link Ranker.scores}. */
  readonly scores: Ranker["scores"];
  /** As {@link Ranker.topK}. */
  readonly topK: Ranker["topK"];
}

/** The model that a header describes, its members being loaded; results are read when they are asked for. */
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
 * Loads what a directory holds: a ranker that was saved, or a ranker or an ensemble that was trained into it; of a training that is
 * unfinished, the best model so far. Damage is refused as {@link loadRanker} refuses it.
 *
 * @param directory - Where it is.
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
 * Loads a ranker that `ranker.save` wrote, or the best model so far of a training that keeps checkpoints; {@link loadModel} also loads
 * ensembles. The header is checked against its digest and every array against its length and checksum; what is damaged, truncated or
 * not a model is refused with a sentence. A model that is being written at the same time is read as it was before, or as it is after.
 *
 * @param directory - Where it was saved.
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
    throw new Error(`${directory} holds an ensemble of ${memberCount} rankers; loadModel loads all of them`);
  });
  return members[0];
}

/** The rankers of a directory's model, with the header that names them. */
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

/** The ranker that a member of a model is. */
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
