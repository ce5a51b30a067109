import { defaultThreads } from "@tierwise/kernels";
import { cellKey, version } from "./cell-key.ts";
import { type Executor, onThisThread } from "./executor.ts";
import { appendResult, type ResultsFileOptions, readResultsFile } from "./results-file.ts";
import type { CellContext, CellPlace, CellProgress, Study, StudyCell } from "./study.ts";

/** Options for {@link runStudy}. */
export interface RunStudyOptions<Cell extends StudyCell, Result extends Cell> extends ResultsFileOptions {
  /** The cells to run, from the study's `cells`. */
  readonly cells: readonly Cell[];
  /**
   * A JSON Lines file: results are appended as they arrive, and cells whose result it already has are not run again. Several studies may
   * share a file. Default: none, results are kept in memory only.
   */
  readonly file?: string;
  /** The number of cells in parallel or, if cells run one at a time, of threads for that cell. Default: `defaultThreads()`, all cores. */
  readonly threads?: number;
  /** The function that runs the cells. Default: determined by the study's `place`. */
  readonly executor?: Executor;
  /**
   * What to do with cells whose result is not in the file: run them, or leave them out and summarize only the results in the file.
   * Default: `"run"`.
   */
  readonly missing?: "leave out" | "run";
  /** Cancels the run: running cells are dropped and the promise rejects with the signal's reason; results in the file are kept. */
  readonly signal?: AbortSignal;
  /** Called when a cell makes progress and when it has a result. */
  readonly onProgress?: (event: StudyProgress<Cell, Result>) => void;
}

/** The progress of a study. */
export type StudyProgress<Cell extends StudyCell, Result extends Cell> =
  | {
      /** A cell has a new result. */
      readonly stage: "result";
      /** The number of finished cells, including those found in the file. */
      readonly done: number;
      /** The number of cells of the run. */
      readonly total: number;
      /** The cell. */
      readonly cell: Cell;
      /** Its result. */
      readonly result: Result;
    }
  | {
      /** A cell has made progress; reported only by executors that support it. */
      readonly stage: "cell";
      /** The number of finished cells. */
      readonly done: number;
      /** The number of cells of the run. */
      readonly total: number;
      /** The cell. */
      readonly cell: Cell;
      /** The progress of the cell. */
      readonly progress: CellProgress;
    };

/** The results of a study and their summary. */
export interface StudyRun<Result, Summary> {
  /** The results in the order of the cells, one per cell unless missing ones are left out. */
  readonly results: readonly Result[];
  /** The summary of the results. */
  readonly summary: Summary;
}

/**
 * Runs the cells of a study whose results are not in the results file yet, and summarizes all results. A result does not depend on when, on
 * which thread or in which process it was computed.
 *
 * @param study - A study such as {@link mseStudy}, or your own.
 * @param options - The cells, the results file, the number of threads, and callbacks.
 *
 * @example
 * ```ts
 * import { mseStudy, runStudy } from "@tierwise/studies";
 *
 * const grid = { itemCounts: [20], samples: [40, 80], seeds: [1, 2], methods: ["PL-Partition"], maxSteps: 100 } as const;
 * const { results, summary } = await runStudy(mseStudy, { cells: mseStudy.cells(grid), threads: 2 });
 * console.log(results.length, summary.means.length); // 4 2
 * ```
 */
export async function runStudy<Cell extends StudyCell, Result extends Cell, Summary>(
  study: Study<Cell, Result, Summary, never>,
  options: RunStudyOptions<Cell, Result>,
): Promise<StudyRun<Result, Summary>> {
  const { cells, file, threads = defaultThreads(), signal, onProgress, onWarning } = options;
  if (!Number.isInteger(threads) || threads < 1) {
    throw new RangeError(`threads is ${threads}; expected a positive integer`);
  }
  const found = new Map<string, Result>();
  for (const line of file === undefined ? [] : readResultsFile(file, onWarning === undefined ? {} : { onWarning })) {
    found.set(line.key, line.result as Result);
  }
  const keys = cells.map((cell) => cellKey(study, cell));
  const missing = [...new Map(cells.map((cell, i) => [keys[i], cell]))].filter(([key]) => !found.has(key));
  let done = keys.filter((key) => found.has(key)).length;
  const total = cells.length;
  const work = {
    cells: missing.map(([, cell]) => cell),
    threads,
    ...(signal === undefined ? {} : { signal }),
    run: (cell: StudyCell, context: CellContext) => study.run(cell as Cell, context),
    onResult(index: number, given: StudyCell): void {
      const [key, cell] = missing[index];
      // A round trip through JSON, so that resumed and uninterrupted runs give the same results.
      const result = JSON.parse(JSON.stringify(given)) as Result;
      found.set(key, result);
      const line = { study: study.name, key, version, revision: study.revision, result };
      if (file !== undefined) appendResult(file, line);
      done += keys.filter((one) => one === key).length;
      onProgress?.({ stage: "result", done, total, cell, result });
    },
    ...(onProgress === undefined
      ? {}
      : {
          onCellProgress: (index: number, progress: CellProgress): void =>
            onProgress({ stage: "cell", done, total, cell: missing[index][1], progress }),
        }),
  };
  signal?.throwIfAborted();
  if (missing.length > 0 && options.missing !== "leave out")
    await (options.executor ?? (await executorFor(study.place)))(work);
  const results = keys.flatMap((key) => found.get(key) ?? []);
  return { results, summary: study.summarize(results) };
}

/** Loads the worker pool only if cells run on it. */
async function executorFor(place: CellPlace): Promise<Executor> {
  if (place === "here") return onThisThread();
  const { separateProcesses, workerThreads } = await import("./worker-pool.ts");
  return place === "threads" ? workerThreads() : separateProcesses();
}
