import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { generateXmlDataset, type XmlDataset, type XmlPresetName } from "@tierwise/datasets-xml";
import type { ProductWidth } from "@tierwise/kernels";
import type { LossName, PhaseSeconds } from "@tierwise/ranker";

/** Rows per step. */
export const batchSize = 128;
/** Hidden units. */
export const hidden = 256;

export interface TimedSteps {
  /** The mean time of a step in each epoch, except the first epochs, in which every thread still compiles the loss. */
  readonly seconds: readonly number[];
  /** The processor time of a step in the same epochs, summed over threads; unlike elapsed time, it excludes other programs. */
  readonly processorSeconds: readonly number[];
  /** The total time of each phase in the same epochs. */
  readonly phases: PhaseSeconds;
  /** The width of the vectors in products, and the reason for this width. */
  readonly width: ProductWidth;
  /** The sentence with which the engine describes its settings. */
  readonly sentence: string;
}

export interface StepRun {
  readonly preset: XmlPresetName;
  /** The number of rows, a multiple of the batch size. */
  readonly rows: number;
  readonly loss: LossName;
  /** Whether to use 256-bit vectors in products, if they are available and faster. Default: false. */
  readonly wide?: boolean;
  readonly quick: boolean;
  /** Default: the environment variable TIERWISE_THREADS, or all cores. */
  readonly threads?: number | undefined;
}

/** Trains a network from scratch, in a separate process, and times its steps. */
export function timedSteps(run: StepRun): TimedSteps {
  const script = join(import.meta.dirname, "..", "apart", "timed-steps-run.js");
  const args = [script, JSON.stringify({ threads: givenThreads(), ...run } satisfies StepRun)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" })) as TimedSteps;
}

/** Data generated with the sizes of a preset. */
export function stepData(preset: XmlPresetName, rows: number): XmlDataset {
  return generateXmlDataset({ preset, rows, seed: 1 });
}

function givenThreads(): number | undefined {
  const given = process.env["TIERWISE_THREADS"];
  return given === undefined || given === "" ? undefined : Number(given);
}

/** The processor time of all threads of this process so far. */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}
