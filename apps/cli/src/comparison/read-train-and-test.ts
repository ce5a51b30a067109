import type { Command } from "commander";
import { readTrainingData, sizesOf } from "../data/read-training-data.ts";
import { integer, list, number } from "../options/numbers.ts";
import { type TrainingFlags, validationSource } from "../options/training-options.ts";
import type { Session } from "../terminal/session.ts";
import type { TrainAndTest } from "./run-method.ts";

/** Where test rows come from, and which seeds are run. */
export interface StudyFlags extends TrainingFlags {
  readonly test?: string;
  readonly testRatio: number;
  readonly seeds?: number[];
}

/** Adds the options of every command that trains several times. */
export function addStudyOptions(command: Command): Command {
  return command
    .option("--test <file>", "the test rows (default: a share of the data is held out)")
    .option("--test-ratio <share>", "of rows held out where there is no --test", number(0, 1), 0.2)
    .option("--seeds <list>", "seeds to run; figures are their mean (default: --seed)", list(integer(0)));
}

/** Reads training, test and validation rows. */
export async function readTrainAndTest(path: string, flags: StudyFlags, session: Session): Promise<TrainAndTest> {
  const all = await readTrainingData(path, session, flags);
  session.note(sizesOf(path, all));
  const source = validationSource(flags);
  const held = typeof source === "string" ? { validation: await readTrainingData(source, session, flags) } : {};
  if (flags.test !== undefined) {
    const test = await readTrainingData(flags.test, session, flags);
    if (test.numFeatures !== all.numFeatures || test.numLabels !== all.numLabels) {
      throw new Error(`${sizesOf(flags.test, test)}; expected the features and labels of ${path}`);
    }
    session.note(sizesOf(flags.test, test));
    return { train: all, test, ...held };
  }
  const { splitRows } = await import("@tierwise/data");
  const { select } = await import("@tierwise/datasets-xml");
  const { train, validation } = splitRows(all.numRows, { validation: flags.testRatio, seed: flags.seed });
  session.note(`${validation.length} of them are held out for testing`);
  return { train: select(all, train), test: select(all, validation), ...held };
}
