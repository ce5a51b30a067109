/** A cell of a study: plain JSON that contains everything its result depends on, so that it can run in any process. */
export interface StudyCell {
  /** The name of the study, which other processes use to look it up. */
  readonly study: string;
}

/** The context in which a cell runs, which does not affect the result. */
export interface CellContext {
  /** The number of threads that the cell may use; 1 if cells run in parallel. */
  readonly threads: number;
  /** Cancels the cell, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called with the progress of the cell. */
  readonly onProgress?: (event: CellProgress) => void;
  /** The local path of a data file, given the path in the cell. Default: the same path. */
  readonly file?: (path: string) => string;
}

/** The progress of a cell. */
export interface CellProgress {
  /** The current stage: `"training"`, `"SVP"`, …. */
  readonly stage: string;
  /** The number of work units done. */
  readonly done: number;
  /** The total number of work units. */
  readonly total: number;
  /** Details of the stage, as reported by the function that does the work. */
  readonly detail?: unknown;
}

/**
 * Where the cells of a study run.
 *
 * - `"processes"`: in parallel, one cell per process.
 * - `"fresh processes"`: one at a time, each in a new process, with fresh memory and no compiled code.
 * - `"here"`: one at a time on the calling thread; each cell may use all threads.
 */
export type CellPlace = "fresh processes" | "here" | "processes";

/**
 * A study consists of independent cells, each of which gives a result; a summary of the results; and a table and figures of the summary.
 * Run it with {@link runStudy}.
 *
 * @typeParam Cell - The settings of one run, as JSON.
 * @typeParam Result - The cell together with its metrics, as JSON.
 * @typeParam Summary - The summary of all results.
 * @typeParam Settings - The settings that determine the cells: sizes, seeds, methods.
 */
export interface Study<Cell extends StudyCell, Result extends Cell, Summary = unknown, Settings = unknown> {
  /** The name of the study, which is also `study` in each of its cells. */
  readonly name: Cell["study"];
  /**
   * The revision. Keys in a results file depend on the revision, and on the code of this package and its libraries. Increase the revision
   * after any other change that may affect results, such as a change in code outside these packages or in a default that is not part of the
   * cell. Results of other revisions stay in the file but are not used.
   */
  readonly revision: number;
  /** Where the cells run. */
  readonly place: CellPlace;
  /** The cells for these settings, in the order in which they run. */
  readonly cells: (settings: Settings) => Cell[];
  /** Everything that determines the result of a cell, as JSON, with fingerprints of files instead of paths. Default: the entire cell. */
  readonly identity?: (cell: Cell) => unknown;
  /** Runs a cell. An expected failure, such as a training run that diverges, should be returned as a result. */
  readonly run: (cell: Cell, context: CellContext) => Promise<Result> | Result;
  /** Summarizes the results, for example by means and standard errors. */
  readonly summarize: (results: readonly Result[]) => Summary;
  /** The summary as text for a terminal. */
  readonly table: (summary: Summary) => string;
  /** The summary as SVG files, by name. The drawing library is loaded by this function, not with the study. */
  readonly figures?: (summary: Summary) => Promise<Readonly<Record<string, string>>>;
}
