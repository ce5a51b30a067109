import { writeFileAtomic } from "@tierwise/data/files";
import { encodeTsvField, printableJson } from "@tierwise/data/printable-text";
import { sliceRows } from "@tierwise/data/rows";
import type { Rankings } from "@tierwise/ranker";
import { type Command, Option } from "commander";
import { itemTitles } from "../data/item-titles.ts";
import { addDocumentFileOptions, refuseDocumentFlags } from "../documents/document-options.ts";
import { holdsDocumentModel } from "../documents/holds-documents.ts";
import { UsageError } from "../errors/usage-error.ts";
import { writeStandardOutput } from "../files/standard-streams.ts";
import { type ModelRowsFlags, readModelRows, seenBy } from "../models/model-rows.ts";
import { openModel } from "../models/open-model.ts";
import { createCommand, integer, noCacheWords, oneOf } from "../options/common-options.ts";
import { addRatingsFileOptions, addSeenOption, type SeenFlags } from "../options/recommender-options.ts";
import { createProgress } from "../terminal/progress.ts";
import { type CommonOptions, createSession, type Session } from "../terminal/session.ts";
import { holdsTowers, openTowers, readTowerRows, seenByTowers } from "../towers/open-towers.ts";
import { addItemOptions, type ItemFlags, refuseItemFlags } from "../towers/tower-options.ts";

interface PredictFlags extends CommonOptions, ModelRowsFlags, SeenFlags, ItemFlags {
  readonly k: number;
  readonly format: "jsonl" | "trec" | "tsv";
  readonly out?: string;
  readonly rowNames?: string;
  readonly names?: string;
  readonly newOnly?: boolean;
}

export function predictCommand(): Command {
  const examples = [
    "tierwise predict model test.txt --k 10 > top.jsonl",
    "tierwise predict model test.txt --format tsv | head",
    "tierwise predict model new-users.csv --items new-movies.csv    # rank new items, if the model was trained with --items",
    "tierwise predict model new-users.csv --k 5 --format tsv    # recommend items to the users of a ratings file",
  ];
  const command = createCommand("predict", examples, new Option("--json", "same as --format jsonl"))
    .argument("<model>", "model directory written by `train`, or model file written by `export`")
    .argument(
      "<data>",
      "rows of features, ratings by users, or lists of documents; or - for rows of features from standard input",
    )
    .option("-k, --k <n>", "print this many items per row", integer(1), 10)
    .option(
      "--format <name>",
      "print results in this format: jsonl, tsv or, for documents, trec (a TREC run file)",
      oneOf(["jsonl", "tsv", "trec"]),
      "jsonl",
    )
    .option(
      "-o, --out <file>",
      "write to this file, which is created only when complete, and is compressed if its name ends in .gz (default: standard output)",
    )
    .option(
      "--row-names <file>",
      "read row names from this file, one per line (default: the users of ratings, or row numbers)",
    )
    .option(
      "--names <file>",
      "read item titles from this file, which has the columns id and title (default: the titles in the model)",
    )
    .addOption(new Option("--new-only", "leave out items already seen; same as --seen exclude").hideHelp())
    .option("--no-cache", noCacheWords);
  addItemOptions(
    command,
    "for a two-tower model: rank the items in this CSV file of item features, which may include new items (default: the items of `train --items`)",
  );
  return addDocumentFileOptions(addRatingsFileOptions(addSeenOption(command))).action(runPredict);
}

