import { type KernelModule, loadKernelModule } from "@tierwise/kernels";
import type { Model } from "@tierwise/metrics";
import type { Ranker } from "../model/ranker.ts";
import type { TrainingRecord } from "../model/training-record.ts";
import { knownVocabulary, type ModelVocabulary } from "../model/vocabulary.ts";
import { createBlankRanker, meanScoring } from "../network/ranker.ts";
import { openModelFile } from "../single-file/open-model-file.ts";
import { type ArrayEntry, createHash, type StoredArray } from "../store/files.ts";
import {
  type Header,
  isFinished,
  isWeightArray,
  type StoredMember,
  type StoredModel,
  weightArrays,
} from "../store/header.ts";
import { openArrays } from "../store/model-directory.ts";
import { memberTraining } from "../training/member-training.ts";
import { type TrainingResult, trainingResult } from "../training/state.ts";
import { type ModelSource, resolveSource } from "./model-source.ts";
import { versionOf } from "./model-version.ts";

/** A model from a directory or file: one ranker, or an ensemble that ranks by the mean of its members' scores. */
export interface TrainedModel extends Model, ModelVocabulary {
  /** The kind of model. */
  readonly kind: "ensemble" | "ranker";
  /** The directory of the model, or the path, address or name of its file. */
  readonly directory: string;
  /** The number of hidden units of each member. */
  readonly hidden: number;
  /** Whether every row of features is divided by its Euclidean norm, after any transforms. */
  readonly normalize: boolean;
  /** The name of each item, if known. */
  readonly itemNames: readonly string[] | undefined;
  /** The rankers of the model; for an unfinished ensemble, those trained so far. */
  readonly members: readonly Ranker[];
  /** The number of rankers in the finished model. */
  readonly memberCount: number;
  /** Whether the model's training is finished. A ranker that was saved without training counts as finished. */
  readonly finished: boolean;
  /** 12 hexadecimal digits that identify the weights and names. A directory and the single file exported from it have the same version. */
  readonly version: string;
  /** The time when the model was last written, as an ISO date. */
  readonly written: string;
  /** The versions of the packages and of Node that wrote the model, if known. */
  readonly writtenBy: Readonly<Record<string, string>>;
  /** The result of training each member; empty for a model that was saved without training. */
  readonly results: readonly TrainingResult[];
  /** How the model was trained: row and label counts, and the record that was passed to {@link trainModel}. */
  readonly record: TrainingRecord | undefined;
  /** Same as {@link Ranker.scores}. */
  readonly scores: Ranker["scores"];
  /** Same as {@link Ranker.topK}. */
  readonly topK: Ranker["topK"];
}

/** The model that a header describes, with its loaded members. Results are read on first access. */
export function trainedModel(
  stored: StoredModel<unknown>,
  { written, writtenBy = {} }: Pick<Header, "written" | "writtenBy">,
  directory: string,
  members: readonly Ranker[],
  results?: readonly TrainingResult[],
): TrainedModel {
  const { featureCount, hidden, itemCount, normalize, itemNames } = members[0];
  let version: string | undefined;
  const model: TrainedModel = {
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
    get version() {
      version ??= versionOf(stored);
      return version;
    },
    written,
    writtenBy,
    record: stored.record,
    get results() {
      return results ?? storedResults(stored, directory, members);
    },
    ...meanScoring(members),
  };
  storedModels.set(model, stored);
  return model;
}

const storedModels = new WeakMap<TrainedModel, StoredModel<unknown>>();

/** The header's description of a model, which also records how each member was trained. */
export function storedModelOf(model: TrainedModel): StoredModel<unknown> {
  const stored = storedModels.get(model);
  if (stored === undefined)
    throw new TypeError("model is not a trained model; expected the result of loadModel or trainModel");
  return stored;
}

/** A digest of the weights of a model, from the checksums in its header. */
export function weightsDigest(model: TrainedModel): string {
  return digestOf(storedModelOf(model));
}

