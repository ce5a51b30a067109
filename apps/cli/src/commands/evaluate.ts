import { basename } from "node:path";
import type { LabeledRows } from "@tierwise/data";
import type { TrainedModel } from "@tierwise/ranker";
import { type Command, Option } from "commander";
import { holdsRatings } from "../data/read-training-data.ts";
import { addClickOptions, addEstimatorOption, type ClickFileFlags } from "../documents/click-options.ts";
import {
  addDocumentFileOptions,
  addGradedOptions,
  addImportanceOption,
  refuseDocumentFlags,
} from "../documents/document-options.ts";
import { holdsClicks, holdsDocumentModel } from "../documents/holds-documents.ts";
import {
  addMetricOptions,
  evaluatorOptions,
  type LabelStatistics,
  type MetricFlags,
  statisticsOf,
} from "../metrics/evaluator-settings.ts";
import { fileFlags, type ModelRowsFlags, readModelRows, seenBy } from "../models/model-rows.ts";
import { openModel } from "../models/open-model.ts";
import { addReadingOptions, createCommand, integer, noCacheWords, oneOf } from "../options/common-options.ts";
import {
  addHidingOptions,
  addRatingsFileOptions,
  addSeenOption,
  refuseRatingsFlags,
  type SeenFlags,
} from "../options/recommender-options.ts";
import { createProgress } from "../terminal/progress.ts";
import { type CommonOptions, createSession, type Session } from "../terminal/session.ts";
import { holdsTowers } from "../towers/open-towers.ts";
import { addItemOptions, type ItemFlags, refuseItemFlags } from "../towers/tower-options.ts";

interface EvaluateFlags extends CommonOptions, MetricFlags, ModelRowsFlags, SeenFlags, ItemFlags, ClickFileFlags {
  readonly train?: string;
  readonly byFrequency?: boolean;
  readonly report?: string;
  readonly threads?: number;
  readonly cache: boolean;
}

export function evaluateCommand(): Command {
  const command = createCommand("evaluate", [
    "tierwise evaluate model test.txt",
    "tierwise evaluate model ratings.csv --json    # hides part of each user's ratings",
    "tierwise evaluate model test.txt --k 1,5,20 --by-frequency --report report.html",
  ])
    .argument("<model>", "model directory written by `train`, or model file written by `export`")
    .argument(
      "<data>",
      "labeled rows, ratings, or lists of graded documents; or - for labeled rows from standard input",
    )
    .option(
      "--train <file>",
      "compute propensities from this training data (default: from the label counts stored with the model)",
    )
    .option(
      "--by-frequency",
      "also report metrics of the head, torso and tail labels (grouped by frequency in training)",
    )
    .option("--report <file.html>", "write an HTML page with tables and plots")
    .option(
      "--threads <n>",
      "use this many threads; the number does not affect results (default: all cores)",
      integer(1),
    )
    .option("--no-cache", noCacheWords);
  addHidingOptions(addSeenOption(command));
  addItemOptions(
    command,
    "for a two-tower model: rank the items in this CSV file of item features, which may include new items (default: the items of the training ratings)",
  );
  const group = "Ratings:";
  const seed = new Option(
    "--seed <n>",
    "choose the hidden ratings with this seed (default: the seed of the model)",
  ).argParser(integer(0));
  const users = new Option(
    "--users <which>",
    "evaluate on the users that are not in the training data (new) or on all users (all)",
  );
  command.addOption(seed.helpGroup(group));
  command.addOption(
    users
      .argParser(oneOf(["new", "all"]))
      .default("new")
      .helpGroup(group),
  );
  addImportanceOption(
    addGradedOptions(
      addEstimatorOption(addClickOptions(addDocumentFileOptions(addMetricOptions(addRatingsFileOptions(command))))),
    ),
  );
  return addReadingOptions(command).action(runEvaluate);
}

