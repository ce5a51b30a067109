import type { PreparedData } from "../data/training-data.ts";
import type { TrainingNetwork } from "../network/training-arrays.ts";
import type { Ranker } from "../ranker.ts";
import type { TrainingSettings } from "../training/settings.ts";
import type { TrainingState } from "../training/state.ts";
import type { StoredArray } from "./array-file.ts";
import { toJson } from "./finite-json.ts";
import { writeModel } from "./model-directory.ts";
import { createHash } from "./node-files.ts";
import { rankerHeader, weightArrays } from "./save-ranker.ts";

/** What the header of a checkpoint says about its training. */
export interface TrainingHeader {
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

/** Writes the best model so far, as `ranker.save` would, and everything that a training needs to go on. */
export async function writeCheckpoint(directory: string, content: CheckpointContent): Promise<void> {
  const { ranker, network, data, settings, state } = content;
  const training: TrainingHeader = { settings, state, data: checksum(data) };
  const arrays = { ...weightArrays("weights", ranker.weights), ...trainingArrays(network) };
  await writeModel(directory, { ...rankerHeader(ranker), training: toJson(training) }, arrays);
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
