import { tsvField, visibleJson } from "@tierwise/data/visible-text";
import type { Command } from "commander";
import { readTrainingData } from "../data/read-training-data.ts";
import { UsageError } from "../errors/usage-error.ts";
import { openFile, standardOutput } from "../files/write-text.ts";
import { checkFits, openModel } from "../models/open-model.ts";
import { addReadingOptions, createCommand } from "../options/common-options.ts";
import { integer, oneOf } from "../options/numbers.ts";
import { createProgress } from "../terminal/progress.ts";
import { type CommonOptions, createSession } from "../terminal/session.ts";

interface PredictFlags extends CommonOptions {
  readonly k: number;
  readonly format: "jsonl" | "tsv";
  readonly out?: string;
  readonly rowNames?: string;
  readonly newOnly?: boolean;
  readonly cache: boolean;
}

/** `tierwise predict MODEL DATA --k 10`. */
export function predictCommand(): Command {
  const command = createCommand("predict", [
    "tierwise predict model test.txt --k 10 > top.jsonl",
    "tierwise predict model test.txt --format tsv | head",
    "tierwise predict model users.txt --row-names users.names --new-only --out recommendations.tsv --format tsv",
  ])
    .argument("<model>", "the directory that train wrote")
    .argument("<data>", "rows of features; - is standard input")
    .option("-k, --k <n>", "how many items a row", integer(1), 10)
    .option("--format <name>", "jsonl or tsv", oneOf(["jsonl", "tsv"]), "jsonl")
    .option("-o, --out <file>", "write to a file, which appears when it is complete")
    .option("--row-names <file>", "names of the rows, one a line")
    .option("--new-only", "leave out what a row's features name: for data that data convert made of ratings")
    .option("--no-cache", "keep no binary copy beside the data");
  return addReadingOptions(command).action(runPredict);
}

async function runPredict(directory: string, path: string, flags: PredictFlags): Promise<void> {
  const session = createSession(flags);
  const model = await openModel(directory, session);
  const data = await readTrainingData(path, session, flags);
  checkFits(model, path, data, { labels: false });
  const { k, newOnly = false, format } = flags;
  if (newOnly && model.features % model.items !== 0) {
    throw new UsageError(
      "--new-only is for data that `tierwise data convert` made of ratings, whose features are items",
    );
  }
  const { readNames } = await import("@tierwise/data");
  const expected = { expected: data.numRows, of: "row" };
  const names =
    flags.rowNames === undefined ? undefined : await readNames(flags.rowNames, { ...expected, ...session.memory });
  const output = flags.out === undefined ? standardOutput() : await openFile(flags.out);
  // A bar over lines that scroll by would be a mess.
  const watched = { ...session, interactive: session.interactive && flags.out !== undefined };
  const bar = createProgress(watched, { title: "ranking", total: data.numRows, unit: "rows" });
  const { rankRows } = await import("../models/rank-rows.ts");
  const line = format === "tsv" && !flags.json ? tsvLines : jsonLine;
  try {
    if (line === tsvLines) await output.write("row\tplace\titem\tscore\n");
    for (const chunk of rankRows(model, data.features, { k, newOnly })) {
      const text = chunk.map(({ row, items, scores }) => {
        const itemNames = items.map((item) => model.itemNames?.[item] ?? item);
        return line(names?.[row] ?? row, itemNames, scores);
      });
      await output.write(text.join(""));
      bar.update(chunk[chunk.length - 1].row + 1);
    }
  } catch (error) {
    await output.abandon();
    throw error;
  } finally {
    bar.stop();
  }
  await output.close();
}

type Name = number | string;

function jsonLine(row: Name, items: readonly Name[], scores: readonly number[]): string {
  return `${visibleJson(JSON.stringify({ row, items, scores }))}\n`;
}

function tsvLines(row: Name, items: readonly Name[], scores: readonly number[]): string {
  return items.map((item, place) => `${field(row)}\t${place + 1}\t${field(item)}\t${scores[place]}\n`).join("");
}

function field(name: Name): string {
  return typeof name === "number" ? String(name) : tsvField(name);
}