async function runEvaluate(directory: string, path: string, flags: EvaluateFlags, command: Command): Promise<void> {
  if (holdsDocumentModel(directory)) {
    if (await holdsClicks(path, flags)) {
      const { evaluateClicks } = await import("../documents/evaluate-clicks.ts");
      return evaluateClicks(directory, path, flags, command);
    }
    const { evaluateLists } = await import("../documents/evaluate-lists.ts");
    return evaluateLists(directory, path, flags, command);
  }
  refuseDocumentFlags(path, command);
  if (holdsTowers(directory)) {
    const { evaluateTowers } = await import("../towers/evaluate-towers.ts");
    return evaluateTowers(directory, path, flags, command);
  }
  refuseItemFlags(command, `${directory} was not trained with --items`);
  const session = createSession(flags);
  const model = await openModel(directory, session);
  if (!(await holdsRatings(path, fileFlags(flags)))) refuseRatingsFlags(path, command);
  const { rows: data, protocol } = await readModelRows(model, path, session, flags, "evaluate");
  if (protocol === undefined && (await isTrainingFile(model.record, path, data))) {
    session.note(`The model was trained on the rows of ${path}, so the figures are optimistic.`);
  }
  const exclude = await seenBy(model, data, flags);
  if (model.featureItems !== undefined) {
    session.note(exclude === undefined ? "Items already seen are ranked too." : "Items already seen are not ranked.");
  }
  const groups = flags.byFrequency === true || flags.report !== undefined;
  const statistics = await labelStatistics(model, flags, session);
  const options = await evaluatorOptions(flags, statistics, { groups });
  const bar = createProgress(session, { title: "evaluating", total: data.numRows, unit: "rows" });
  const started = performance.now();
  const pool = flags.threads === undefined ? {} : { threads: flags.threads };
  const { evaluate } = await import("@tierwise/ranker");
  const metrics = await evaluate(model, data, {
    ...options,
    ...pool,
    ...(exclude && { exclude }),
    onProgress: ({ done }) => bar.update(done),
  });
  const seconds = (performance.now() - started) / 1000;
  bar.stop();
  const { groupsTable, metricsTable } = await import("../metrics/metrics-table.ts");
  session.print(metricsTable(metrics, options.ks, session.colors));
  if (flags.byFrequency && metrics.groups) {
    session.print(`\n${groupsTable(metrics, options.ks[options.ks.length - 1], session.colors)}`);
  }
  session.result({ ...metrics, ...(protocol === undefined ? {} : { protocol }) });
  if (flags.report !== undefined) {
    const { writeEvaluationReport } = await import("../report/evaluation-report.ts");
    await writeEvaluationReport(flags.report, { session, model, path, data, metrics, ks: options.ks, seconds });
    session.note(`The report is in ${flags.report}.`);
  }
}

/** Whether the file has the name and the label counts of the training data. Paths may differ, as a model can be used from any folder. */
async function isTrainingFile(
  { data = "", labelCounts }: NonNullable<TrainedModel["record"]> = {},
  path: string,
  rows: LabeledRows,
): Promise<boolean> {
  if (labelCounts === undefined || basename(data) !== basename(path)) return false;
  const { labelCounts: counts } = await statisticsOf(rows);
  return labelCounts.length === counts.length && labelCounts.every((value, label) => value === counts[label]);
}

/** The label counts of the `--train` file. Default: the counts stored with the model. */
async function labelStatistics(
  model: TrainedModel,
  flags: EvaluateFlags,
  session: Session,
): Promise<LabelStatistics | undefined> {
  const { train } = flags;
  if (train !== undefined) {
    return statisticsOf((await readModelRows(model, train, session, { ...flags, users: "all" }, "evaluate")).rows);
  }
  const { labelCounts, rows } = model.record ?? {};
  if (labelCounts !== undefined && rows !== undefined) return { labelCounts, rows };
  session.note("The model has no label counts; add --train FILE for propensity-scored metrics.");
  return undefined;
}
