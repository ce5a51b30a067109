import { type Executor, inline, type Job, type JobKinds, processes, runJobs } from "@tierwise/jobs";
import { defaultThreads } from "@tierwise/kernels";
import { jobKinds } from "./jobs.ts";
import { cellJob, filesOf, version } from "./study/cell-job.ts";
import { appendResult, type ResultsFileOptions, readResultsFile } from "./study/results-file.ts";
import type { CellContext, CellPlace, CellProgress, Study, StudyCell } from "./study/study.ts";

/** Options for {@link runStudy}. */
export interface RunStudyOptions<Cell extends StudyCell, Result extends Cell> extends ResultsFileOptions {
  /** The cells to run, from the study's `cells`. */
  readonly cells: readonly Cell[];
  /**
   * A JSON Lines file. Results are appended as they arrive, and cells whose results are already in the file are not run again. Several
   * studies may share a file. Default: none; results are only kept in memory.
   */
  readonly file?: string;
  /**
   * The number of parallel cells or, if cells run one at a time, the number of threads per cell. Default: `defaultThreads()`, all cores.
   */
  readonly threads?: number;
  /** The executor of `@tierwise/jobs` that runs the cells. Default: determined by the study's `place`. */
  readonly executor?: Executor;
  /** The name of the run in lists of runs on a queue. Default: the name of the study. */
  readonly title?: string;
  /** Called with a note for the user, for example that no worker is connected to the queue. Default: nothing. */
  readonly onNote?: (sentence: string) => void;
  /** Whether to run cells that have no results in the file, or to leave them out of the summary. Default: `"run"`. */
  readonly missing?: "leave out" | "run";
  /** Cancels the run: running cells are stopped, and the promise rejects with the signal's reason. Results in the file are kept. */
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
      /** The number of cells in the run. */
      readonly total: number;
      /** The cell. */
      readonly cell: Cell;
      /** Its result. */
      readonly result: Result;
    }
  | {
      /** A cell has made progress; only some executors report this. */
      readonly stage: "cell";
      /** The number of finished cells. */
      readonly done: number;
      /** The number of cells in the run. */
      readonly total: number;
      /** The cell. */
      readonly cell: Cell;
      /** The progress of the cell. */
      readonly progress: CellProgress;
    };

/** The results of a study and their summary. */
export interface StudyRun<Result, Summary> {
  /** The results in the order of the cells, one per cell unless missing results are omitted. */
  readonly results: readonly Result[];
  /** The summary of the results. */
  readonly summary: Summary;
}

/**
 * Runs the cells of a study whose results are not in the results file yet, and summarizes all results. A result does not depend on when, in
 * which process or on which thread it was computed.
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
  const jobs = cells.map((cell) => cellJob(study, cell));
  const keys = jobs.map(({ key }) => key);
  const wanted = options.missing === "leave out" ? [] : jobs.filter(({ key }) => !found.has(key));
  const missing = [...new Map(wanted.map((job) => [job.key, job])).values()];
  let done = keys.filter((key) => found.has(key)).length;
  const total = cells.length;
  const executor = options.executor ?? executorFor(study.place);
  signal?.throwIfAborted();
  if (missing.length > 0) {
    await runJobs(executor.remote ? await withFiles(study, missing) : missing, {
      kinds: kindsOf(study),
      executor,
      threads,
      title: options.title ?? study.name,
      ...(signal === undefined ? {} : { signal }),
      ...(options.onNote === undefined ? {} : { onNote: options.onNote }),
      onResult(index, given) {
        const { key, settings } = missing[index];
        const result = given as Result;
        found.set(key, result);
        const line = { study: study.name, key, version, revision: study.revision, result };
        if (file !== undefined) appendResult(file, line);
        done += keys.filter((one) => one === key).length;
        onProgress?.({ stage: "result", done, total, cell: settings as Cell, result });
      },
      ...(onProgress === undefined
        ? {}
        : {
            onProgress: (index: number, progress: CellProgress): void =>
              onProgress({ stage: "cell", done, total, cell: missing[index].settings as Cell, progress }),
          }),
    });
  }
  const results = keys.flatMap((key) => found.get(key) ?? []);
  return { results, summary: study.summarize(results) };
}

/** The default executor for a study's `place`. */
function executorFor(place: CellPlace): Executor {
  if (place === "here") return inline();
  // Allows garbage to be collected before the idle memory is measured.
  return place === "processes" ? processes() : processes({ count: 1, fresh: true, execArgv: ["--expose-gc"] });
}

/** The kinds of jobs with which cells in this process use the given study. Other processes look up the study by name. */
function kindsOf<Cell extends StudyCell, Result extends Cell>(
  study: Pick<Study<Cell, Result>, "identity" | "name" | "revision" | "run">,
): JobKinds {
  const run = (settings: unknown, context: CellContext): Promise<Result> | Result =>
    study.run(settings as Cell, context);
  return { ...jobKinds, find: async () => ({ run }) };
}

/** Returns the jobs together with the files that they need if they run on another machine. */
async function withFiles<Cell extends StudyCell, Result extends Cell>(
  study: Pick<Study<Cell, Result>, "identity" | "name" | "revision" | "run">,
  jobs: readonly Job[],
): Promise<Job[]> {
  const cells = jobs.map(({ settings }) => settings as Cell);
  const files = await filesOf(cells);
  return cells.map((cell, i) => cellJob(study, cell, files[i]));
}
