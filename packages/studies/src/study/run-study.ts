import { defaultThreads } from "@tierwise/kernels";
import { cellKey, version } from "./cell-key.ts";
import { type Executor, onThisThread } from "./executor.ts";
import { appendResult, type ResultsFileOptions, readResultsFile } from "./results-file.ts";
import type { CellContext, CellPlace, CellProgress, Study, StudyCell } from "./study.ts";

/** How a study is run. */
export interface RunStudyOptions<Cell extends StudyCell, Result extends Cell> extends ResultsFileOptions {
  /** What to run, from the study's `cells`. */
  readonly cells: readonly Cell[];
  /**
   * JSON Lines: results are appended as they come, and cells whose result it has already are not run again. Several studies may share a
   * file. Default: none, results are kept in memory only.
   */
  readonly file?: string;
  /** Threads: cells at a time, or threads of the one cell that runs. Default: `defaultThreads()`, all cores. */
  readonly threads?: number;
  /** Who runs the cells. Default: what the study's `place` asks for. */
  readonly executor?: Executor;
  /**
   * What happens to cells whose result the file does not have: they run, or they are left out, so that only what is there is summed up.
   * Default: `"run"`.
   */
  readonly missing?: "leave out" | "run";
  /** Ends the run: cells under way are dropped and the promise rejects with the signal's reason; what is in the file stays. */
  readonly signal?: AbortSignal;
  /** Called when a cell starts to work, gets on, and has a result. */
  readonly onProgress?: (event: StudyProgress<Cell, Result>) => void;
}

/** How far a study has come. */
export type StudyProgress<Cell extends StudyCell, Result extends Cell> =
  | {
      /** A cell has a new result. */
      readonly stage: "result";
      /** Cells finished, those found in the file included. */
      readonly done: number;
      /** All cells of the run. */
      readonly total: number;
      /** Which cell. */
      readonly cell: Cell;
      /** Its result. */
      readonly result: Result;
    }
  | {
      /** A cell is at work, told by executors that know it. */
      readonly stage: "cell";
      /** Cells finished. */
      readonly done: number;
      /** All cells of the run. */
      readonly total: number;
      /** Which cell. */
      readonly cell: Cell;
      /** How far it has come. */
      readonly progress: CellProgress;
    };

/** A study that has run. */
export interface StudyRun<Result, Summary> {
  /** The results, in the order of the cells; one for each cell unless missing ones are left out. */
  readonly results: readonly Result[];
  /** What they say together. */
  readonly summary: Summary;
}

/**
 * Runs the cells of a study that a results file does not have yet, and sums all of them up. A result is the same whether it was computed now,
 * before, on a thread or in another process.
 *
 * @param study - Such as {@link mseStudy}, or one of your own.
 * @param options - The cells, where results are kept, how many threads, and what to call.
 *
 * @example
 * ```ts
 * import { mseStudy, runStudy } from "@tierwise/studies";
 *
 * const grid = { items: [20], samples: [40, 80], seeds: [1, 2], methods: ["PL-Partition"], maxSteps: 100 } as const;
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
      // As a file would give it back, so that a run that is resumed gives what one in a single piece gives.
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

/** The pool is loaded where cells run on it. */
async function executorFor(place: CellPlace): Promise<Executor> {
  if (place === "here") return onThisThread();
  const { separateProcesses, workerThreads } = await import("./worker-pool.ts");
  return place === "threads" ? workerThreads() : separateProcesses();
}
