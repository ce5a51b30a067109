/** A cell of a study: plain JSON that holds everything its result depends on, so that it can run in any process. */
export interface StudyCell {
  /** The name of its study, by which whoever runs it finds the study. */
  readonly study: string;
}

/** What a cell gets besides its settings. None of it changes the result. */
export interface CellContext {
  /** Threads that the cell may use itself; 1 where cells run side by side. */
  readonly threads: number;
  /** Ends the cell, which then throws the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called with the progress of the cell, where somebody watches. */
  readonly onProgress?: (event: CellProgress) => void;
}

/** How far a cell has come. */
export interface CellProgress {
  /** What it is doing: `"training"`, `"SVP"`, …. */
  readonly stage: string;
  /** Units of work done. */
  readonly done: number;
  /** All units of work. */
  readonly total: number;
  /** More about the stage, in the words of whatever does the work. */
  readonly detail?: unknown;
}

/**
 * Where the cells of a study run.
 *
 * - `"threads"`: on worker threads, as many cells at a time as there are threads.
 * - `"processes"`: one at a time, each in a process of its own, whose memory and compiled code start anew.
 * - `"here"`: one at a time on the calling thread; a cell uses the threads itself.
 */
export type CellPlace = "here" | "processes" | "threads";

/**
 * A study: cells, each of which runs by itself and gives a result; a summary of the results; a table and a figure of the summary.
 * {@link runStudy} runs it.
 *
 * @typeParam Cell - The settings of one run, as JSON.
 * @typeParam Result - The cell together with its figures, as JSON.
 * @typeParam Summary - What the results say together.
 * @typeParam Settings - What the cells are made from: sizes, seeds, methods.
 */
export interface Study<Cell extends StudyCell, Result extends Cell, Summary = unknown, Settings = unknown> {
  /** Its name, the `study` of its cells. */
  readonly name: Cell["study"];
  /**
   * Part of every key in a results file, with the version of the package. Raise it with any change after which a cell may give another
   * result: of what `run` computes, of what it calls, of a default that is not in the cell. Results of other revisions stay in a file and are
   * not used.
   */
  readonly revision: number;
  /** Where its cells run. */
  readonly place: CellPlace;
  /** The cells of a study of this size, in the order in which they run. */
  readonly cells: (settings: Settings) => Cell[];
  /** What decides the result of a cell, as JSON. Default: the whole cell. A study of files puts their content in place of their paths. */
  readonly identity?: (cell: Cell) => unknown;
  /** Runs a cell. A result that is no success, such as a training that diverged, is a result too. */
  readonly run: (cell: Cell, context: CellContext) => Promise<Result> | Result;
  /** Means, standard errors, choices: what the results say together. */
  readonly summarize: (results: readonly Result[]) => Summary;
  /** The summary as text for a terminal. */
  readonly table: (summary: Summary) => string;
  /** The summary as SVG files, by name. What draws is loaded here, not with the study. */
  readonly figures?: (summary: Summary) => Promise<Readonly<Record<string, string>>>;
}
