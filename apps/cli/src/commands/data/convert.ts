import type { Command } from "commander";
import { readPreferencesNoted } from "../../data/read-preferences-noted.ts";
import { readTrainingData, sizesOf } from "../../data/read-training-data.ts";
import { writeRecommender } from "../../data/write-recommender.ts";
import { UsageError } from "../../errors/usage-error.ts";
import { checkReplaceable } from "../../files/plain-file.ts";
import { createCommand, integer, noCacheWords, oneOf } from "../../options/common-options.ts";
import { addRecommenderOptions, type RecommenderFlags } from "../../options/recommender-options.ts";
import { counted } from "../../terminal/numbers.ts";
import { type CommonOptions, createSession } from "../../terminal/session.ts";
import { renderTable } from "../../terminal/table.ts";

const targets = ["xml", "tiers", "recommender"] as const;

interface ConvertFlags extends CommonOptions, RecommenderFlags {
  readonly to?: (typeof targets)[number];
  readonly seed: number;
  readonly cache: boolean;
}

export function convertCommand(): Command {
  const command = createCommand("convert", [
    "tierwise data convert ratings.csv data/ --liked 4    # make rows to train a recommender",
    "tierwise data convert votes.toi votes.jsonl",
    "tierwise data convert trn_X_Xf.txt train.txt.gz    # merge a pair of files",
  ])
    .argument("<in>", "input file")
    .argument("<out>", "output file; with --to recommender, a directory")
    .option(
      "--to <what>",
      `write this format: ${targets.join(", ")} (default: inferred from the name of <out>)`,
      oneOf(targets),
    )
    .option(
      "--seed <n>",
      "with --to recommender: choose the hidden ratings and the test users with this seed",
      integer(0),
      0,
    )
    .option("--no-cache", noCacheWords);
  return addRecommenderOptions(command, { testUsers: 0.1, minRatings: "1; recommender: 2", except: [] }).action(
    runConvert,
  );
}

async function runConvert(from: string, to: string, flags: ConvertFlags): Promise<void> {
  const session = createSession(flags);
  const target = flags.to ?? targetOf(to);
  if (target === "recommender") {
    const { reading, files } = await writeRecommender(from, to, flags, session);
    session.result({ ...files, reading });
    const rows = Object.values(files).map(({ path, words }) => [path, words]);
    session.print(renderTable({ head: ["file", ""], rows }, session.colors));
  } else if (target === "tiers") {
    const { writeTiersJsonl } = await import("@tierwise/data");
    const dataset = await readPreferencesNoted([from], flags, session);
    await writeTiersJsonl(to, dataset);
    const [items, preferences] = [dataset.itemNames.length, dataset.preferences.length];
    session.result({ file: to, items, preferences, reading: dataset.reading });
    session.print(`${to}: ${counted(preferences, "preference")} of ${counted(items, "item")}`);
  } else {
    await checkReplaceable(to);
    const { writeXmlDataset } = await import("@tierwise/datasets-xml");
    const data = await readTrainingData(from, session, flags);
    await writeXmlDataset(to, data);
    session.result({ file: to, rows: data.numRows, features: data.numFeatures, labels: data.numLabels });
    session.print(sizesOf(to, data));
  }
}

function targetOf(path: string): (typeof targets)[number] {
  if (/\.(jsonl|ndjson)$/i.test(path)) return "tiers";
  if (/\.txt(\.gz)?$/i.test(path)) return "xml";
  if (!/\.\w+$/.test(path) || path.endsWith("/")) return "recommender";
  throw new UsageError(
    `${path}: the name does not determine the output format; expected --to with one of ${targets.join(", ")}`,
  );
}
