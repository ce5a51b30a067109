import { createJob, type Executor, inline, type Job, runJobs } from "@tierwise/jobs";
import type { DataReference } from "./data/data-reference.ts";
import { jobKinds } from "./jobs.ts";
import { filesOf } from "./study/cell-job.ts";
import { type SweepPlan, type SweepSettings, sweepRungs, sweepTrials } from "./sweep/sweep-plan.ts";
import type { TrialResult } from "./sweep/sweep-trial.ts";

/** Options for {@link runSweep}. */
export interface RunSweepOptions {
  /** The data; test rows are not used. */
  readonly data: DataReference;
  /** The executor that runs the trials. With a store in a directory, the sweep can be resumed. Default: `inline()`. */
  readonly executor?: Executor;
  /** The number of threads to use on this machine. Default: all cores. */
  readonly threads?: number;
  /** The name of the runs in lists of runs. Default: the kind of its jobs. */
  readonly title?: string;
  /** Cancels the sweep. */
  readonly signal?: AbortSignal;
  /** Called when a trial in a rung is finished. */
  readonly onProgress?: (event: SweepProgress) => void;
  /** Called with a note for the user. Default: notes are ignored. */
  readonly onNote?: (sentence: string) => void;
}

/** The progress of a sweep. */
export interface SweepProgress {
  /** The 0-based index of the rung. */
  readonly rung: number;
  /** The number of rungs. */
  readonly rungs: number;
  /** The number of finished trials in the rung. */
  readonly done: number;
  /** The number of trials in the rung. */
  readonly total: number;
}

/** The result of a trial after its last rung. */
export interface SweepTrial extends TrialResult {
  /** The 0-based index of the trial. */
  readonly trial: number;
  /** Its settings. */
  readonly settings: SweepSettings;
  /** The number of epochs in its last rung. */
  readonly epochs: number;
}

/**
 * Searches for the best training settings among all combinations or a random sample of them. Successive halving (Jamieson and Talwalkar,
 * 2016) trains only the best combinations to the end. Trials are jobs: they run on any executor, and trials with stored results do not run
 * again.
 *
 * @param plan - The settings to try.
 * @param options - The data and the executor.
 * @returns The trials, best first; trials that were trained longer come before trials that were stopped early.
 */
export async function runSweep(plan: SweepPlan, options: RunSweepOptions): Promise<SweepTrial[]> {
  const { data, executor = inline(), threads, title, signal, onProgress, onNote } = options;
  const trials = sweepTrials(plan);
  const rungs = sweepRungs(trials.length, plan);
  const ranked: SweepTrial[] = [];
  let alive = trials.map((settings, trial) => ({ settings, trial }));
  for (const [rung, { epochs }] of rungs.entries()) {
    const jobs = await trialJobs(alive, { data, epochs, seed: plan.seed ?? 0, remote: executor.remote });
    let done = 0;
    const results = (await runJobs(jobs, {
      kinds: jobKinds,
      executor,
      ...(threads === undefined ? {} : { threads }),
      ...(title === undefined ? {} : { title: `${title}, rung ${rung + 1} of ${rungs.length}` }),
      ...(signal === undefined ? {} : { signal }),
      ...(onNote === undefined ? {} : { onNote }),
      onResult: () => onProgress?.({ rung, rungs: rungs.length, done: ++done, total: jobs.length }),
    })) as TrialResult[];
    const order = alive
      .map((one, i): SweepTrial => ({ ...one, ...results[i], epochs }))
      .sort((a, b) => criterionOf(b) - criterionOf(a) || a.trial - b.trial);
    const kept = rungs[rung + 1]?.trials ?? 0;
    ranked.unshift(...order.slice(kept));
    alive = order.slice(0, kept);
  }
  return ranked;
}

/** The settings shared by all jobs of a rung. */
interface RungPlan {
  readonly data: DataReference;
  readonly epochs: number;
  readonly seed: number;
  readonly remote: boolean;
}

/** One job per trial; keys depend on the content of the data. */
async function trialJobs(
  alive: readonly { readonly settings: SweepSettings; readonly trial: number }[],
  { data, epochs, seed, remote }: RungPlan,
): Promise<Job[]> {
  const [files] = remote ? await filesOf([{ study: "sweep", data } as { study: string }]) : [[]];
  return alive.map(({ settings, trial }) => {
    const own = { ...settings, epochs };
    return createJob({
      kind: "sweep-trial",
      settings: { data, settings: own, seed },
      files,
      code: jobKinds.code(),
      identity: { data: data.fingerprint, settings: own, seed },
      title: `trial ${trial + 1}, ${epochs} epochs`,
    });
  });
}

function criterionOf({ value }: TrialResult): number {
  return value ?? Number.NEGATIVE_INFINITY;
}
