import { writeFileAtomic } from "@tierwise/data/files";
import { encodeTsvField, printableJson } from "@tierwise/data/printable-text";
import type { Rankings } from "@tierwise/ranker";
import type { Command } from "commander";
import { readTrainingData } from "../data/read-training-data.ts";
import { UsageError } from "../errors/usage-error.ts";
import { writeStandardOutput } from "../files/standard-output.ts";
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
    .argument("<model>", "model directory written by train, or model file written by export")
    .argument("<data>", "rows of features; - reads standard input")
    .option("-k, --k <n>", "number of items per row", integer(1), 10)
    .option("--format <name>", "output format: jsonl or tsv", oneOf(["jsonl", "tsv"]), "jsonl")
    .option(
      "-o, --out <file>",
      "output file, which appears once it is complete; compressed if its name ends in .gz (default: standard output)",
    )
    .option("--row-names <file>", "file of row names, one per line (default: row numbers)")
    .option("--new-only", "omit items already rated; needs a model trained on ratings from data convert")
    .option("--no-cache", "do not cache a binary copy next to the data file");
  return addReadingOptions(command).action(runPredict);
}

async function runPredict(directory: string, path: string, flags: PredictFlags): Promise<void> {
  const session = createSession(flags);
  const model = await openModel(directory, session);
  const data = await readTrainingData(path, session, flags);
  checkFits(model, path, data, { labels: false });
  const { checkSameFeatures, readNames, readVocabulary } = await import("@tierwise/data");
  if (path !== "-") checkSameFeatures(path, await readVocabulary(path, { onWarning: session.note }), model);
  const { k, newOnly = false, format } = flags;
  if (newOnly && model.featureItems === undefined) {
    throw new UsageError(
      `--new-only requires a model that knows which items its features refer to, and ${directory} does not.\nTrain one on ratings converted by \`tierwise data convert\`.`,
    );
  }
  const expected = { expected: data.numRows, kind: "row" };
  const names =
    flags.rowNames === undefined ? undefined : await readNames(flags.rowNames, { ...expected, ...session.memory });
  const { sliceRows } = await import("@tierwise/data/rows");
  const { seenItems } = await import("@tierwise/ranker");
  // A progress bar would interfere with the lines on standard output.
  const watched = { ...session, interactive: session.interactive && flags.out !== undefined };
  const bar = createProgress(watched, { title: "ranking", total: data.numRows, unit: "rows" });
  const line = format === "tsv" && !flags.json ? tsvLines : jsonLine;
  // Small enough that the first lines appear soon, large enough that starting threads pays off.
  const chunk = Math.max(128, Math.min(8192, Math.floor(2 ** 26 / model.itemCount)));
  async function* lines(): AsyncGenerator<string> {
    if (line === tsvLines) yield "row\tplace\titem\tscore\n";
    for (let from = 0; from < data.numRows; from += chunk) {
      const rows = sliceRows(data.features, from, Math.min(from + chunk, data.numRows));
      const exclude = newOnly ? { exclude: seenItems(model, rows) } : {};
      const onProgress = ({ done }: { done: number }): void => bar.update(from + done);
      const best = await model.rank(rows, { k, ...exclude, onProgress });
      const text: string[] = [];
      for (let i = 0; i + 1 < rows.indptr.length; i++) {
        const { items, scores } = rankingOf(best, i);
        const named = items.map((item) => model.itemNames?.[item] ?? item);
        text.push(line(names?.[from + i] ?? from + i, named, scores));
      }
      yield text.join("");
    }
  }
  try {
    await (flags.out === undefined ? writeStandardOutput(lines()) : writeFileAtomic(flags.out, lines()));
  } finally {
    bar.stop();
  }
}

/** The items of a row with their scores, to the seven digits of single precision. */
function rankingOf({ k, items, scores }: Rankings, row: number): { items: number[]; scores: number[] } {
  const best = Array.from(items.subarray(row * k, (row + 1) * k)).filter((item) => item >= 0);
  return { items: best, scores: best.map((_, place) => Number(scores[row * k + place].toPrecision(7))) };
}

type Name = number | string;

function jsonLine(row: Name, items: readonly Name[], scores: readonly number[]): string {
  return `${printableJson(JSON.stringify({ row, items, scores }))}\n`;
}

function tsvLines(row: Name, items: readonly Name[], scores: readonly number[]): string {
  return items.map((item, place) => `${field(row)}\t${place + 1}\t${field(item)}\t${scores[place]}\n`).join("");
}

function field(name: Name): string {
  return typeof name === "number" ? String(name) : encodeTsvField(name);
}
