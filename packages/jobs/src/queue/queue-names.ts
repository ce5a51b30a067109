import type { Job } from "../job/job.ts";

/** Keys in Redis, which all start with the prefix. */
export interface QueueNames {
  /** The BullMQ queue for a code version. Workers with a different version do not see the jobs in it. */
  readonly queue: (code: string) => string;
  /** The sorted set of all runs, in order of the time when each was last submitted. */
  readonly runs: string;
  /** The description of a run. */
  readonly run: (id: string) => string;
  /** The list of the keys of a run's jobs. */
  readonly runJobs: (id: string) => string;
  /** The set of keys of canceled jobs. */
  readonly canceled: string;
}

/** The default prefix of all keys in Redis. */
export const defaultPrefix = "tierwise";

export function queueNames(prefix: string): QueueNames {
  if (!/^[\w.-]+$/.test(prefix)) {
    throw new RangeError(
      `prefix is ${JSON.stringify(prefix)}; expected only letters, digits, dots, hyphens and underscores`,
    );
  }
  return {
    queue: (code) => `jobs-${code}`,
    runs: `${prefix}:runs`,
    run: (id) => `${prefix}:run:${id}`,
    runJobs: (id) => `${prefix}:run-jobs:${id}`,
    canceled: `${prefix}:canceled`,
  };
}

/** The identifier of a job in BullMQ, which does not accept numbers as identifiers. */
export function queueId({ key }: Pick<Job, "key">): string {
  return `job-${key}`;
}
