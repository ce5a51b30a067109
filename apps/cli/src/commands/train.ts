import type { ModelDirectory, OccupiedStatus } from "@tierwise/ranker";
import type { Command } from "commander";
import { readTrainingData, sizesOf } from "../data/read-training-data.ts";
import { UsageError } from "../errors/usage-error.ts";
import { addMetricOptions, evaluatorOptions, type MetricFlags, statisticsOf } from "../metrics/evaluator-settings.ts";
import { checkResumedFlags, checkResumedNames, heldTraining } from "../models/held-training.ts";
import { checkFits } from "../models/open-model.ts";
import { type ModelPlan, trainModel, widen } from "../models/train-model.ts";
import { createCommand } from "../options/common-options.ts";
import { integer, number } from "../options/numbers.ts";
import { addQueueOptions, type QueueFlags, queueExecutor } from "../options/queue-options.ts";
import {
  addLossOptions,
  addTrainingOptions,
  hiddenUnits,
  type LossFlags,
  lossSpec,
  type TrainingFlags,
  trainOptions,
  validationSource,
} from "../options/training-options.ts";
import { curveChart } from "../terminal/curve-chart.ts";
import { gibibytes } from "../terminal/numbers.ts";
import { type CommonOptions, createSession, type Session } from "../terminal/session.ts";
import { trainingSummary } from "../terminal/training-progress.ts";

interface TrainFlags extends CommonOptions, QueueFlags, TrainingFlags, LossFlags, MetricFlags {
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
    "tierwise train train.txt --model model --ensemble 5 --queue redis://localhost:6379    # members on workers",
  ])
    .argument("<data>", "training data in the format of the Extreme Classification Repository; - reads standard input")
    .requiredOption("-m, --model <dir>", "directory to write the model to")
    .option(
      "--ensemble <n>",
      "number of models to train, with consecutive seeds; their scores are averaged",
      integer(1),
      1,
    )
    .option("--names <file>", "file of item names, one per line; stored with the model")
    .option("--test <file>", "evaluate the finished model on the rows of this file")
    .option("--report <file.html>", "write an HTML page with tables, curves and timing")
    .option("--checkpoint-every <seconds>", "seconds between checkpoints", number(0), 60)
    .option("--resume", "resume the unfinished training run in the directory, with its settings")
    .option("--force", "replace what the directory holds; a finished model stays until the new one is complete");
  return addQueueOptions(addMetricOptions(addTrainingOptions(addLossOptions(command)))).action(runTrain);
}

async function runTrain(path: string, flags: TrainFlags, command: Command): Promise<void> {
  const session = createSession(flags);
  const [resume, force] = [flags.resume === true, flags.force === true];
  if (resume && force)
    throw new UsageError("--resume continues a training run and --force starts a new one; expected one of them");
  if (flags.queue !== undefined && (resume || path === "-")) {
    throw new UsageError("--queue trains a new model from a file; expected neither --resume nor standard input");
  }
  const { openModelDirectory, resolveSettings } = await import("@tierwise/ranker");
  const options = { ...trainOptions(flags), loss: lossSpec(flags) };
  resolveSettings(options);
  await widen(session, flags);
  const place = await openModelDirectory(flags.model);
  try {
    const resumed = heldTraining(place, { resume, force });
    if (resumed !== undefined) {
      const isTyped = (name: string): boolean => command.getOptionValueSource(name) === "cli";
      checkResumedFlags(flags.model, resumed.training, flags, isTyped);
    } else if (resume) session.note(`There is no training run to resume in ${flags.model}; starting a new one.`);
    await trainInto({ session, place, resumed, flags, path, options });
  } finally {
    await place.close();
  }
}

/** A training run whose flags and directory have been checked. */
interface TrainingTask {
  readonly session: Session;
  readonly place: ModelDirectory;
  readonly resumed: OccupiedStatus | undefined;
  readonly flags: TrainFlags;
  readonly path: string;
  readonly options: ModelPlan["options"];
}

async function trainInto({ session, place, resumed, flags, path, options }: TrainingTask): Promise<void> {
  const { ensemble, cache, test: testPath } = flags;
  const { directory } = place;
  const data = await readTrainingData(path, session, { cache });
  session.note(sizesOf(path, data));
  const test = testPath === undefined ? undefined : await readTrainingData(testPath, session, { cache });
  const { numFeatures: featureCount, numLabels: itemCount } = data;
  if (test !== undefined && testPath !== undefined) {
    checkFits({ directory, featureCount, itemCount }, testPath, test, { labels: true });
  }
  const validationPath = resumed === undefined ? validationSource(flags) : resumed.training.record?.validation;
  const validation =
    typeof validationPath === "string" ? await readTrainingData(validationPath, session, { cache }) : undefined;
  const { readNames, readVocabulary } = await import("@tierwise/data");
  const itemNames =
    flags.names === undefined ? undefined : await readNames(flags.names, { expected: itemCount, kind: "label" });
  if (resumed !== undefined) checkResumedNames(directory, resumed.training, itemNames);
  const vocabulary =
    resumed === undefined && path !== "-" ? await readVocabulary(path, { onWarning: session.note }) : undefined;
  const { executor, ...queue } = await queueExecutor(flags, session);
  const file = typeof validationPath === "string" ? { validationFile: validationPath } : {};
  const model = await trainModel(session, {
    ...(executor === undefined ? {} : { ensemble: { executor, ...queue, train: path, ...file } }),
    place,
    data,
    resumed,
    ...(validation === undefined ? {} : { validation }),
    options: {
      ...options,
      ...(resumed === undefined ? { hidden: await hiddenUnits(flags, data, (line) => session.note(line)) } : {}),
      ...vocabulary,
      ...(itemNames === undefined ? {} : { itemNames }),
      normalize: flags.normalize === true,
      members: ensemble,
      replace: flags.force === true,
      everySeconds: flags.checkpointEvery,
      record: {
        command: session.commandLine,
        preset: flags.preset,
        data: path,
        ...(typeof validationPath === "string" ? { validation: validationPath } : {}),
      },
    },
    resumeCommand: flags.resume ? session.commandLine : `${session.commandLine.replace(/ --force\b/, "")} --resume`,
  });
  const { results } = model;
  for (const { steps, seconds, learningRate, epoch } of results) {
    session.note(trainingSummary(steps, seconds, learningRate, epoch));
  }
  session.note(`The model is in ${directory}. Peak memory: ${gibibytes(1024 * process.resourceUsage().maxRSS)}.`);

  if (!session.quiet && !session.json) session.print(curveChart(results[0].history, session));
  const groups = flags.report !== undefined;
  const measured = test && (await evaluatorOptions(flags, await statisticsOf(data), { groups }));
  const { evaluate } = await import("@tierwise/ranker");
  const ks = measured?.ks ?? [];
  const metrics = test && (await evaluate(model, test, { ...measured, ...threadsOf(flags) }));
  if (metrics !== undefined) {
    const { metricsTable } = await import("../metrics/metrics-table.ts");
    session.print(`${testPath}, in percent:\n\n${metricsTable(metrics, ks, session.colors)}`);
  }
  session.result({
    model: directory,
    ...(results.length === 1 ? results[0] : { members: results }),
    ...(metrics === undefined ? {} : { test: metrics }),
  });
  if (flags.report !== undefined) {
    const { writeTrainingReport } = await import("../report/training-report.ts");
    await writeTrainingReport(flags.report, { session, path, data, model, metrics, ks });
    session.note(`The report is in ${flags.report}.`);
  }
}

function threadsOf({ threads }: TrainingFlags): { threads?: number } {
  return threads === undefined ? {} : { threads };
}
