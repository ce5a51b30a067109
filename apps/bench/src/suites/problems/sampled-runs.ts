import { execFileSync } from "node:child_process";
import { join } from "node:path";
import type { GenerateXmlOptions } from "@tierwise/datasets-xml";
import type { NegativesSpec } from "@tierwise/losses";

/** One training run with PL-Partition, 256 hidden units and batches of 128 rows. */
export interface SampledRun {
  /** The path of a dataset, or options for generating one. */
  readonly data: GenerateXmlOptions | string;
  readonly epochs: number;
  /** The fraction of rows to hold out. */
  readonly validation: number;
  /** Default: no sampling; all items are scored. */
  readonly negatives?: NegativesSpec | undefined;
  /** Default: all cores. */
  readonly threads?: number;
}

export interface SampledResult {
  /** The mean time of a step in each epoch. */
  readonly seconds: readonly number[];
  /** The processor time per step in each epoch except the first, including validation. */
  readonly processorSeconds: readonly number[];
  /** The peak memory minus that of an idle process. */
  readonly peakBytes: number;
  /** The precision on the held-out rows after the last epoch; undefined if there are none. */
  readonly precision?: { readonly 1: number; readonly 5: number } | undefined;
}

/** Trains in a separate process. */
export function sampledRun(run: SampledRun): SampledResult {
  const script = join(import.meta.dirname, "..", "apart", "sampled-run.js");
  const input = JSON.stringify(run);
  return JSON.parse(execFileSync(process.execPath, [script], { input, encoding: "utf8" })) as SampledResult;
}
