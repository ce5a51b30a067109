/**
 * Where training stores its progress. If the file contains a run with the same settings and lists, training resumes this run, and the model
 * has the same bytes as without the interruption. The file is kept when training ends; remove it once the model is saved.
 */
export interface CheckpointOptions {
  /** The file. */
  readonly file: string;
  /** The number of seconds between checkpoints. Default: 60. */
  readonly everySeconds?: number;
}
