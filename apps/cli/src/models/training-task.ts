import type { Vocabulary } from "@tierwise/data";
import type { LossSpec } from "@tierwise/losses";
import type { ModelDirectory, OccupiedStatus } from "@tierwise/ranker";
import type { Command } from "commander";
import { itemTitles } from "../data/item-titles.ts";
import type { TrainingSource } from "../data/training-source.ts";
import type { MetricFlags } from "../metrics/evaluator-settings.ts";
import type { AutoFlags } from "../options/auto-options.ts";
import type { QueueFlags } from "../options/common-options.ts";
import type { RecommenderFlags, SeenFlags } from "../options/recommender-options.ts";
import type { LossFlags, TrainingFlags } from "../options/training-options.ts";
import type { CommonOptions, Session } from "../terminal/session.ts";
import type { ModelPlan } from "./train-model.ts";

export interface TrainFlags
  extends CommonOptions,
    Omit<TrainingFlags, "format">,
    AutoFlags,
    LossFlags,
    MetricFlags,
    RecommenderFlags,
    SeenFlags,
    QueueFlags {
  readonly model: string;
  readonly ensemble?: number;
  readonly names?: string;
  readonly test?: string;
  readonly report?: string;
  readonly checkpointEvery: number;
  readonly resume?: boolean;
  readonly from?: string;
  readonly replay?: string;
  readonly replayShare: number;
  readonly keepMoments?: boolean;
  readonly force?: boolean;
  readonly then?: LossSpec;
}

/** A training run whose flags and directory have been checked. */
export interface TrainingTask {
  readonly session: Session;
  readonly place: ModelDirectory;
  readonly resumed: OccupiedStatus | undefined;
  readonly flags: TrainFlags;
  readonly path: string;
  readonly options: ModelPlan["options"];
  readonly command: Command;
}

/** Reads the names of items from the `--names` file; for ratings, whose items already have names, the file contains titles. */
export async function readItemNames(
  { data, ratings, vocabulary }: TrainingSource,
  session: Session,
  { names: path }: TrainFlags,
): Promise<Pick<Vocabulary, "itemNames" | "itemTitles"> | undefined> {
  if (path === undefined) return undefined;
  if (ratings !== undefined) return { itemTitles: await itemTitles(path, vocabulary?.itemNames ?? [], session) };
  const { readNames } = await import("@tierwise/data");
  return { itemNames: await readNames(path, { expected: data.numLabels, kind: "label" }) };
}

/** Returns the option `threads` if the flag is set. */
export function threadsOf({ threads }: TrainingFlags): { threads?: number } {
  return threads === undefined ? {} : { threads };
}
