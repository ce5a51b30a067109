import type { DataReference, StudyData } from "@tierwise/studies";
import type { StudyFlags } from "../options/study-options.ts";
import { count } from "../terminal/numbers.ts";
import type { Session } from "../terminal/session.ts";
import { readTrainingData, sizesOf } from "./read-training-data.ts";

/** Rows that are split into folds for cross-validation; each fold has its own run and seed. */
export interface FoldedData {
  /** The training and test rows of the first run. */
  readonly first: StudyData;
  /** Returns a reference to the rows of the run with the given seed. */
  readonly reference: (seed: number) => DataReference;
  /** The seed of each run. */
  readonly seeds: readonly number[];
  /** A sentence that describes the split. */
  readonly protocol: string;
}

/** Reads a file and splits its rows into equal folds. Each fold is the test set of one run. */
export async function readFolds(path: string, folds: number, flags: StudyFlags, session: Session): Promise<FoldedData> {
  const { createDataReference, holdOutFold } = await import("@tierwise/studies");
  const all = await readTrainingData(path, session, flags);
  session.note(sizesOf(path, all));
  const { seed } = flags;
  const references: DataReference[] = [];
  let first: StudyData | undefined;
  for (let fold = folds - 1; fold >= 0; fold--) {
    const { rest, held } = holdOutFold(all, { folds, fold, seed });
    first = { train: rest, test: held };
    references[fold] = createDataReference(path, { train: path, folds, fold, seed }, first);
  }
  if (first === undefined) throw new RangeError(`folds is ${folds}; expected an integer of at least 2`);
  const protocol = `cross-validation: ${folds} parts of about ${count(Math.round(all.numRows / folds))} rows are tested in turn by models trained on the other rows`;
  return {
    first,
    reference: (run) => references[run - seed],
    seeds: references.map((_, fold) => seed + fold),
    protocol,
  };
}
