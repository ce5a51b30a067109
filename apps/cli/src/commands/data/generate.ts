import type { GenerateXmlOptions, XmlPresetName } from "@tierwise/datasets-xml";
import type { Metrics } from "@tierwise/metrics";
import type { Command } from "commander";
import { UsageError } from "../../errors/usage-error.ts";
import { checkReplaceable } from "../../files/plain-file.ts";
import { writeText } from "../../files/write-text.ts";
import { metricsTable } from "../../metrics/metrics-table.ts";
import { createCommand } from "../../options/common-options.ts";
import { integer, number, oneOf } from "../../options/numbers.ts";
import { count } from "../../terminal/numbers.ts";
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

/** `tierwise data generate FILE`. */
export function generateCommand(): Command {
  return createCommand("generate", [
    "tierwise data generate train.txt --test test.txt --preset delicious-1k --seed 1",
    "tierwise data generate ratings.csv --ratings --users 500 --items 80",
    "tierwise data generate train.txt --rows 2000 --features 200 --labels 100 --labels-per-row 5",
  ])
    .argument("<file>", "where the rows go; packed where it ends in .gz")
    .option("--test <file>", "further rows of the same model, for testing")
    .option("--preset <name>", `the shape of one of the paper's sets: ${presetNames.join(", ")}`, oneOf(presetNames))
    .option("--rows <n>", "rows", integer(1))
    .option("--test-rows <n>", "rows for testing (default: the preset's, or a quarter of the rows)", integer(1))
    .option("--features <n>", "features", integer(1))
    .option("--labels <n>", "labels", integer(1))
    .option("--labels-per-row <x>", "labels a row, on average", number(0))
    .option("--features-per-row <x>", "features a row, on average", number(0))
    .option("--values <kind>", "binary or real", oneOf(["binary", "real"]))
    .option("--seed <n>", "decides everything", integer(0), 0)
    .option("--ratings", "star ratings of people with known tastes, instead of rows")
    .option("--users <n>", "of ratings: how many people", integer(1), 500)
    .option("--items <n>", "of ratings: how many items", integer(8), 80)
    .option("--per-user <x>", "of ratings: how many a person gives, on average", number(1), 20)
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
    await writeText(path, text);
    session.print(`${path}: ${count(ratings)} ratings by ${count(users)} users of ${count(items)} items`);
    session.result({ file: path, ratings, users, items });
    return;
  }
  if (preset === undefined && [rows, features, labels, labelsPerRow].includes(undefined)) {
    throw new UsageError("expected --preset, or --rows, --features, --labels and --labels-per-row");
  }
  const given = { preset, features, labels, labelsPerRow, featuresPerRow, values, seed };
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  const options = Object.fromEntries(known) as GenerateXmlOptions;
  const { writeGeneratedXmlDataset, xmlPresets } = await import("@tierwise/datasets-xml");
  const trainRows = rows ?? (preset === undefined ? 0 : xmlPresets[preset].train);
  for (const file of test === undefined ? [path] : [path, test]) await checkReplaceable(file);
  await writeGeneratedXmlDataset(path, { ...options, rows: trainRows });
  session.print(`${path}: ${count(trainRows)} rows`);
  let truth: Metrics | undefined;
  if (test !== undefined) {
    const testRows =
      flags.testRows ??
      (preset === undefined || rows !== undefined ? Math.ceil(trainRows / 4) : xmlPresets[preset].test);
    const further = { ...options, rows: testRows, firstRow: trainRows };
    await writeGeneratedXmlDataset(test, further);
    truth = await truthMetrics(further);
    session.print(`${test}: ${count(testRows)} rows\n\nWhat the true scores reach there, in per cent:\n`);
    session.print(metricsTable(truth, ks, session.colors));
  }
  session.result({ file: path, rows: trainRows, ...(truth === undefined ? {} : { test, truth }) });
}

const ks = [1, 3, 5, 10];

/** How well the model that the labels were drawn from ranks: no learner does better, but for chance. */
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
