import type { Job } from "./job.ts";

/** A failed job, and the reason. */
export interface JobFailure {
  /** The job. */
  readonly job: Job;
  /** The message of the error. */
  readonly reason: string;
}

/** The maximum number of failures that the message lists. */
const listed = 10;

/** The error thrown if some jobs failed; all other jobs have a result. */
export class JobsFailedError extends Error {
  /** The name of the error. */
  override readonly name = "JobsFailedError";
  /** The failed jobs. */
  readonly failures: readonly JobFailure[];

  /** Creates the error for the failed jobs of a run with `total` jobs. */
  constructor(failures: readonly JobFailure[], total: number) {
    const lines = failures.slice(0, listed).map(({ job, reason }) => `\n  ${job.title}: ${reason}`);
    const more = failures.length > listed ? `\n  and ${failures.length - listed} more` : "";
    super(`${failures.length} of ${total} jobs failed:${lines.join("")}${more}`);
    this.failures = failures;
  }
}
