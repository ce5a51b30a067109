import type { XmlDataset } from "@tierwise/datasets-xml";
import type { TrainedModel } from "@tierwise/ranker";
import type { Session } from "../terminal/session.ts";

/** Reads a model from its directory, with a note if its training is unfinished. */
export async function openModel(directory: string, session: Session): Promise<TrainedModel> {
  const { loadModel } = await import("@tierwise/ranker");
  const model = await loadModel(directory);
  if (model.finished) return model;
  if (model.members.every(({ steps }) => steps === 0)) {
    throw new Error(
      `${directory} holds a training run that has not produced a model yet; continue it with train --resume`,
    );
  }
  session.note(`Training in ${directory} is not finished; using its best model so far.`);
  return model;
}

/** Throws unless a model can rank the rows of a file. With `labels`, the labels must also be its items. */
export function checkFits(
  model: Pick<TrainedModel, "directory" | "featureCount" | "itemCount">,
  path: string,
  data: XmlDataset,
  { labels }: { labels: boolean },
): void {
  const wrongItems = labels && data.numLabels !== model.itemCount;
  if (data.numFeatures === model.featureCount && !wrongItems) return;
  const { numFeatures, numLabels } = data;
  throw new Error(
    `${path} has ${numFeatures} features and ${numLabels} labels; the model ${model.directory} is for ${model.featureCount} features and ${model.itemCount} items`,
  );
}
