import type { JobProgress } from "../job/job-kind.ts";

/** A job in the form sent to a child process. */
export interface JobTask {
  /** The module that exports `jobKinds`. */
  readonly module: string;
  readonly kind: string;
  readonly settings: unknown;
  readonly threads: number;
  /** The local path of each file of the job. */
  readonly paths: Readonly<Record<string, string>>;
}

/** A message to a child process. */
export type ToChild = { readonly run: JobTask } | { readonly kept: string } | { readonly notKept: string };

/** A message from a child process. */
export type FromChild =
  | { readonly json: string }
  | { readonly failed: string }
  | { readonly progress: JobProgress }
  | { readonly keep: string };
