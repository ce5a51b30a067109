import type { TrainingPlan } from "@tierwise/studies";
import type { Command } from "commander";
import { UsageError } from "../errors/usage-error.ts";
import type { Session } from "../terminal/session.ts";
import type { AutoFlags } from "./auto-options.ts";
import { integer, list, number } from "./common-options.ts";
import { hiddenUnits, type TrainingFlags, trainOptions } from "./training-options.ts";

const share = number(0, 1);

/** The flags for test rows, seeds and the results file. */
export interface StudyFlags extends TrainingFlags {
  /** The share of rows to hold out for testing, or a file with the test rows. */
  readonly test: number | string;
  readonly seeds?: number[];
  readonly out?: string;
}

function shareOrFile(text: string): number | string {
  return Number.isNaN(Number(text)) ? text : share(text);
}

/** Adds the options of every command that trains several models. */
export function addStudyOptions(command: Command): Command {
  return command
    .option("--test <share|file>", "test on these rows: a share to hold out, or a file", shareOrFile, 0.2)
    .option(
      "--seeds <list>",
      "train with each of these seeds, and print means over them (default: the value of --seed)",
      list(integer(0)),
    )
    .option(
      "-o, --out <file.jsonl>",
      "append each result to this file, and do not recompute results that it already contains",
    );
}

/** The settings of `--preset auto` for every cell of a study. The budget is in steps, because cells differ in speed. */
function autoPlan({ budget, hidden, neighbors }: AutoFlags & TrainingFlags): NonNullable<TrainingPlan["auto"]> {
  if (budget !== undefined && "seconds" in budget) {
    throw new UsageError(
      "--budget is a time, so the comparison would not be reproducible; expected a number of steps, such as 5000",
    );
  }
  return {
    ...(budget && { budget: budget.steps }),
    ...(hidden !== undefined && { hidden }),
    ...(neighbors === false && { neighbors }),
  };
}

/** The training settings shared by the cells of a study. */
export async function trainingPlan(
  session: Session,
  flags: AutoFlags & TrainingFlags,
  data: { readonly numFeatures: number; readonly numLabels: number },
): Promise<TrainingPlan> {
  const hidden = await hiddenUnits(flags, data, (line) => session.note(line));
  const { threads: _, seed: _seed, validation, ...rest } = trainOptions(flags);
  const options = typeof validation === "number" ? { ...rest, validation } : rest;
  return {
    hidden,
    ...(flags.normalize === true ? { normalize: true } : {}),
    ...(flags.transforms === undefined ? {} : { transforms: flags.transforms }),
    options: options as TrainingPlan["options"],
    ...(flags.preset === "auto" ? { auto: autoPlan(flags) } : {}),
  };
}
