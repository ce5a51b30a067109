import type { Command } from "commander";
import { createCommand, integer, number, oneOf } from "../options/common-options.ts";
import { addSourceOptions } from "../options/source-options.ts";
import type { AskFlags } from "../ranking/ask-questions.ts";

/** `tierwise ask [FILE]`. */
export function askCommand(): Command {
  const command = createCommand("ask", [
    "tierwise ask votes.csv --sets 5 --size 4",
    "tierwise ask battles.csv --sets 20",
    "tierwise ask --items tea,coffee,water,milk --sets 3 --size 2",
    "tierwise ask --items names.txt --sets 10 --size 4 --json",
  ])
    .argument("[files...]", "votes or battles so far; none for a first round; - for standard input")
    .option("--sets <n>", "number of sets to propose", integer(1), 5)
    .option("--size <n>", "number of items per set", integer(2), 2)
    .option(
      "--answer <kind>",
      "what people answer for each set: ranking (of all its items) or best (only the best item) (default: ranking)",
      oneOf(["ranking", "best"]),
    )
    .option(
      "--items <list>",
      "items for a first round, or to add to those in the files: names separated by commas, or a file with one name per line",
    )
    .option("--prior <x>", "weight of the prior when fitting the votes (default: 0.25)", number(1e-9))
    .option("--seed <n>", "seed for choosing among equally good sets (default: 1)", integer(0));
  return addSourceOptions(command).action(runAsk);
}

async function runAsk(paths: string[], flags: AskFlags): Promise<void> {
  const { askQuestions } = await import("../ranking/ask-questions.ts");
  await askQuestions(paths, flags);
}
