import type { LabeledRows, MatchTarget } from "@tierwise/data";
import type { RatingsRecord, TrainedModel } from "@tierwise/ranker";
import { readTrainingSource, type TrainingSource } from "../data/training-source.ts";
import { type Forgetting, measureForgetting, type OldRows } from "../models/forgetting.ts";
import { fileFlags, readModelRows } from "../models/model-rows.ts";
import { openModel } from "../models/open-model.ts";
import { trainModel } from "../models/train-model.ts";
import { readItemNames, type TrainingTask, threadsOf } from "../models/training-task.ts";
import { queuePlan } from "../options/queue-executor.ts";
import { lossSpec, trainOptions, validationSource } from "../options/training-options.ts";
import { curveChart } from "../terminal/curve-chart.ts";
import { count, counted } from "../terminal/numbers.ts";
import { trainingSummary } from "../terminal/training-progress.ts";

/** The flags that choose the loss. Default: the loss of the model. */
const lossFlags = ["loss", "rule", "tolerance", "intervals", "shift", "center", "negatives", "negativesBy"];

/** `tierwise train NEW --from MODEL --model DIR`: trains a model further on new rows, or resumes such a training run. */
export async function extendInto(task: TrainingTask): Promise<void> {
  const { session, place, resumed, flags, path, command } = task;
  const { directory } = place;
  const held = resumed?.training.record;
  const from = await openModel(flags.from ?? held?.extended?.from ?? directory, session);
  const source = await readTrainingSource(path, session, flags, command, held?.ratings ?? from.record?.ratings);
  const target = await extendedTarget(task, from, source);
  const data = await matched(path, source, target);
  const replayPath = resumed === undefined ? flags.replay : held?.replay;
  const replay = replayPath === undefined ? undefined : await readReplay(task, replayPath, target);
  const replayShare = held?.extended?.replayShare ?? flags.replayShare;
  const isTyped = (name: string): boolean => command.getOptionValueSource(name) === "cli";
  const { seed: flagSeed } = flags;
  const seed = resumed?.training.seed ?? (isTyped("seed") ? flagSeed : from.members[0].seed);
  const { replayRows, joinUsers } = await import("@tierwise/data");
  const replayed = replay && replayRows(data, replay.rows, { share: replayShare, seed });
  const rowsOf = async (file: string): Promise<LabeledRows> =>
    (
      await readModelRows(
        { ...target, directory },
        file,
        session,
        { ...fileFlags(flags), cache: flags.cache },
        "evaluate",
      )
    ).rows;
  const tests: OldRows[] = [
    ...(flags.test === undefined ? [] : [{ title: flags.test, rows: await rowsOf(flags.test) }]),
    ...(replay?.test === undefined ? [] : [{ title: `test users of ${replayPath}`, rows: replay.test }]),
    ...(replayed === undefined || replay?.test !== undefined || replayed.rest.numRows === 0
      ? []
      : [{ title: `rows of ${replayPath} that were not replayed`, rows: replayed.rest }]),
    ...(source.test === undefined
      ? []
      : [{ title: `test users of ${path}`, rows: await matchedTest(path, source, target) }]),
  ];
  const validationPath = resumed === undefined ? validationSource(flags) : held?.validation;
  const { preset: _, seed: __, ...given } = trainOptions(flags);
  const { itemNames, itemTitles, featureNames, featureItems } = target;
  const ratings = source.ratings && {
    ...source.ratings,
    users:
      from.record?.ratings === undefined
        ? source.ratings.users
        : joinUsers(from.record.ratings.users, source.ratings.users),
  };
  const model = await trainModel(session, {
    ...(await queuePlan(flags, session)),
    place,
    data: resumed === undefined ? data : (replayed?.rows ?? data),
    resumed,
    extension: { from, replayShare, ...(replay && { replay: replay.rows }) },
    ...(typeof validationPath === "string" ? { validation: await rowsOf(validationPath) } : {}),
    options: {
      ...given,
      ...(flags.keepMoments === true && { keepMoments: true }),
      ...(lossFlags.some(isTyped) && { loss: lossSpec(flags) }),
      ...(flags.seen && { seen: flags.seen }),
      ...{ seed, itemNames, itemTitles, featureNames, featureItems },
      replace: true,
      everySeconds: flags.checkpointEvery,
      record: {
        command: session.commandLine,
        data: path,
        ...(typeof validationPath === "string" ? { validation: validationPath } : {}),
        ...(replayPath === undefined ? {} : { replay: replayPath }),
        ...(ratings && { ratings }),
      },
    },
    resumeCommand: resumeCommand(task),
  });
  const { results } = model;
  for (const result of results) session.note(trainingSummary(result));
  session.note(`The model is in ${directory}.`);
  if (!session.quiet && !session.json) session.print(curveChart(results[0].history, session));
  const forgetting = await measureForgetting({ from, model, tests, flags, ...threadsOf(flags) });
  for (const { words } of forgetting) session.print(words(session.colors));
  session.result({
    model: directory,
    from: from.directory,
    newItems: model.itemCount - from.itemCount,
    newFeatures: model.featureCount - from.featureCount,
    ...(results.length === 1 ? results[0] : { members: results }),
    forgetting: forgetting.map(({ title, before, after }) => ({ title, before, after })),
  });
  if (flags.report !== undefined) await writeReport(task, model, data, forgetting);
}

