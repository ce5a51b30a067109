import type { XmlDataset } from "@tierwise/datasets-xml";
import type { DataReference, StudyData } from "@tierwise/studies";
import type { StudyFlags } from "../options/study-options.ts";
import { validationSource } from "../options/training-options.ts";
import type { Session } from "../terminal/session.ts";
import { readTrainingData, sizesOf } from "./read-training-data.ts";

/** The data of a study, and the reference that its cells store instead of the data. */
export interface ReferredData extends StudyData {
  readonly reference: DataReference;
}

/** Reads the training, test and validation rows. */
export async function readTrainAndTest(path: string, flags: StudyFlags, session: Session): Promise<ReferredData> {
  const { holdOut, createDataReference } = await import("@tierwise/studies");
  const { matchRows, readVocabulary } = await import("@tierwise/data");
  const onWarning = session.note;
  const found = await readTrainingData(path, session, flags);
  session.note(sizesOf(path, found));
  const { groups, ...vocabulary } = (await readVocabulary(path, { onWarning })) ?? {};
  const all = { ...found, ...(groups && { groups: Int32Array.from(groups) }) };
  const target = { ...vocabulary, title: path, featureCount: all.numFeatures, itemCount: all.numLabels };
  const matched = async (other: string): Promise<XmlDataset> => {
    const rowsOfFile = await readTrainingData(other, session, flags);
    const file = { path: other, rows: rowsOfFile, vocabulary: await readVocabulary(other, { onWarning }) };
    const { rows, note } = matchRows(file, target);
    if (note !== undefined) session.note(note);
    return rows;
  };
  const source = validationSource(flags);
  const file = typeof source === "string" ? { validation: source } : {};
  const known = {
    ...(typeof source === "string" ? { validation: await matched(source) } : {}),
    ...(vocabulary.featureItems && { featureItems: vocabulary.featureItems }),
  };
  if (typeof flags.test === "string") {
    const test = await matched(flags.test);
    session.note(sizesOf(flags.test, test));
    const data = { train: all, test, ...known };
    return { ...data, reference: createDataReference(path, { train: path, test: flags.test, ...file }, data) };
  }
  const { test: testShare, seed } = flags;
  const { rest, held } = holdOut(all, { share: testShare, seed });
  session.note(`${held.numRows} of these rows are held out for testing`);
  const data = { train: rest, test: held, ...known };
  return { ...data, reference: createDataReference(path, { train: path, testShare, seed, ...file }, data) };
}