/** A digest of the weights that a header describes. */
export function digestOf({ members }: StoredModel<unknown>): string {
  const hash = createHash("sha256");
  for (const { arrays } of members) {
    for (const name of Object.keys(arrays).filter(isWeightArray).sort()) {
      hash.update((arrays[name] as Pick<ArrayEntry, "sha256">).sha256);
    }
  }
  return hash.digest("hex");
}

function storedResults(stored: StoredModel<unknown>, directory: string, members: readonly Ranker[]): TrainingResult[] {
  return stored.members.flatMap((member, i) => {
    const training = memberTraining(member, directory);
    return training === undefined ? [] : [trainingResult(members[i], training.settings, training.state)];
  });
}

/**
 * Loads a model: a saved ranker, or a ranker or an ensemble that {@link trainModel} trained. Accepts a model directory, or the single file
 * that `exportModel` from `@tierwise/ranker/export` writes. If training is unfinished, loads the best model so far. Throws an error if the
 * model is damaged, as {@link loadRanker} does.
 *
 * @param source - The directory or file of the model; see {@link ModelSource}.
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
export async function loadModel(source: ModelSource): Promise<TrainedModel> {
  const { header, name, members } = await readMembers(source);
  return trainedModel(header.model, header, name, members);
}

/**
 * Loads a ranker that `ranker.save` or `exportModel` wrote, or the best model so far from the checkpoints of a training run.
 * {@link loadModel} also loads ensembles. The header is checked against its digest, and every array against its length and checksum; a
 * file that is damaged, truncated or not a model causes an error. If the model is being replaced at the same time, either the complete old
 * model or the complete new model is read.
 *
 * @param source - The directory or file of the ranker; in a web page, the address of the file, a `File` or bytes. See {@link ModelSource}.
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
export async function loadRanker(source: ModelSource): Promise<Ranker> {
  const { members } = await readMembers(source, ({ memberCount }, name) => {
    if (memberCount === 1) return;
    throw new Error(`${name} contains an ensemble of ${memberCount} rankers; use loadModel to load them`);
  });
  return members[0];
}

interface LoadedMembers {
  readonly header: Pick<Header, "written" | "writtenBy"> & { readonly model: StoredModel<unknown> };
  readonly name: string;
  readonly members: readonly Ranker[];
}

type CheckModel = (model: StoredModel<unknown>, name: string) => void;

async function readMembers(source: ModelSource, check: CheckModel = () => {}): Promise<LoadedMembers> {
  const place = await resolveSource(source);
  if (typeof place === "string") {
    return readOpened(await openArrays(place, ({ model }) => model.members, isWeightArray), place, check);
  }
  return readOpened(await openModelFile(place), place.name, check);
}

/** A model whose arrays are open for reading. */
interface OpenedModel<Entry> {
  readonly header: Pick<Header, "written" | "writtenBy"> & { readonly model: StoredModel<Entry> };
  readonly read: ReadArrays<Entry>;
  readonly close: () => Promise<void>;
}

type ReadArrays<Entry> = (member: StoredMember<Entry>, into: Readonly<Record<string, StoredArray>>) => Promise<void>;

async function readOpened<Entry>(opened: OpenedModel<Entry>, name: string, check: CheckModel): Promise<LoadedMembers> {
  try {
    const { header } = opened;
    check(header.model, name);
    const module = await loadKernelModule();
    const members: Ranker[] = [];
    for (const member of header.model.members) members.push(await readRanker(opened, header.model, member, module));
    return { header, name, members };
  } finally {
    await opened.close();
  }
}

/** Reads a member of a model as a ranker. */
export async function readRanker<Entry>(
  { read }: { readonly read: ReadArrays<Entry> },
  model: StoredModel<Entry>,
  member: StoredMember<Entry>,
  module: KernelModule,
): Promise<Ranker> {
  const { shape, seed, normalize, steps } = member;
  const ranker = createBlankRanker({ ...shape, seed, normalize, module, ...knownVocabulary(model) });
  await read(member, weightArrays("weights", ranker.weights));
  ranker.steps = steps;
  return ranker;
}
