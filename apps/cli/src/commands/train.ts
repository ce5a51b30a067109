import type { LabeledRows } from "@tierwise/data";
import type { Command } from "commander";
import { holdsRatings } from "../data/read-training-data.ts";
import { readTrainingSource } from "../data/training-source.ts";
import { addClickOptions, type ClickFileFlags } from "../documents/click-options.ts";
import {
  addDocumentFileOptions,
  addGradedOptions,
  addScorerOptions,
  refuseDocumentFlags,
} from "../documents/document-options.ts";
import { holdsClicks, holdsDocuments } from "../documents/holds-documents.ts";
import type { TrainListsFlags } from "../documents/train-lists.ts";
import { UsageError } from "../errors/usage-error.ts";
import { addMetricOptions, evaluatorOptions, statisticsOf } from "../metrics/evaluator-settings.ts";
import { autoOptions, autoSettings } from "../models/auto-settings.ts";
import { checkExtensionFlags, checkMomentsFlag, extendsItself } from "../models/extension-flags.ts";
import { checkResumedFlags, checkResumedNames, heldTraining } from "../models/held-training.ts";
import { fileFlags, readModelRows, seenBy } from "../models/model-rows.ts";
import { firstPhaseOptions, metricLoss, trainSecondPhase } from "../models/second-phase.ts";
import { trainModel, widen } from "../models/train-model.ts";
import { readItemNames, type TrainingTask, threadsOf } from "../models/training-task.ts";
import { withPreset } from "../options/auto-options.ts";
import { addQueueOptions, createCommand, integer, number } from "../options/common-options.ts";
import { queuePlan } from "../options/queue-executor.ts";
import { addRecommenderOptions, addSeenOption } from "../options/recommender-options.ts";
import {
  addLossOptions,
  addTrainingOptions,
  hiddenUnits,
  lossSpec,
  trainOptions,
  validationSource,
} from "../options/training-options.ts";
import { curveChart } from "../terminal/curve-chart.ts";
import { count, gibibytes } from "../terminal/numbers.ts";
import { createSession } from "../terminal/session.ts";
import { trainingSummary } from "../terminal/training-progress.ts";
import { addTowerOptions, refuseItemFlags, type TowerFlags } from "../towers/tower-options.ts";
import { extendInto } from "./train-from.ts";

export function trainCommand(): Command {
  const command = createCommand("train", [
    "tierwise train ratings.csv --model model --names movies.csv    # train a recommender",
    "tierwise train train.txt --model model --test test.txt --report report.html",
    "tierwise train train.txt --model paper --preset paper --loss ranknet --seed 7",
    "tierwise train train.txt --model model --resume    # resume after Ctrl-C",
    "tierwise train rank.train --model model --test rank.test    # train boosted trees on lists of graded documents",
    "tierwise train clicks.csv --model model    # train on clicks on ranked documents, corrected for their positions",
    "tierwise train ratings.csv --items movies.csv --model model    # train two towers, which rank new items by their features",
    "tierwise train new.csv --from model --replay ratings.csv --model newer    # train further on new rows, items and features",
    "tierwise train train.txt --model model --ensemble 5 --queue redis://localhost:6379    # train the members on workers",
  ])
    .argument(
      "<data>",
      "file of ratings, graded documents, clicks on ranked documents, or multi-label data in the format of the Extreme Classification Repository; or - for standard input",
    )
    .requiredOption("-m, --model <dir>", "write the model to this directory")
    .option(
      "--ensemble <n>",
      "train this many models with consecutive seeds, and average their scores (default: 1; auto: up to 3)",
      integer(1),
    )
    .option(
      "--names <file>",
      "read item names from this file (one per line or, for ratings, a table with the columns id and title), and store them with the model",
    )
    .option("--test <file>", "evaluate the finished model on the rows in this file")
    .option("--report <file.html>", "write an HTML page with tables, curves and timing")
    .option("--checkpoint-every <seconds>", "write a checkpoint at this interval, in seconds", number(0), 60)
    .option("--resume", "resume the unfinished training run in the --model directory, with its original settings")
    .option(
      "--from <model>",
      "train this model further on new rows, which may contain new items and features; --model may be the same directory",
    )
    .option(
      "--replay <file>",
      "with --from: read the earlier training rows from this file, and train on some of them again",
    )
    .option("--replay-share <share>", "with --replay: train on this share of the earlier rows", number(0, 1), 0.2)
    .option(
      "--then <loss>",
      "after training, train further with this loss (expected-ndcg@k or expected-precision@k), and keep the result if it improves the validation metric; implies --no-refit",
      metricLoss,
    )
    .option(
      "--keep-moments",
      "store the optimizer's moments in the model, so that a later --from can continue from them; this triples the size of the model",
    )
    .option(
      "--force",
      "replace the contents of the --model directory; a finished model is kept until the new one is complete",
    );
  addSeenOption(addTrainingOptions(addLossOptions(command), { auto: true }));
  addMetricOptions(addRecommenderOptions(command, { testUsers: 0.1 }));
  addTowerOptions(addScorerOptions(addClickOptions(addGradedOptions(addDocumentFileOptions(command)))));
  return addQueueOptions(command).action(runTrain);
}

