import { availableParallelism } from "node:os";
import { type Options, Tinypool } from "tinypool";
import { appendResult, cellKey, readResults } from "./result-file.ts";
import type { StudyCell, StudyResult } from "./run-cell.ts";

/** How cells are run. */
export interface RunOptions {
  /** JSON Lines: results are appended as they come, and cells that it has already are not run again. None where left out. */
  readonly file?: string;
  /** Cells at a time; as many as there are processors where left out. Cells of cost are run one at a time, whatever this says. */
  readonly threads?: number;
  /** Ends the run: cells under way are dropped and the promise is rejected; what is in the file stays. */
  readonly signal?: AbortSignal;
  /** Called with every new result. */
  readonly onResult?: (event: ResultEvent) => void;
}

/** A new result, and how far the run has come. */
export interface ResultEvent {
  /** The result. */
  readonly result: StudyResult;
  /** Cells finished, those found in the file included. */
  readonly done: number;
  /** All cells of the run. */
  readonly total: number;
}

/** A process of its own for every cell, in which garbage can be collected before the idle memory is looked at. */
const APART: Options = { runtime: "child_process", isolateWorkers: true, execArgv: ["--expose-gc"] };

/**
 * Runs the cells of a study on worker threads, those of cost each in a process of its own, and returns their results in the
 * order of the cells. A cell's figures depend on the cell alone, not on where or after what it is run.
 *
 * @param cells - From {@link mseCells} or {@link costCells}.
 * @param options - Where results are kept, how many threads, and what to call.
 *
 * @example
 * ```ts
 * import { methods, mseCells, runCells } from "@tierwise/sim/study";
 *
 * const cells = mseCells({ items: [20], samples: [40, 80], seeds: [1, 2], methods: ["PL-Partition"], maxSteps: 100 });
 * const results = await runCells(cells, { threads: 2 });
 * console.log(results.length, results[0].method, methods.length); // 4 PL-Partition 6
 * ```
 */
export async function runCells(cells: readonly StudyCell[], options: RunOptions = {}): Promise<StudyResult[]> {
  const { file, threads = availableParallelism(), onResult } = options;
  if (!Number.isInteger(threads) || threads < 1) {
    throw new RangeError(`threads is ${threads}; expected a positive integer`);
  }
  const found = new Map((file === undefined ? [] : readResults(file)).map((result) => [cellKey(result), result]));
  const missing = cells.filter((cell) => !found.has(cellKey(cell)));
  let done = cells.length - missing.length;
  const finish = (result: StudyResult): void => {
    found.set(cellKey(result), result);
    if (file !== undefined) appendResult(file, result);
    onResult?.({ result, done: ++done, total: cells.length });
  };
  for (const study of ["mse", "cost"] as const) {
    const some = missing.filter((cell) => cell.study === study);
    if (some.length > 0) await runInPool(some, study === "mse" ? threads : 1, study === "cost", options, finish);
  }
  return cells.map((cell) => found.get(cellKey(cell)) as StudyResult);
}

async function runInPool(
  cells: readonly StudyCell[],
  threads: number,
  apart: boolean,
  { signal }: RunOptions,
  finish: (result: StudyResult) => void,
): Promise<void> {
  signal?.throwIfAborted();
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const pool = new Tinypool({
    filename: new URL(`run-cell.${extension}`, import.meta.url).href,
    name: "runCell",
    minThreads: Math.min(threads, cells.length),
    maxThreads: Math.min(threads, cells.length),
    ...(apart ? APART : {}),
  });
  const ended = new AbortController();
  const stop = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]);
  try {
    await Promise.all(cells.map(async (cell) => finish((await pool.run(cell, { signal: stop })) as StudyResult)));
  } catch (error) {
    ended.abort();
    throw signal?.aborted ? signal.reason : error;
  } finally {
    await pool.destroy();
  }
}
