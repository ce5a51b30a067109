import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bootstrap, type Interval } from "@tierwise/aggregate";
import { createJob, type Executor, fileChecksum, type Job, runJobs } from "@tierwise/jobs";
import { joinParts, type PartResult, type PartSettings } from "./bootstrap/bootstrap-part.ts";
import { type DescribedFit, type DescribedFits, runDescribedFit } from "./bootstrap/described-fit.ts";
import { writeTypedFile } from "./data/typed-file.ts";
import { jobKinds } from "./jobs.ts";

/** Options for {@link fitWithBootstrap}. */
export interface FitWithBootstrapOptions {
  /** The number of resamples, at least 2. Default: 1000. */
  readonly resamples?: number;
  /** Seeds the resamples. Default: 0. */
  readonly seed?: number;
  /** The executor that fits the resamples. Default: local processes. */
  readonly executor?: Executor;
  /** The number of threads to use on this machine. Default: all cores. */
  readonly threads?: number;
  /** The name of the run in lists of runs. Default: `"bootstrap-part"`, the kind of its jobs. */
  readonly title?: string;
  /** Cancels the fit. */
  readonly signal?: AbortSignal;
  /** Called with the number of finished resamples and the total number. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Called with a note for the user. Default: notes are ignored. */
  readonly onNote?: (sentence: string) => void;
}

/** The number of resamples per job. A larger bootstrap with the same data and seed reuses the jobs that are already done. */
const partSize = 50;

/**
 * Fits utilities with bootstrap intervals, and runs the resamples as jobs in local processes or on a queue. The result is bit-identical to
 * `fitBattles` or `fitUtilities` of `@tierwise/aggregate` with `interval: bootstrap({ resamples, seed })`.
 *
 * @param described - The data and the settings of the fit.
 * @param options - The number of resamples, their seed, and the executor.
 *
 * @example
 * ```ts
 * import { bootstrap, fitBattles } from "@tierwise/aggregate";
 * import { inline } from "@tierwise/jobs";
 * import { fitWithBootstrap } from "@tierwise/studies";
 *
 * const battles = {
 *   itemNames: ["soup", "stew"],
 *   left: Int32Array.of(0, 0),
 *   right: Int32Array.of(1, 1),
 *   outcomes: Uint8Array.of(0, 1),
 *   weights: Float64Array.of(300, 100),
 * };
 * const { fit } = await fitWithBootstrap({ battles }, { resamples: 120, seed: 1, executor: inline() });
 * const alone = fitBattles(battles, { interval: bootstrap({ resamples: 120, seed: 1 }) });
 * console.log(fit.standardErrors?.[0] === alone.standardErrors?.[0]); // true
 * ```
 */
export async function fitWithBootstrap(
  described: DescribedFit,
  options: FitWithBootstrapOptions = {},
): Promise<DescribedFits> {
  const { resamples = 1000, seed = 0 } = options;
  const whole = bootstrap({ resamples, seed });
  let intervals = 0;
  const counting: Interval = {
    ...whole,
    estimate: (maximum) => {
      intervals++;
      return { method: "", standardErrors: new Float64Array(maximum.parameters.length) };
    },
  };
  const first = runDescribedFit(described, counting);
  // If the fit has not converged, it has no interval, so there is nothing to resample.
  if (intervals === 0) return first;
  const joined = joinParts(await refitParts(described, options), resamples);
  let next = 0;
  return runDescribedFit(described, bootstrap({ resamples, seed, refits: () => joined[next++] }));
}

/** Runs the parts of a bootstrap as jobs. */
async function refitParts(described: DescribedFit, options: FitWithBootstrapOptions): Promise<PartResult[]> {
  const { resamples = 1000, seed = 0, executor, threads, title, signal, onProgress, onNote } = options;
  const folder = await mkdtemp(join(tmpdir(), "tierwise-bootstrap-"));
  try {
    const path = join(folder, "fit");
    await writeTypedFile(path, plainTiers(described));
    const jobs = await partJobs(path, resamples, seed);
    let done = 0;
    return (await runJobs(jobs, {
      kinds: jobKinds,
      ...(executor && { executor }),
      ...(threads !== undefined && { threads }),
      ...(title !== undefined && { title }),
      ...(signal && { signal }),
      ...(onNote && { onNote }),
      onResult: (index) => {
        const { from, to } = jobs[index].settings as PartSettings;
        done += to - from;
        onProgress?.(done, resamples);
      },
    })) as PartResult[];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function partJobs(path: string, resamples: number, seed: number): Promise<Job[]> {
  const file = { path, ...(await fileChecksum(path)) };
  return Array.from({ length: Math.ceil(resamples / partSize) }, (_, part) => {
    const range = { seed, from: part * partSize, to: Math.min(resamples, (part + 1) * partSize) };
    return createJob({
      kind: "bootstrap-part",
      settings: { path, resamples, ...range } satisfies PartSettings,
      files: [file],
      code: jobKinds.code(),
      // The identity omits the total number of resamples, because that only limits the number of redraws before the bootstrap fails.
      identity: { ...range, fit: file.checksum },
      title: `resamples ${range.from + 1} to ${range.to}`,
    });
  });
}

/** Converts tiers to plain arrays, because many small typed arrays take more space. */
function plainTiers(described: DescribedFit): DescribedFit {
  if ("battles" in described) return described;
  const preferences = described.preferences.map((one) => ({
    ...one,
    tiers: one.tiers.map((tier) => Array.from(tier)),
  }));
  return { ...described, preferences };
}
