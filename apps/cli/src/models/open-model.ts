import { loadModel, type TrainedModel } from "@tierwise/ranker";
import type { Session } from "../terminal/session.ts";

/** Reads a model from its directory, and prints a note if its training is unfinished. */
export async function openModel(directory: string, session: Session): Promise<TrainedModel> {
  const model = await loadModel(directory);
  if (model.finished) return model;
  if (model.members.every(({ steps }) => steps === 0)) {
    throw new Error(
      `${directory} contains a training run that has not produced a model yet; continue it with \`tierwise train --resume\``,
    );
  }
  session.note(`Training in ${directory} is not finished; using its best model so far.`);
  return model;
}
