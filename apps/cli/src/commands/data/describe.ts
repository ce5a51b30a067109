import type { Command } from "commander";
import { readPreferencesNoted } from "../../data/read-preferences-noted.ts";
import { readTrainingData } from "../../data/read-training-data.ts";
import { shownPath, storedPath } from "../../files/standard-streams.ts";
import { createCommand, noCacheWords } from "../../options/common-options.ts";
import { addSourceOptions, type SourceFlags } from "../../options/source-options.ts";
import { count } from "../../terminal/numbers.ts";
import { type CommonOptions, createSession, type Session } from "../../terminal/session.ts";
import { renderTable } from "../../terminal/table.ts";

interface DescribeFlags extends CommonOptions, SourceFlags {
  readonly cache: boolean;
}

export function describeCommand(): Command {
  const command = createCommand("describe", [
    "tierwise data describe train.txt test.txt",
    "tierwise data describe ratings.csv",
    "tierwise data describe votes.toi --json",
  ])
    .argument("<file>", "multi-label data, battles, ratings, votes or other preferences; or - for standard input")
    .argument("[test]", "file with test rows of the same dataset")
    .option("--no-cache", noCacheWords);
  return addSourceOptions(command).action(runDescribe);
}

async function runDescribe(path: string, testPath: string | undefined, flags: DescribeFlags): Promise<void> {
  const session = createSession(flags);
  const isXml = flags.format === undefined && (await isMultiLabel(path));
  const facts = isXml ? await describeRows(path, testPath, flags, session) : await describeSource(path, flags, session);
  session.result(facts);
  const { reading: _, ...shown }: Record<string, unknown> = facts;
  const rows = Object.entries(shown).map(([name, value]) => [
    words(name),
    typeof value === "number" ? figure(value) : String(value),
  ]);
  session.print(renderTable({ head: [shownPath(path), ""], rows, align: ["left", "right"] }, session.colors));
}

/** Whether a file contains rows of features and labels, judged by its content, or by its name if the content is damaged. */
async function isMultiLabel(path: string): Promise<boolean> {
  const { detectFormat } = await import("@tierwise/data");
  try {
    return (await detectFormat(await storedPath(path))) === "xml";
  } catch {
    return /\.txt(\.gz)?$|^[^.]+$/i.test(path);
  }
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

async function describeSource(path: string, flags: DescribeFlags, session: Session): Promise<Record<string, unknown>> {
  const { describePreferences } = await import("@tierwise/data");
  const dataset = await readPreferencesNoted([await storedPath(path)], flags, session, { file: shownPath(path) });
  const { itemCount, preferenceCount, ...others } = describePreferences(dataset);
  const { format } = dataset.reading;
  return { format, items: itemCount, preferences: preferenceCount, ...others, reading: dataset.reading };
}

/** Converts a property name to words: `samplesPerLabel` becomes `samples per label`. */
function words(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function figure(value: number): string {
  return Number.isInteger(value) ? count(value) : value.toFixed(2);
}
