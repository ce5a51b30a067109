import { type Command, Option } from "commander";
import { readTrainingData } from "../../data/read-training-data.ts";
import { UsageError } from "../../errors/usage-error.ts";
import { checkReplaceable } from "../../files/plain-file.ts";
import { addReadingOptions, createCommand, integer, number } from "../../options/common-options.ts";
import { count } from "../../terminal/numbers.ts";
import { type CommonOptions, createSession } from "../../terminal/session.ts";

interface SplitFlags extends CommonOptions {
  readonly train: string;
  readonly test: string;
  readonly validation: number;
  readonly ratio?: string;
  readonly seed: number;
  readonly trainRows?: string;
  readonly testRows?: string;
  readonly column: number;
  readonly cache: boolean;
}

/** `tierwise data split FILE`. */
export function splitCommand(): Command {
  const command = createCommand("split", [
    "tierwise data split all.txt --train train.txt --test test.txt --validation 0.2 --seed 1",
    "tierwise data split all.txt --train train.txt --test test.txt --train-rows trSplit.txt --test-rows tstSplit.txt --column 1",
  ])
    .argument("<file>", "multi-label data")
    .requiredOption("--train <file>", "output file for the training rows; compressed if its name ends in .gz")
    .requiredOption("--test <file>", "output file for the test rows")
    .option("--validation <share>", "share of rows to hold out for testing", number(0, 1), 0.2)
    .addOption(new Option("--ratio <share>").hideHelp())
    .option("--seed <n>", "seed for the random split", integer(0), 0)
    .option(
      "--train-rows <file>",
      "split file: 1-based numbers of the training rows, one split per column (default: split at random)",
    )
    .option("--test-rows <file>", "split file with the numbers of the test rows")
    .option("--column <n>", "column of the split files, 1-based", integer(1), 1)
    .option("--no-cache", "do not cache a binary copy next to the data file");
  return addReadingOptions(command).action(runSplit);
}

async function runSplit(path: string, flags: SplitFlags): Promise<void> {
  const session = createSession(flags);
  const { splitRows } = await import("@tierwise/data");
  const { readSplit, select, writeXmlDataset } = await import("@tierwise/datasets-xml");
  const { trainRows, testRows, column, validation: share, seed } = flags;
  if (flags.ratio !== undefined)
    throw new UsageError(`--ratio is now called --validation; use --validation ${flags.ratio}`);
  if ((trainRows === undefined) !== (testRows === undefined)) {
    throw new UsageError("--train-rows and --test-rows must be used together");
  }
  await checkReplaceable(flags.train);
  await checkReplaceable(flags.test);
  const data = await readTrainingData(path, session, flags);
  let rows: { train: Int32Array; test: Int32Array };
  if (trainRows !== undefined && testRows !== undefined) {
    rows = {
      train: await readSplit(trainRows, column, session.memory),
      test: await readSplit(testRows, column, session.memory),
    };
  } else {
    const { train, validation } = splitRows(data.numRows, { validation: share, seed });
    rows = { train, test: validation };
  }
  await writeXmlDataset(flags.train, select(data, rows.train));
  await writeXmlDataset(flags.test, select(data, rows.test));
  session.result({
    train: { file: flags.train, rows: rows.train.length },
    test: { file: flags.test, rows: rows.test.length },
  });
  session.print(`${flags.train}: ${count(rows.train.length)} rows\n${flags.test}: ${count(rows.test.length)} rows`);
}
