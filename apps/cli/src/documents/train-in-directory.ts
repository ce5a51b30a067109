import type { Session } from "../terminal/session.ts";
import { hasCheckpoint, removeCheckpoints } from "./document-files.ts";
import { type ListModel, type ListTraining, trainBest } from "./train-best.ts";

/** The flags that say where a model is stored, and whether to resume or replace a training run there. */
interface DirectoryFlags {
  readonly model: string;
  readonly force?: boolean | undefined;
  readonly resume?: boolean | undefined;
  readonly checkpointEvery: number;
}

/** Trains with checkpoints in a directory that `checkModelDirectory` has accepted, and stores the best model there. */
export async function trainInDirectory(
  session: Session,
  { model: directory, force, resume, checkpointEvery }: DirectoryFlags,
  training: Omit<ListTraining, "checkpoints">,
): Promise<ListModel> {
  if (force === true) await removeCheckpoints(directory);
  if (resume === true && !hasCheckpoint(directory)) {
    session.note(`There is no training run to resume in ${directory}; starting a new one.`);
  }
  const model = await trainBest(session, { ...training, checkpoints: { directory, everySeconds: checkpointEvery } });
  const { saveDocumentModel } = await import("@tierwise/documents");
  await saveDocumentModel(model, directory);
  await removeCheckpoints(directory);
  session.note(`The model is in ${directory}.`);
  return model;
}