async function runPredict(directory: string, path: string, flags: PredictFlags, command: Command): Promise<void> {
  if (holdsDocumentModel(directory)) {
    const { predictLists } = await import("../documents/predict-lists.ts");
    return predictLists(directory, path, flags, command);
  }
  refuseDocumentFlags(path, command);
  if (flags.format === "trec") throw new UsageError("--format trec requires a document model; expected jsonl or tsv");
  const session = createSession(flags);
  const { model, data, userNames, exclude } = await opened(directory, path, session, flags, command);
  const { k, format } = flags;
  const expected = { expected: data.numRows, kind: "row" };
  const names =
    flags.rowNames === undefined
      ? userNames
      : await (await import("@tierwise/data")).readNames(flags.rowNames, { ...expected, ...session.memory });
  const titles =
    flags.names === undefined ? model.itemTitles : await itemTitles(flags.names, model.itemNames ?? [], session);
  // A progress bar would interfere with the lines on standard output.
  const watched = { ...session, interactive: session.interactive && flags.out !== undefined };
  const bar = createProgress(watched, { title: "ranking", total: data.numRows, unit: "rows" });
  const line = format === "tsv" && !flags.json ? tsvLines : jsonLine;
  // Ranks the rows in blocks that are small enough for the first lines to appear soon, and large enough to be worth starting threads for.
  const chunk = Math.max(128, Math.min(8192, Math.floor(2 ** 26 / model.itemCount)));
  async function* lines(): AsyncGenerator<string> {
    if (line === tsvLines) yield `row\tplace\titem${titles === undefined ? "" : "\ttitle"}\tscore\n`;
    for (let from = 0; from < data.numRows; from += chunk) {
      const rows = sliceRows(data.features, from, Math.min(from + chunk, data.numRows));
      const to = from + rows.indptr.length - 1;
      const onProgress = ({ done }: { done: number }): void => bar.update(from + done);
      const best = await model.rank(rows, { k, ...(exclude && { exclude: sliceRows(exclude, from, to) }), onProgress });
      const text: string[] = [];
      for (let i = 0; i + 1 < rows.indptr.length; i++) {
        const { items, scores } = rankingOf(best, i);
        text.push(
          line({
            row: names?.[from + i] ?? from + i,
            items: items.map((item) => model.itemNames?.[item] ?? item),
            ...(titles && { titles: items.map((item) => titles[item]) }),
            scores,
          }),
        );
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

/** Reads the model, the rows to rank, and the items to leave out of each ranking. */
async function opened(directory: string, path: string, session: Session, flags: PredictFlags, command: Command) {
  const seen = flags.newOnly === true ? ({ seen: "exclude" } as const) : flags;
  if (holdsTowers(directory)) {
    const towers = await openTowers(directory, flags, session);
    const { rows: data, userNames } = await readTowerRows(towers, directory, path, session, flags, "predict");
    const model = { ...towers, itemTitles: towers.items.itemTitles };
    return { model, data, userNames, exclude: seenByTowers(towers, data, seen) };
  }
  refuseItemFlags(command, `${directory} was not trained with --items`);
  const model = await openModel(directory, session);
  const { rows: data, userNames } = await readModelRows(model, path, session, flags, "predict");
  return { model, data, userNames, exclude: await seenBy(model, data, seen) };
}

/** The items of a row with their scores, rounded to seven digits, the precision of the scores. */
function rankingOf({ k, items, scores }: Rankings, row: number): { items: number[]; scores: number[] } {
  const best = Array.from(items.subarray(row * k, (row + 1) * k)).filter((item) => item >= 0);
  return { items: best, scores: best.map((_, place) => Number(scores[row * k + place].toPrecision(7))) };
}

type Name = number | string;

/** The recommendations of a row, best first. */
interface RankedRow {
  readonly row: Name;
  readonly items: readonly Name[];
  readonly titles?: readonly string[];
  readonly scores: readonly number[];
}

function jsonLine(row: RankedRow): string {
  return `${printableJson(JSON.stringify(row))}\n`;
}

function tsvLines({ row, items, titles, scores }: RankedRow): string {
  return items
    .map((item, i) => {
      const title = titles === undefined ? [] : [encodeTsvField(titles[i])];
      return `${[field(row), i + 1, field(item), ...title, scores[i]].join("\t")}\n`;
    })
    .join("");
}

function field(name: Name): string {
  return typeof name === "number" ? String(name) : encodeTsvField(name);
}
