import type { TrainingPlan } from "@tierwise/studies";
import type { Command } from "commander";
import type { Session } from "../terminal/session.ts";
import { integer, list, number } from "./numbers.ts";
import { hiddenUnits, type TrainingFlags, trainOptions } from "./training-options.ts";

/** Where test rows come from, which seeds are run, and where results are kept. */
export interface StudyFlags extends TrainingFlags {
  readonly test?: string;
  readonly testRatio: number;
  readonly seeds?: number[];
  readonly out?: string;
}

/** Adds the options of every command that trains several times. */
export function addStudyOptions(command: Command): Command {
  return command
    .option("--test <file>", "the test rows (default: a share of the data is held out)")
    .option("--test-ratio <share>", "of rows held out where there is no --test", number(0, 1), 0.2)
    .option("--seeds <list>", "seeds to run; figures are their mean (default: --seed)", list(integer(0)))
    .option("-o, --out <file.jsonl>", "append results as they come; what is there already is not run again");
}

/** How the cells of a study are trained. */
export async function trainingPlan(
  session: Session,
  flags: TrainingFlags,
  data: { readonly numFeatures: number; readonly numLabels: number },
): Promise<TrainingPlan> {
  const hidden = await hiddenUnits(flags, data, (line) => session.note(line));
  const { threads: _, seed: _seed, validation, ...rest } = trainOptions(flags);
  const options = typeof validation === "number" ? { ...rest, validation } : rest;
  return {
    hidden,
    ...(flags.normalize === true ? { normalize: true } : {}),
    options: options as TrainingPlan["options"],
  };
}
