// The kinds of jobs that this package can run. Workers and child processes import this file.
import { codeDigest, type JobKind, type JobKinds } from "@tierwise/jobs";
import { findStudy } from "./catalog.ts";
import type { StudyCell } from "./study/study.ts";

/** The kinds by name; each loads its code on first use. */
const kinds: Readonly<Record<string, () => Promise<JobKind>>> = {
  cell: async () => ({
    async run(settings, context) {
      const cell = settings as StudyCell;
      return (await findStudy(cell.study)).run(cell, context);
    },
  }),
  "bootstrap-part": async () => ({ run: (await import("./bootstrap/bootstrap-part.ts")).runBootstrapPart }),
  "ensemble-member": async () => ({ run: (await import("./training/member-job.ts")).runMember }),
  "sweep-trial": async () => ({ run: (await import("./sweep/sweep-trial.ts")).runTrial }),
};

/**
 * The kinds of jobs in this package: cells of its studies, members of ensembles, trials of sweeps and resamples of bootstraps. Pass them to
 * `runJobs` or `startWorker` of `@tierwise/jobs`.
 *
 * @example
 * ```ts
 * import { inline, runJobs } from "@tierwise/jobs";
 * import { cellJob, jobKinds, mseStudy } from "@tierwise/studies";
 *
 * const cells = mseStudy.cells({ itemCounts: [20], samples: [40], seeds: [1, 2], methods: ["PL-LB"], maxSteps: 50 });
 * const jobs = cells.map((cell) => cellJob(mseStudy, cell));
 * const results = await runJobs(jobs, { kinds: jobKinds, executor: inline() });
 * console.log(results.length); // 2
 * ```
 */
export const jobKinds: JobKinds = {
  module: import.meta.url,
  code: () => codeDigest(new URL("../package.json", import.meta.url)),
  async find(kind) {
    if (!Object.hasOwn(kinds, kind)) {
      throw new RangeError(`kind is ${JSON.stringify(kind)}; expected one of ${Object.keys(kinds).join(", ")}`);
    }
    return kinds[kind]();
  },
};
