import type { DataReference, StudyData } from "@tierwise/studies";
import type { StudyFlags } from "../options/study-options.ts";
import { validationSource } from "../options/training-options.ts";
import type { Session } from "../terminal/session.ts";
import { readTrainingData, sizesOf } from "./read-training-data.ts";

/** The data of a study, and the reference that its cells store. */
export interface ReferredData extends StudyData {
  readonly reference: DataReference;
}

/** Reads the training, test and validation rows. */
export async function readTrainAndTest(path: string, flags: StudyFlags, session: Session): Promise<ReferredData> {
  const { holdOut, createDataReference } = await import("@tierwise/studies");
  const all = await readTrainingData(path, session, flags);
  session.note(sizesOf(path, all));
  const source = validationSource(flags);
  const file = typeof source === "string" ? { validation: source } : {};
  const validation = typeof source === "string" ? { validation: await readTrainingData(source, session, flags) } : {};
  if (typeof flags.test === "string") {
    const test = await readTrainingData(flags.test, session, flags);
    if (test.numFeatures !== all.numFeatures || test.numLabels !== all.numLabels) {
      throw new Error(`${sizesOf(flags.test, test)}; expected as many features and labels as in ${path}`);
    }
    session.note(sizesOf(flags.test, test));
    const data = { train: all, test, ...validation };
    return { ...data, reference: createDataReference(path, { train: path, test: flags.test, ...file }, data) };
  }
  const { test: testShare, seed } = flags;
  const { rest, held } = holdOut(all, { share: testShare, seed });
  session.note(`${held.numRows} of these rows are held out for testing`);
  const data = { train: rest, test: held, ...validation };
  return { ...data, reference: createDataReference(path, { train: path, testShare, seed, ...file }, data) };
}
