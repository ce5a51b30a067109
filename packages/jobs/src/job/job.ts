import { createHash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";

/** A file that a job reads. The key of the job depends on the checksum of the file, but not on its path. */
export interface JobFile {
  /** The path that the job's settings contain, on the machine that creates the job. */
  readonly path: string;
  /** The SHA-256 of the content, in hexadecimal. */
  readonly checksum: string;
  /** The size of the file in bytes. */
  readonly bytes: number;
}

/** The description of a job, from which its key is computed. */
export interface JobDescription {
  /** The name of the kind, which determines the function that runs the job. */
  readonly kind: string;
  /** The argument of that function, which must be a JSON value. */
  readonly settings: unknown;
  /** The version of the code that computes the result; see {@link codeDigest}. */
  readonly code: string;
  /** The files that the job reads. Default: none. */
  readonly files?: readonly JobFile[];
  /**
   * A JSON value, without paths, that contains everything that determines the result apart from `kind` and `code`. Default: the `settings`
   * and the checksums of `files`.
   */
  readonly identity?: unknown;
  /** A short name for progress and lists. Default: the kind. */
  readonly title?: string;
}

/** A job in a form that is valid JSON, so that any process can run it. The result of the job is stored under its key. */
export interface Job {
  /** The first 128 bits of a SHA-256 of everything that determines the result, in hexadecimal. */
  readonly key: string;
  /** The name of the kind. */
  readonly kind: string;
  /** The argument of the function that runs the job. */
  readonly settings: unknown;
  /** The version of the code that computes the result. */
  readonly code: string;
  /** The files that the job reads. */
  readonly files: readonly JobFile[];
  /** A short name for progress and lists. */
  readonly title: string;
}

/**
 * Creates a job by computing the key of its description. Jobs with equal descriptions have equal keys, so they share one result.
 *
 * @param description - The kind, the settings, the files and the version of the code.
 *
 * @example
 * ```ts
 * import { createJob } from "@tierwise/jobs";
 *
 * const job = createJob({ kind: "square", settings: { x: 3, y: 1 }, code: "1" });
 * const same = createJob({ kind: "square", settings: { y: 1, x: 3 }, code: "1" });
 * console.log(job.key === same.key, job.key.length); // true 32
 * console.log(createJob({ kind: "square", settings: { x: 3, y: 1 }, code: "2" }).key === job.key); // false
 * ```
 */
export function createJob(description: JobDescription): Job {
  const { kind, settings, code, files = [], title = kind } = description;
  const identity = description.identity ?? { settings, files: files.map(({ checksum }) => checksum) };
  const content = canonicalJson({ kind, code, identity });
  const key = createHash("sha256").update(content).digest("hex").slice(0, 32);
  return { key, kind, settings, code, files, title };
}