async function runTrain(
  path: string,
  given: ClickFileFlags & TowerFlags & TrainListsFlags,
  command: Command,
): Promise<void> {
  if (given.items !== undefined) {
    const { trainTowers } = await import("../towers/train-towers.ts");
    return trainTowers(path, given, command);
  }
  refuseItemFlags(command, "it requires --items");
  if (await holdsClicks(path, given)) {
    const { trainClicks } = await import("../documents/train-clicks.ts");
    return trainClicks(path, given, command);
  }
  if (await holdsDocuments(path, given)) {
    const { trainLists } = await import("../documents/train-lists.ts");
    return trainLists(path, given, command);
  }
  refuseDocumentFlags(path, command);
  const [resume, force] = [given.resume === true, given.force === true];
  if (resume && force)
    throw new UsageError("--resume continues a training run and --force starts a new one; expected only one of them");
  const rated = await holdsRatings(path, given);
  const isTyped = (name: string): boolean => command.getOptionValueSource(name) === "cli";
  const flags = withPreset(given, { isTyped, rated });
  if (flags.then !== undefined && flags.preset === "auto") {
    throw new UsageError("--then needs validation rows, but --preset auto trains on all rows; use --preset default");
  }
  const session = createSession(flags);
  checkExtensionFlags(flags, isTyped);
  if (resume && flags.queue !== undefined) {
    throw new UsageError(
      "--resume continues a training run on this machine; with --queue, repeat the command without --resume, because finished members are not trained again",
    );
  }
  const { openModelDirectory, resolveSettings } = await import("@tierwise/ranker");
  const usual = rated ? ({ criterion: "ndcg@10" } as const) : {};
  const chosen = { ...usual, ...trainOptions(flags), ...firstPhaseOptions(flags), loss: lossSpec(flags) };
  const settings = resolveSettings(chosen);
  const validation = validationSource(flags);
  // With a validation file, the default is not to retrain on all rows.
  const refit = typeof validation === "string" ? flags.refit === true : settings.refit;
  checkMomentsFlag(flags, { refit, validation });
  const options = { ...chosen, ...(flags.keepMoments === true && { keepMoments: true }) };
  await widen(session, flags);
  const place = await openModelDirectory(flags.model);
  try {
    const extending = flags.from !== undefined && (await extendsItself(place, flags.from));
    const resumed = extending ? undefined : heldTraining(place, { resume, force });
    if (resumed !== undefined) {
      checkResumedFlags(flags.model, resumed.training, flags, isTyped);
    } else if (resume) session.note(`There is no training run to resume in ${flags.model}; starting a new one.`);
    const task = { session, place, resumed, flags, path, options, command };
    if (flags.from === undefined && resumed?.training.record?.extended === undefined) await trainInto(task);
    else await extendInto(task);
  } finally {
    await place.close();
  }
}

