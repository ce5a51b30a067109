/**
 * A store for results and files. Results are JSON, stored under the key of their job; the first result is kept, and later results are
 * discarded. Files are identified by their checksum.
 */
export interface JobStore {
  /** Reads the results of jobs, as JSON text; undefined for each job without a result. */
  readonly readResults: (keys: readonly string[]) => Promise<(string | undefined)[]>;
  /** Stores a result unless the job already has one. Returns whether it was stored. */
  readonly writeResult: (key: string, json: string) => Promise<boolean>;
  /** Removes the result of a job. */
  readonly removeResult: (key: string) => Promise<void>;
  /** Whether the store contains the file with this checksum. */
  readonly hasFile: (checksum: string) => Promise<boolean>;
  /** Stores the file at `path` under its checksum. */
  readonly writeFile: (checksum: string, path: string) => Promise<void>;
  /** Copies the file with this checksum to `path`. Throws if the store does not contain it. */
  readonly readFile: (checksum: string, path: string) => Promise<void>;
  /** Closes connections. */
  readonly close: () => Promise<void>;
}
