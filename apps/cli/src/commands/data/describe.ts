import type { Command } from "commander";
import { readTrainingData } from "../../data/read-training-data.ts";
import { createCommand } from "../../options/common-options.ts";
import { addSourceOptions, readingOptions, type SourceFlags } from "../../options/source-options.ts";
import { count } from "../../terminal/numbers.ts";
import { type CommonOptions, createSession, type Session } from "../../terminal/session.ts";
import { renderTable } from "../../terminal/table.ts";

interface DescribeFlags extends CommonOptions, SourceFlags {
  readonly cache: boolean;
}

/** `tierwise data describe FILE [TEST]`. */
export function describeCommand(): Command {
  const command = createCommand("describe", [
    "tierwise data describe train.txt test.txt",
    "tierwise data describe ratings.csv",
    "tierwise data describe votes.toi --json",
  ])
    .argument("<file>", "multi-label data, tiers, ratings, comparisons or PrefLib votes")
    .argument("[test]", "test rows of the same data set")
    .option("--no-cache", "keep no binary copy of the data beside the file");
  return addSourceOptions(command).action(runDescribe);
}

async function runDescribe(path: string, testPath: string | undefined, flags: DescribeFlags): Promise<void> {
  const session = createSession(flags);
  const isXml = flags.format === undefined && /\.txt(\.gz)?$|^-$|^[^.]+$/i.test(path);
  const facts = isXml ? await describeRows(path, testPath, flags, session) : await describePreferences(path, flags);
  session.result(facts);
  const rows = Object.entries(facts).map(([name, value]) => [
    words(name),
    typeof value === "number" ? figure(value) : String(value),
  ]);
  session.print(renderTable({ head: [path, ""], rows, align: ["left", "right"] }, session.colors));
}

async function describeRows(
  path: string,
  testPath: string | undefined,
  { cache }: DescribeFlags,
  session: Session,
): Promise<Record<string, number>> {
  const { describe } = await import("@tierwise/datasets-xml");
  const train = await readTrainingData(path, session, { cache });
  const test = testPath === undefined ? undefined : await readTrainingData(testPath, session, { cache });
  return { ...describe(train, test) };
}

async function describePreferences(path: string, flags: DescribeFlags): Promise<Record<string, number | string>> {
  const { readPreferences } = await import("@tierwise/data");
  const { itemNames, preferences, weights, reading } = await readPreferences(path, readingOptions(flags));
  const sum = (value: (tiers: readonly ArrayLike<number>[]) => number): number =>
    preferences.reduce((total, { tiers }, i) => total + weights[i] * value(tiers), 0);
  const observations = weights.reduce((total, weight) => total + weight, 0);
  const mean = (total: number): number => (observations === 0 ? 0 : total / observations);
  return {
    format: reading.format,
    items: itemNames.length,
    preferences: preferences.length,
    observations,
    tiersPerPreference: mean(sum((tiers) => tiers.length)),
    itemsPerPreference: mean(sum((tiers) => tiers.reduce((total, tier) => total + tier.length, 0))),
    largestTier: preferences.reduce((most, { tiers }) => Math.max(most, ...tiers.map(({ length }) => length)), 0),
    withOneTier: preferences.filter(({ tiers }) => tiers.length < 2).length,
  };
}

/** samplesPerLabel → samples per label. */
function words(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function figure(value: number): string {
  return Number.isInteger(value) ? count(value) : value.toFixed(2);
}
