import { type Command, Option } from "commander";
import { readTrainingData } from "../../data/read-training-data.ts";
import { UsageError } from "../../errors/usage-error.ts";
import { checkReplaceable } from "../../files/plain-file.ts";
import { addReadingOptions, createCommand, integer, noCacheWords, number } from "../../options/common-options.ts";
import { counted } from "../../terminal/numbers.ts";
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

export function splitCommand(): Command {
  const command = createCommand("split", [
    "tierwise data split all.txt --train train.txt --test test.txt --validation 0.2 --seed 1",
    "tierwise data split all.txt --train train.txt --test test.txt --train-rows trSplit.txt --test-rows tstSplit.txt --column 1",
  ])
    .argument("<file>", "multi-label data")
    .requiredOption("--train <file>", "write the training rows to this file, compressed if its name ends in .gz")
    .requiredOption("--test <file>", "write the test rows to this file")
    .option("--validation <share>", "hold out this share of the rows for testing", number(0, 1), 0.2)
    .addOption(new Option("--ratio <share>").hideHelp())
    .option("--seed <n>", "split at random with this seed", integer(0), 0)
    .option(
      "--train-rows <file>",
      "read the numbers of the training rows (counted from 1) from this split file, which has one column per split (default: split at random)",
    )
    .option("--test-rows <file>", "read the numbers of the test rows from this split file")
    .option("--column <n>", "use the split in this column (counted from 1) of the split files", integer(1), 1)
    .option("--no-cache", noCacheWords);
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
    throw new UsageError("only one of --train-rows and --test-rows is set; expected both or neither");
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
  session.print(
    `${flags.train}: ${counted(rows.train.length, "row")}\n${flags.test}: ${counted(rows.test.length, "row")}`,
  );
}