async function trainInto(task: TrainingTask): Promise<void> {
  const { session, place, resumed, flags, path, options, command } = task;
  const { ensemble } = flags;
  const { directory } = place;
  const source = await readTrainingSource(path, session, flags, command, resumed?.training.record?.ratings);
  const { data, ratings } = source;
  const names = await readItemNames(source, session, flags);
  if (resumed !== undefined) checkResumedNames(directory, resumed.training, names);
  const vocabulary = { ...source.vocabulary, ...names };
  const target = {
    ...vocabulary,
    directory,
    featureCount: data.numFeatures,
    itemCount: data.numLabels,
    record: ratings && { ratings },
  };
  const rowsOf = async (file: string): Promise<LabeledRows> =>
    (await readModelRows(target, file, session, { ...fileFlags(flags), cache: flags.cache }, "evaluate")).rows;
  const test = flags.test === undefined ? source.test : await rowsOf(flags.test);
  const validationPath = resumed === undefined ? validationSource(flags) : resumed.training.record?.validation;
  const validation = typeof validationPath === "string" ? await rowsOf(validationPath) : undefined;
  const seen = flags.seen ?? (vocabulary.featureItems === undefined ? "include" : "exclude");
  const found =
    resumed === undefined && flags.preset === "auto"
      ? await autoSettings(session, data, autoOptions(options, flags, { validation, seen, ...vocabulary }), flags)
      : undefined;
  const hidden = async (): Promise<number> => hiddenUnits(flags, data, (line) => session.note(line));
  const resumeCommand = flags.resume
    ? session.commandLine
    : `${session.commandLine.replace(/ --force\b/, "")} --resume`;
  const held = validation === undefined || found !== undefined ? {} : { validation };
  const first = await trainModel(session, {
    ...(await queuePlan(flags, session)),
    place,
    data,
    resumed,
    ...held,
    options: {
      ...options,
      ...(flags.transforms && resumed === undefined ? { transforms: flags.transforms } : {}),
      ...(resumed === undefined ? (found?.options ?? { hidden: await hidden() }) : {}),
      ...(resumed === undefined ? vocabulary : {}),
      ...(seen === "exclude" ? { seen } : {}),
      normalize: flags.normalize ?? ratings !== undefined,
      members: ensemble ?? found?.members ?? 1,
      ...(found?.linear && { linear: found.linear }),
      replace: flags.force === true,
      everySeconds: flags.checkpointEvery,
      record: {
        command: session.commandLine,
        preset: flags.preset,
        data: path,
        ...(typeof validationPath === "string" ? { validation: validationPath } : {}),
        ...(ratings === undefined ? {} : { ratings }),
        ...(found === undefined ? {} : { auto: found.report }),
      },
    },
    resumeCommand,
  });
  const model = await trainSecondPhase(task, first, data, { ...held, resumeCommand });
  const { results } = model;
  for (const result of results) session.note(trainingSummary(result));
  session.note(`The model is in ${directory}. Peak memory: ${gibibytes(1024 * process.resourceUsage().maxRSS)}.`);

  if (!session.quiet && !session.json) session.print(curveChart(results[0].history, session));
  const groups = flags.report !== undefined;
  const measured = test && (await evaluatorOptions(flags, await statisticsOf(data), { groups }));
  const { evaluate } = await import("@tierwise/ranker");
  const ks = measured?.ks ?? [];
  const exclude = test && (await seenBy(model, test, flags));
  const metrics =
    test && (await evaluate(model, test, { ...measured, ...(exclude && { exclude }), ...threadsOf(flags) }));
  if (metrics !== undefined) {
    const { metricsTable } = await import("../metrics/metrics-table.ts");
    const what = flags.test ?? `${count(test?.numRows ?? 0)} users kept for testing`;
    const items = exclude === undefined ? "" : ", items not yet seen";
    session.print(`${what}${items}, in percent:\n\n${metricsTable(metrics, ks, session.colors)}`);
  }
  session.result({
    model: directory,
    ...(results.length === 1 ? results[0] : { members: results }),
    ...(metrics === undefined ? {} : { test: metrics }),
    ...(model.record?.auto === undefined ? {} : { auto: model.record.auto }),
    ...(ratings === undefined ? {} : { ratings: { ...ratings, users: undefined } }),
  });
  if (flags.report !== undefined) {
    const { writeTrainingReport } = await import("../report/training-report.ts");
    await writeTrainingReport(flags.report, { session, path, data, model, metrics, ks });
    session.note(`The report is in ${flags.report}.`);
  }
}
