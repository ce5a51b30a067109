import { storedModelOf, type TrainedModel } from "../checkpoint/trained-model.ts";
import type { Ranker } from "../model/ranker.ts";
import type { TrainingRecord } from "../model/training-record.ts";
import { knownVocabulary } from "../model/vocabulary.ts";
import type { ModelContent } from "../single-file/encode-model-file.ts";
import { rankerMember } from "../store/header.ts";
import { versions } from "../store/versions.ts";

/**
 * Same as {@link modelContent}, for formats that cannot store nearest neighbors: throws an error if the model has them.
 *
 * @param model - The model.
 * @param format - The name of the format for the error message.
 */
export async function plainContent(model: ExportableModel, format: string): Promise<ModelContent> {
  const content = await modelContent(model);
  if (content.neighbors === undefined) return content;
  throw new Error(
    `${format} cannot store the nearest neighbors of the model; train the model without neighbors (--no-neighbors), or export a .tierwise file`,
  );
}

/** A model that can be exported: a ranker, or the result of `loadModel` or `trainModel`. */
export type ExportableModel = Ranker | TrainedModel;

/**
 * Everything that a model directory contains about its model, with the current weights of its members. `record` describes how a ranker was
 * trained; a trained model has its own record.
 */
export async function modelContent(model: ExportableModel, record?: TrainingRecord): Promise<ModelContent> {
  if (!("members" in model)) {
    const member = { ...rankerMember(model), weights: model.weights };
    const written = new Date().toISOString();
    const known = { ...knownVocabulary(model), ...(record && { record }) };
    return { memberCount: 1, ...known, written, writtenBy: await versions(), members: [member] };
  }
  const { members, ...stored } = storedModelOf(model);
  return {
    ...stored,
    written: model.written,
    writtenBy: model.writtenBy,
    members: members.map(({ arrays: _, ...member }, i) => ({ ...member, weights: model.members[i].weights })),
  };
}
