import type { CellContext, CellProgress, StudyCell } from "./study.ts";

/** Cells to run, and where their results go. */
export interface CellWork {
  /** Plain JSON. Whoever runs a cell elsewhere finds its study by `cell.study`, as {@link runCell} does. */
  readonly cells: readonly StudyCell[];
  /** How many threads there are: cells at a time, or threads of the one cell that runs. */
  readonly threads: number;
  /** Ends the work: cells under way are dropped, and the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Takes the result of `cells[index]`, in any order. */
  readonly onResult: (index: number, result: StudyCell) => void;
  /** Takes the progress of `cells[index]`, from executors that know it. */
  readonly onCellProgress?: (index: number, event: CellProgress) => void;
  /** Runs a cell on the calling thread, for executors that do that. */
  readonly run: (cell: StudyCell, context: CellContext) => Promise<StudyCell> | StudyCell;
}

/**
 * Runs cells somewhere: on this thread, on worker threads, in processes, on other machines. It resolves when every result has been
 * handed over, and rejects with the error of a cell that failed.
 */
export type Executor = (work: CellWork) => Promise<void>;

/**
 * Runs cells one after the other on the calling thread; a cell may use all threads.
 *
 * @example
 * ```ts
 * import { mseStudy, onThisThread, runStudy } from "@tierwise/studies";
 *
 * const cells = mseStudy.cells({ items: [20], samples: [40], seeds: [1], methods: ["PL-LB"], maxSteps: 50 });
 * const { results } = await runStudy(mseStudy, { cells, executor: onThisThread() });
 * console.log(results.length); // 1
 * ```
 */
export function onThisThread(): Executor {
  return async ({ cells, threads, signal, run, onResult, onCellProgress }) => {
    for (const [index, cell] of cells.entries()) {
      signal?.throwIfAborted();
      const result = await run(cell, {
        threads,
        ...(signal === undefined ? {} : { signal }),
        ...(onCellProgress === undefined ? {} : { onProgress: (event) => onCellProgress(index, event) }),
      });
      // What a cell made of an abortion is no result.
      signal?.throwIfAborted();
      onResult(index, result);
      // Lets a signal arrive between cells that never wait.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
}
