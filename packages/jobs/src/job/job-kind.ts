/** The progress of a job. */
export interface JobProgress {
  /** The current stage, such as `"training"`. */
  readonly stage: string;
  /** The number of work units done. */
  readonly done: number;
  /** The total number of work units. */
  readonly total: number;
  /** Details of the stage, as JSON. */
  readonly detail?: unknown;
}

/** The context in which a job runs. The result must not depend on it. */
export interface JobContext {
  /** The number of threads that the job may use. */
  readonly threads: number;
  /** Cancels the job. The job must then throw the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called with the progress of the job. */
  readonly onProgress?: (progress: JobProgress) => void;
  /** Returns the local path of a file, given its path in the job's description. Returns any other path unchanged. */
  readonly file: (path: string) => string;
  /** Stores a file that the job wrote and returns its checksum, which can be part of the result. */
  readonly keep: (path: string) => Promise<string>;
}

/** A kind of job, defined by the function that runs it. */
export interface JobKind {
  /** Runs a job with the given settings and returns its result as a JSON value. Should return expected failures instead of throwing. */
  readonly run: (settings: unknown, context: JobContext) => Promise<unknown> | unknown;
}

/**
 * The kinds of jobs that a module can run. Other processes import the module and use its export `jobKinds`, so the module must export its
 * kinds under that name.
 */
export interface JobKinds {
  /** The URL of the module, `import.meta.url`. */
  readonly module: string;
  /** The version of the code that computes results; see {@link codeDigest}. */
  readonly code: () => string;
  /** Finds a kind by its name, and throws if there is none. */
  readonly find: (kind: string) => Promise<JobKind>;
}

/** Imports the kinds of a module. */
export async function importJobKinds(module: string): Promise<JobKinds> {
  const { jobKinds } = (await import(module)) as { jobKinds?: JobKinds };
  if (jobKinds === undefined) throw new TypeError(`${module} does not export jobKinds, the kinds of its jobs`);
  return jobKinds;
}