/** The vocabulary of an extension: the old features and items, followed by the new ones. */
async function extendedTarget(
  { session, place, resumed, flags, path }: TrainingTask,
  from: TrainedModel,
  source: TrainingSource,
): Promise<MatchTarget & { readonly record?: { readonly ratings?: RatingsRecord } | undefined }> {
  const { extendVocabulary } = await import("@tierwise/data");
  const { featureCount, itemCount } = from;
  const least = { featureCount, itemCount };
  const ratings = source.ratings ?? from.record?.ratings;
  const record = ratings === undefined ? {} : { record: { ratings } };
  const title = `the model ${place.directory}`;
  if (resumed !== undefined) return { ...resumed.training, title, least, ...record };
  const names = await readItemNames(source, session, flags);
  const vocabulary = source.vocabulary?.featureNames && { ...source.vocabulary, ...names };
  const old = { ...from, title: `the model ${from.directory}` };
  const extended = extendVocabulary({ path, rows: source.data, vocabulary }, old);
  session.note(
    `${from.directory} has ${counted(featureCount, "feature")} and ${counted(itemCount, "item")}; ${path} adds ${count(extended.newFeatures)} and ${count(extended.newItems)}`,
  );
  const { featureCount: features, itemCount: items } = extended;
  const named = source.vocabulary?.featureNames === undefined ? names : {};
  return { ...extended.vocabulary, ...named, title, featureCount: features, itemCount: items, least, ...record };
}

async function matched(path: string, { data, vocabulary }: TrainingSource, target: MatchTarget): Promise<LabeledRows> {
  const { matchRows } = await import("@tierwise/data");
  const named = vocabulary?.featureNames === undefined ? undefined : vocabulary;
  return matchRows({ path, rows: data, vocabulary: named }, target).rows;
}

async function matchedTest(path: string, source: TrainingSource, target: MatchTarget): Promise<LabeledRows> {
  return matched(path, { ...source, data: source.test ?? source.data }, target);
}

/** Reads the old rows with the options that the model was trained with, so that the same users are held out for testing. */
async function readReplay(
  { session, flags, command }: TrainingTask,
  path: string,
  target: MatchTarget & { readonly record?: { readonly ratings?: RatingsRecord } | undefined },
): Promise<{ readonly rows: LabeledRows; readonly test?: LabeledRows }> {
  const source = await readTrainingSource(path, session, flags, command, target.record?.ratings);
  const rows = await matched(path, source, target);
  return source.test === undefined ? { rows } : { rows, test: await matchedTest(path, source, target) };
}

/** The command that resumes an extension. It omits the old model and rows, whose paths the directory stores. */
function resumeCommand({ session, flags }: TrainingTask): string {
  if (flags.resume) return session.commandLine;
  return `${session.commandLine.replace(/ --(?:from|replay|replay-share)[ =](?:'[^']*'|\S+)/g, "").replace(/ --force\b/, "")} --resume`;
}

async function writeReport(
  { session, flags, path }: TrainingTask,
  model: TrainedModel,
  data: LabeledRows,
  forgetting: readonly Forgetting[],
): Promise<void> {
  if (flags.report === undefined) return;
  const { writeTrainingReport } = await import("../report/training-report.ts");
  await writeTrainingReport(flags.report, { session, path, data, model, metrics: undefined, ks: flags.k, forgetting });
  session.note(`The report is in ${flags.report}.`);
}
