import type { PreparedData } from "../data/training-data.ts";
import type { TrainingNetwork } from "../engines/kernels/training-arrays.ts";
import { knownVocabulary } from "../model/vocabulary.ts";
import { createHash, type StoredArray } from "../store/files.ts";
import { rankerMember, toJson, weightArrays } from "../store/header.ts";
import { type ModelStore, openStore } from "../store/model-store.ts";
import type { MemberTraining } from "./member-training.ts";
import { momentArrays, storesMoments } from "./moments.ts";
import type { Training } from "./prepare.ts";
import { type Keeping, runTraining } from "./run-training.ts";
import type { TrainingResult } from "./state.ts";
import type { CheckpointOptions } from "./train-options.ts";

/** Trains a model with a single member, and writes checkpoints to its directory. */
export async function trainKept(training: Training, options: CheckpointOptions): Promise<TrainingResult> {
  const { directory, everySeconds } = options;
  const store = await openStore(directory);
  try {
    store.begin({ memberCount: 1, ...knownVocabulary(training.ranker) });
    return await runTraining(training, keptIn(store, 0, everySeconds));
  } catch (error) {
    if (!training.options.signal?.aborted) await store.discard().catch(() => {});
    throw error;
  } finally {
    await store.close();
  }
}

/**
 * Writes the checkpoints of a member: the best weights so far, in the format of `ranker.save`, and everything needed to resume training. At
 * the end of training, writes the weights and the training history.
 */
export function keptIn(store: ModelStore, index: number, everySeconds = 60): Keeping {
  return {
    directory: store.directory,
    everySeconds,
    async write({ ranker, network, data, settings, state }) {
      const training: MemberTraining = { settings, state, data: checksum(data) };
      const weights = weightArrays("weights", ranker.weights);
      const more = storesMoments(settings, state) ? momentArrays(network) : {};
      const arrays = { ...weights, ...(state.finished ? more : trainingArrays(network)) };
      await store.writeMember(index, { ...rankerMember(ranker), training: toJson(training) }, arrays);
    },
  };
}

/** The arrays that are needed to resume training in addition to the best weights, by their names in a header. */
export function trainingArrays(network: TrainingNetwork): Record<string, StoredArray> {
  return { ...weightArrays("current", network), ...momentArrays(network) };
}

const checksums = new WeakMap<PreparedData, string>();

/** A checksum of features, preferences and groups, cached per dataset. */
export function checksum(data: PreparedData): string {
  let known = checksums.get(data);
  if (known === undefined) {
    const { features, preferences, groups } = data;
    const hash = createHash("sha256");
    for (const array of [
      ...[features.indptr, features.indices, features.values],
      ...[preferences.items, preferences.tierOffsets, preferences.preferenceOffsets, preferences.restIsLowest],
      ...(groups === undefined ? [] : [groups]),
    ]) {
      hash.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    }
    known = hash.digest("hex");
    checksums.set(data, known);
  }
  return known;
}
