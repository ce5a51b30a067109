import { existsSync } from "node:fs";
import { mkdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { XmlDataset } from "@tierwise/datasets-xml";
import type { LossRecipe, Ranker, TrainingData, TrainingResult, TrainOptions } from "@tierwise/ranker";
import { Interrupted } from "../errors/interrupted.ts";
import { writeText } from "../files/write-text.ts";
import { trainingSize } from "../options/training-options.ts";
import { onInterrupt } from "../terminal/on-interrupt.ts";
import type { Session } from "../terminal/session.ts";
import { trainingProgress } from "../terminal/training-progress.ts";
import { type Model, modelOf } from "./open-model.ts";
import { memberDirectory, readRecord, removeRecord, type TrainingRecord, writeRecord } from "./training-record.ts";

/** What is trained, and how. */
export interface ModelPlan {
  readonly directory: string;
  readonly data: XmlDataset;
  readonly validation?: TrainingData;
  readonly itemNames?: readonly string[];
  readonly hidden: number;
  readonly normalize: boolean;
  readonly loss: LossRecipe;
  readonly options: TrainOptions;
  readonly everySeconds: number;
  readonly record: TrainingRecord;
  /** Whether members have checkpoints to go on from. */
  readonly resume: boolean;
  /** What to type in order to go on after an interruption. */
  readonly resumeCommand: string;
}

/** Throws unless a directory can be written to, before hours are spent on what goes there. */
export async function prepareDirectory(
  directory: string,
  { force, resume }: { force: boolean; resume: boolean },
): Promise<void> {
  const record = await readRecord(directory);
  if (record !== undefined && !record.finished && !force && !resume) {
    throw new Error(
      `${directory} holds a training that is not finished; go on with --resume, or begin anew with --force`,
    );
  }
  await mkdir(directory, { recursive: true });
  const probe = join(directory, "writable");
  await writeText(probe, "");
  await rm(probe);
}

/** Trains all members of a model and saves them, with checkpoints on the way. */
export async function trainModel(session: Session, plan: ModelPlan): Promise<{ model: Model; record: TrainingRecord }> {
  const { directory } = plan;
  const { members } = plan.record;
  let { record } = plan;
  if (record.finished) session.note(`The training in ${directory} is finished already.`);
  const rankers: Ranker[] = [];
  try {
    await writeRecord(directory, record);
    for (let member = 0; member < members; member++) {
      const place = memberDirectory(directory, members, member);
      if (record.results.length > member) {
        const { loadRanker } = await import("@tierwise/ranker");
        rankers.push(await loadRanker(place));
        continue;
      }
      const { ranker, result } = await trainMember(session, plan, member);
      await ranker.save(place);
      rankers.push(ranker);
      record = { ...record, results: [...record.results, result], finished: member === members - 1 };
      await writeRecord(directory, record);
    }
  } catch (error) {
    if (!hasCheckpoint(memberDirectory(directory, members, 0))) await removeTraces(directory, members);
    throw error;
  }
  return { model: modelOf(directory, rankers, record), record };
}

/** Takes away what a training left that came to nothing: its record, and directories that are empty. */
async function removeTraces(directory: string, members: number): Promise<void> {
  await removeRecord(directory);
  for (const place of new Set([memberDirectory(directory, members, 0), directory])) await rmdir(place).catch(() => {});
}

async function trainMember(
  session: Session,
  plan: ModelPlan,
  member: number,
): Promise<{ ranker: Ranker; result: TrainingResult }> {
  const { train, createRanker, presets, resumeTraining } = await import("@tierwise/ranker");
  const { directory, data, validation, loss, itemNames, hidden, normalize, record, resumeCommand, everySeconds } = plan;
  const place = memberDirectory(directory, record.members, member);
  const title = record.members === 1 ? "training" : `training ${member + 1}/${record.members}`;
  const interruption = onInterrupt(session, "Stopping after this step and writing a checkpoint.");
  const progress = trainingProgress(session, title, {
    size: trainingSize(plan.options, presets, data.numRows),
    sayEngine: plan.options.engine === "tfjs",
  });
  const run = { signal: interruption.signal, onProgress: progress.onProgress };
  const held = validation === undefined ? {} : { validation };
  try {
    let outcome: { ranker: Ranker; result: TrainingResult };
    if (plan.resume && hasCheckpoint(place)) {
      const { threads, engine, backend } = plan.options;
      const how = Object.entries({ threads, engine, backend }).filter(([, value]) => value !== undefined);
      outcome = await resumeTraining(place, data, { ...Object.fromEntries(how), ...run, ...held, everySeconds });
    } else {
      const seed = record.seed + member;
      const names = itemNames === undefined ? {} : { itemNames };
      const { numFeatures: features, numLabels: items } = data;
      const ranker = createRanker({ features, items, hidden, seed, normalize, ...names });
      const checkpoint = { directory: place, everySeconds };
      const result = await train(ranker, data, { ...plan.options, ...held, ...run, seed, loss, checkpoint });
      outcome = { ranker, result };
    }
    if (outcome.result.stopped === "finished") return outcome;
  } finally {
    progress.stop();
    interruption.release();
  }
  throw new Interrupted(`Interrupted; a checkpoint is in ${place}. Go on with:\n  ${resumeCommand}`);
}

function hasCheckpoint(place: string): boolean {
  return existsSync(join(place, "ranker.json"));
}
