import { writeFileAtomic } from "@tierwise/data/files";
import type { GenerateXmlOptions, XmlPresetName } from "@tierwise/datasets-xml";
import type { Metrics } from "@tierwise/metrics";
import type { Command } from "commander";
import { UsageError } from "../../errors/usage-error.ts";
import { checkReplaceable } from "../../files/plain-file.ts";
import { createCommand, flagOf, integer, number, oneOf } from "../../options/common-options.ts";
import { counted } from "../../terminal/numbers.ts";
import { type CommonOptions, createSession } from "../../terminal/session.ts";

const presetNames: readonly XmlPresetName[] = ["delicious-1k", "eurlex-4k", "wiki10-31k", "delicious-200k"];

interface GenerateFlags extends CommonOptions {
  readonly preset?: XmlPresetName;
  readonly rows?: number;
  readonly features?: number;
  readonly labels?: number;
  readonly labelsPerRow?: number;
  readonly featuresPerRow?: number;
  readonly values?: "binary" | "real";
  readonly seed: number;
  readonly test?: string;
  readonly testRows?: number;
  readonly ratings?: boolean;
  readonly users: number;
  readonly items: number;
  readonly perUser: number;
}

export function generateCommand(): Command {
  return createCommand("generate", [
    "tierwise data generate train.txt --test test.txt --preset delicious-1k --seed 1",
    "tierwise data generate ratings.csv --ratings --users 500 --items 80",
    "tierwise data generate train.txt --rows 2000 --features 200 --labels 100 --labels-per-row 5",
  ])
    .argument("<file>", "output file; compressed if its name ends in .gz")
    .option("--test <file>", "also write test rows drawn from the same model to this file")
    .option(
      "--preset <name>",
      `use the sizes of one of the paper's datasets: ${presetNames.join(", ")}`,
      oneOf(presetNames),
    )
    .option("--rows <n>", "write this many rows (required without --preset)", integer(1))
    .option("--test-rows <n>", "write this many test rows (default: from --preset, or a quarter of --rows)", integer(1))
    .option("--features <n>", "give the data this many features (required without --preset)", integer(1))
    .option("--labels <n>", "give the data this many labels (required without --preset)", integer(1))
    .option("--labels-per-row <x>", "give each row this many labels on average (required without --preset)", number(0))
    .option(
      "--features-per-row <x>",
      "give each row this many features on average (default: from --preset, or at most 20)",
      number(0),
    )
    .option(
      "--values <kind>",
      "make the feature values binary or real (default: from --preset, or binary)",
      oneOf(["binary", "real"]),
    )
    .option("--seed <n>", "make all random choices with this seed", integer(0), 0)
    .option("--ratings", "instead of rows, write star ratings by users with known tastes")
    .option("--users <n>", "with --ratings: write ratings by this many users", integer(1), 500)
    .option("--items <n>", "with --ratings: write ratings of this many items", integer(8), 80)
    .option("--per-user <x>", "with --ratings: write this many ratings per user on average", number(1), 20)
    .action(runGenerate);
}

async function runGenerate(path: string, flags: GenerateFlags): Promise<void> {
  const session = createSession(flags);
  const { preset, rows, features, labels, labelsPerRow, featuresPerRow, values, seed, test } = flags;
  if (flags.ratings === true) {
    const { generateRatings } = await import("@tierwise/data");
    const { users, items, perUser } = flags;
    const text = generateRatings({ userCount: users, itemCount: items, ratingsPerUser: perUser, seed });
    const ratings = text.split("\n").length - 2;
    await writeFileAtomic(path, text);
    session.print(`${path}: ${counted(ratings, "rating")} by ${counted(users, "user")} of ${counted(items, "item")}`);
    session.result({ file: path, ratings, users, items });
    return;
  }
  if (preset === undefined && [rows, features, labels, labelsPerRow].includes(undefined)) {
    throw new UsageError(
      "the sizes are missing; expected --preset, or --rows, --features, --labels and --labels-per-row",
    );
  }
  const given = { preset, features, labels, labelsPerRow, featuresPerRow, values, seed };
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  const options = Object.fromEntries(known) as GenerateXmlOptions;
  const { writeGeneratedXmlDataset, xmlPresets } = await import("@tierwise/datasets-xml");
  const trainRows = rows ?? (preset === undefined ? 0 : xmlPresets[preset].train);
  for (const file of test === undefined ? [path] : [path, test]) await checkReplaceable(file);
  await writeGeneratedXmlDataset(path, { ...options, rows: trainRows }).catch(namingFlags);
  session.print(`${path}: ${counted(trainRows, "row")}`);
  let truth: Metrics | undefined;
  if (test !== undefined) {
    const testRows =
      flags.testRows ??
      (preset === undefined || rows !== undefined ? Math.ceil(trainRows / 4) : xmlPresets[preset].test);
    const further = { ...options, rows: testRows, firstRow: trainRows };
    await writeGeneratedXmlDataset(test, further);
    truth = await truthMetrics(further);
    session.print(`${test}: ${counted(testRows, "row")}\n\nMetrics of the true scores on these rows, in percent:\n`);
    const { metricsTable } = await import("../../metrics/metrics-table.ts");
    session.print(metricsTable(truth, ks, session.colors));
  }
  session.result({ file: path, rows: trainRows, ...(truth === undefined ? {} : { test, truth }) });
}

/** Throws the error, naming flags instead of the options of the library. */
function namingFlags(error: unknown): never {
  if (!(error instanceof RangeError)) throw error;
  throw new UsageError(error.message.replace(/^\w+(?= is )/, flagOf));
}

const ks = [1, 3, 5, 10];

/** The metrics of the model that generated the labels. A trained model can exceed them only by chance. */
async function truthMetrics(options: GenerateXmlOptions): Promise<Metrics> {
  const { rowIndices, rowValues } = await import("@tierwise/data");
  const { generateXmlDataset } = await import("@tierwise/datasets-xml");
  const { createEvaluator } = await import("@tierwise/metrics");
  const data = generateXmlDataset(options);
  const evaluator = createEvaluator({ ks });
  for (let row = 0; row < data.numRows; row++) {
    const scores = data.truth.scores(rowIndices(data.features, row), rowValues(data.features, row));
    evaluator.add(scores, rowIndices(data.labels, row));
  }
  return evaluator.result();
}
