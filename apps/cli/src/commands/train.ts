import type { Command } from "commander";
import { readNames } from "../data/read-names.ts";
import { readTrainingData, sizesOf } from "../data/read-training-data.ts";
import { UsageError } from "../errors/usage-error.ts";
import { addMetricOptions, evaluatorOptions, type MetricFlags, statisticsOf } from "../metrics/evaluator-settings.ts";
import { metricsTable } from "../metrics/metrics-table.ts";
import { checkFits, evaluateModel } from "../models/open-model.ts";
import { prepareDirectory, trainModel } from "../models/train-model.ts";
import { readRecord, type TrainingRecord } from "../models/training-record.ts";
import { widen } from "../models/widen.ts";
import { createCommand } from "../options/common-options.ts";
import { integer, number } from "../options/numbers.ts";
import {
  addLossOptions,
  addTrainingOptions,
  hiddenUnits,
  type LossFlags,
  lossRecipe,
  type TrainingFlags,
  trainOptions,
  validationSource,
} from "../options/training-options.ts";
import { curveChart } from "../terminal/curve-chart.ts";
import { gibibytes } from "../terminal/numbers.ts";
import { type CommonOptions, createSession } from "../terminal/session.ts";
import { trainingSummary } from "../terminal/training-progress.ts";

interface TrainFlags extends CommonOptions, TrainingFlags, LossFlags, MetricFlags {
  readonly model: string;
  readonly ensemble: number;
  readonly names?: string;
  readonly test?: string;
  readonly report?: string;
  readonly checkpointEvery: number;
  readonly resume?: boolean;
  readonly force?: boolean;
}

/** `tierwise train DATA --model DIR`. */
export function trainCommand(): Command {
  const command = createCommand("train", [
    "tierwise train train.txt --model model",
    "tierwise train train.txt --model model --test test.txt --report report.html",
    "tierwise train train.txt --model paper --preset paper --loss ranknet --seed 7",
    "tierwise train train.txt --model model --resume    # after Ctrl-C",
  ])
    .description("train a ranking model on multi-label data and save it to a directory")
    .argument("<data>", "training data in the format of the extreme classification repository; - is standard input")
    .requiredOption("-m, --model <dir>", "where the model goes")
    .option(
      "--ensemble <n>",
      "train so many models, with seeds that follow one another, and average them",
      integer(1),
      1,
    )
    .option("--names <file>", "names of the items, one a line; kept with the model")
    .option("--test <file>", "evaluate the model on these rows at the end")
    .option("--report <file.html>", "write a page with tables, curves and timing")
    .option("--checkpoint-every <seconds>", "how often a checkpoint is written", number(0), 60)
    .option("--resume", "go on from the last checkpoint in the model's directory")
    .option("--force", "begin anew, even where there is a training to go on with");
  return addMetricOptions(addTrainingOptions(addLossOptions(command))).action(runTrain);
}

async function runTrain(path: string, flags: TrainFlags): Promise<void> {
  const session = createSession(flags);
  const { model: directory, ensemble, cache, test: testPath } = flags;
  const [resume, force] = [flags.resume === true, flags.force === true];
  if (resume && force) throw new UsageError("--resume goes on and --force begins anew; expected one of them");
  const loss = lossRecipe(flags);
  await widen(session, flags);
  const data = await readTrainingData(path, session, { cache });
  session.note(sizesOf(path, data));
  const test = testPath === undefined ? undefined : await readTrainingData(testPath, session, { cache });
  const before = resume ? await readRecord(directory) : undefined;
  const validationPath = before?.validation ?? validationSource(flags);
  const validation =
    typeof validationPath === "string" ? await readTrainingData(validationPath, session, { cache }) : undefined;
  const names = flags.names === undefined ? {} : { itemNames: await readNames(flags.names, data.numLabels, "label") };
  await prepareDirectory(directory, { force, resume });
  const statistics = await statisticsOf(data);
  const fresh: TrainingRecord = {
    format: "tierwise-training",
    version: 1,
    finished: false,
    command: session.commandLine,
    data: path,
    ...(typeof validationPath === "string" ? { validation: validationPath } : {}),
    seed: flags.seed,
    members: ensemble,
    rows: data.numRows,
    labelCounts: Array.from(statistics.labelCounts),
    results: [],
  };
  const { model, record } = await trainModel(session, {
    directory,
    data,
    ...(validation === undefined ? {} : { validation }),
    ...names,
    hidden: await hiddenUnits(flags, data, (line) => session.note(line)),
    normalize: flags.normalize === true,
    loss,
    options: trainOptions(flags),
    everySeconds: flags.checkpointEvery,
    record: before ?? fresh,
    resume,
    resumeCommand: resume ? session.commandLine : `${session.commandLine.replace(/ --force\b/, "")} --resume`,
  });
  for (const { steps, seconds, rate, epoch } of record.results)
    session.note(trainingSummary(steps, seconds, rate, epoch));
  session.note(`The model is in ${directory}. Peak memory: ${gibibytes(1024 * process.resourceUsage().maxRSS)}.`);

  const { results } = record;
  if (!session.quiet && !session.json) session.print(curveChart(results[0].history, session));
  const options = await evaluatorOptions(flags, statistics, { groups: flags.report !== undefined });
  if (test !== undefined && testPath !== undefined) checkFits(model, testPath, test, { labels: true });
  const metrics =
    test === undefined ? undefined : await evaluateModel(model, test, { ...options, ...threadsOf(flags) });
  if (metrics !== undefined)
    session.print(`${testPath}, in per cent:\n\n${metricsTable(metrics, options.ks, session.colors)}`);
  session.result({
    model: directory,
    ...(results.length === 1 ? results[0] : { members: results }),
    ...(metrics === undefined ? {} : { test: metrics }),
  });
  if (flags.report !== undefined) {
    const { writeTrainingReport } = await import("../report/training-report.ts");
    await writeTrainingReport(flags.report, { session, record, data, model, metrics, ks: options.ks });
    session.note(`The report is in ${flags.report}.`);
  }
}

function threadsOf({ threads }: TrainingFlags): { threads?: number } {
  return threads === undefined ? {} : { threads };
}
