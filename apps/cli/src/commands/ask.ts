import type { Command } from "commander";
import { createCommand, integer, number, oneOf } from "../options/common-options.ts";
import { addSourceOptions } from "../options/source-options.ts";
import type { AskFlags } from "../ranking/ask-questions.ts";

export function askCommand(): Command {
  const command = createCommand("ask", [
    "tierwise ask votes.csv --sets 5 --size 4",
    "tierwise ask battles.csv --sets 20",
    "tierwise ask --items tea,coffee,water,milk --sets 3 --size 2",
    "tierwise ask --items names.txt --sets 10 --size 4 --json",
  ])
    .argument("[files...]", "files with the votes or battles so far (none for a first round); or - for standard input")
    .option("--sets <n>", "propose this many sets", integer(1), 5)
    .option("--size <n>", "put this many items into each set", integer(2), 2)
    .option(
      "--answer <kind>",
      "for each set, ask for a ranking of all its items (ranking) or only for its best item (best) (default: ranking)",
      oneOf(["ranking", "best"]),
    )
    .option(
      "--items <list>",
      "also ask about these items, or only about these items if there are no files: comma-separated names, or a file with one name per line",
    )
    .option("--prior <x>", "fit the votes with a prior of this weight (default: 0.25)", number(1e-9))
    .option("--seed <n>", "choose among equally good sets at random with this seed (default: 1)", integer(0));
  return addSourceOptions(command).action(runAsk);
}

async function runAsk(paths: string[], flags: AskFlags): Promise<void> {
  const { askQuestions } = await import("../ranking/ask-questions.ts");
  await askQuestions(paths, flags);
}
