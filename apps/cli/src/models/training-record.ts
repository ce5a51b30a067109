import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TrainingResult } from "@tierwise/ranker";
import { writeText } from "../files/write-text.ts";

/** What stands beside a model: how it came to be, and what evaluating it needs. */
export interface TrainingRecord {
  readonly format: "tierwise-training";
  readonly version: 1;
  /** Whether the training came to its end. */
  readonly finished: boolean;
  /** The command that began it. */
  readonly command: string;
  readonly data: string;
  /** The file of validation rows, where one was given. */
  readonly validation?: string;
  readonly seed: number;
  /** How many models there are; with more than one each has a directory of its own. */
  readonly members: number;
  /** Training rows. */
  readonly rows: number;
  /** In how many of them each label occurs. */
  readonly labelCounts: readonly number[];
  /** What the training of each member came to, as far as finished. */
  readonly results: readonly TrainingResult[];
}

const file = "training.json";

/** The record in a model's directory; undefined where there is none. */
export async function readRecord(directory: string): Promise<TrainingRecord | undefined> {
  const path = join(directory, file);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch {
    return undefined;
  }
  let record: Partial<TrainingRecord> | null;
  try {
    record = JSON.parse(text) as Partial<TrainingRecord> | null;
  } catch (error) {
    throw new Error(`${path} is not JSON: it is damaged`, { cause: error });
  }
  if (record?.format !== "tierwise-training" || record.version !== 1) {
    throw new Error(`${path} is not the record of a training that this release reads`);
  }
  return record as TrainingRecord;
}

/** Writes the record. */
export async function writeRecord(directory: string, record: TrainingRecord): Promise<void> {
  await writeText(join(directory, file), `${JSON.stringify(record)}\n`);
}

/** Takes the record away. */
export async function removeRecord(directory: string): Promise<void> {
  await rm(join(directory, file), { force: true });
}

/** Where member i of a model is, from 0. */
export function memberDirectory(directory: string, members: number, member: number): string {
  return members === 1 ? directory : join(directory, `member-${member + 1}`);
}
