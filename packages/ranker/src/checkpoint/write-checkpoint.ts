import type { PreparedData } from "../data/training-data.ts";
import type { TrainingNetwork } from "../network/training-arrays.ts";
import type { Ranker } from "../ranker.ts";
import { checkSettings, type TrainingSettings } from "../training/settings.ts";
import { initialState, type TrainingState } from "../training/state.ts";
import type { StoredArray } from "./array-file.ts";
import { fromJson, toJson } from "./finite-json.ts";
import type { StoredMember } from "./header.ts";
import type { ModelStore } from "./model-store.ts";
import { createHash } from "./node-files.ts";
import { rankerMember, weightArrays } from "./save-ranker.ts";

/** What a header says about the training of a member. */
export interface MemberTraining {
  readonly settings: TrainingSettings;
  readonly state: TrainingState;
  /** The checksum of the data. */
  readonly data: string;
}

/** What a checkpoint is made of. */
export interface CheckpointContent {
  readonly ranker: Ranker;
  readonly network: TrainingNetwork;
  readonly data: PreparedData;
  readonly settings: TrainingSettings;
  readonly state: TrainingState;
}

/**
 * Writes a member of a model: the best weights so far, as `ranker.save` would, and everything that its training needs to go on; of a
 * training that came to its end, the weights and how it went.
 */
export async function writeCheckpoint(store: ModelStore, index: number, content: CheckpointContent): Promise<void> {
  const { ranker, network, data, settings, state } = content;
  const training: MemberTraining = { settings, state, data: checksum(data) };
  const weights = weightArrays("weights", ranker.weights);
  const arrays = state.finished ? weights : { ...weights, ...trainingArrays(network) };
  await store.writeMember(index, { ...rankerMember(ranker), training: toJson(training) }, arrays);
}

/** What a member says about its training; undefined where it was only saved. Throws a sentence where that is not whole. */
export function memberTraining({ training }: StoredMember, directory: string): MemberTraining | undefined {
  if (training === undefined) return undefined;
  const { settings, state, data } = (fromJson(training) ?? {}) as Partial<MemberTraining>;
  const complete = Object.keys(initialState()).every((key) => state != null && Object.hasOwn(state, key));
  if (settings == null || state == null || !complete || typeof data !== "string" || !Array.isArray(settings.rates)) {
    throw new Error(`${directory} has a header whose training is not whole: it is damaged`);
  }
  checkSettings(settings);
  return { settings, state, data };
}

/** The arrays that a training needs besides the best weights, by their names in a header. */
export function trainingArrays(network: TrainingNetwork): Record<string, StoredArray> {
  const { inputMoments, outputMoments, lastSteps } = network;
  return {
    ...weightArrays("current", network),
    ...weightArrays("first", { input: inputMoments.first, output: outputMoments.first }),
    ...weightArrays("second", { input: inputMoments.second, output: outputMoments.second }),
    "last-steps": lastSteps,
  };
}

const checksums = new WeakMap<PreparedData, string>();

/** A checksum over features and preferences, computed once. */
export function checksum(data: PreparedData): string {
  let known = checksums.get(data);
  if (known === undefined) {
    const { features, preferences } = data;
    const hash = createHash("sha256");
    for (const array of [
      ...[features.indptr, features.indices, features.values],
      ...[preferences.items, preferences.tierOffsets, preferences.preferenceOffsets, preferences.restIsLowest],
    ]) {
      hash.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    }
    known = hash.digest("hex");
    checksums.set(data, known);
  }
  return known;
}
