import type { CellContext, CellProgress, StudyCell } from "./study.ts";

/** Cells to run, and callbacks for their results. */
export interface CellWork {
  /** The cells, as plain JSON. Another process can find the study of a cell by `cell.study`, as {@link runCell} does. */
  readonly cells: readonly StudyCell[];
  /** The number of cells that run in parallel or, if cells run one at a time, the number of threads of that cell. */
  readonly threads: number;
  /** Cancels the work: running cells are dropped, and the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Receives the result of `cells[index]`, in any order. */
  readonly onResult: (index: number, result: StudyCell) => void;
  /** Receives the progress of `cells[index]`, from executors that support it. */
  readonly onCellProgress?: (index: number, event: CellProgress) => void;
  /** Runs a cell on the calling thread, for executors that need it. */
  readonly run: (cell: StudyCell, context: CellContext) => Promise<StudyCell> | StudyCell;
}

/**
 * Runs cells on this thread, on worker threads, in other processes or on other machines. It resolves when every result has been
 * reported, and rejects with the error of a cell that failed.
 */
export type Executor = (work: CellWork) => Promise<void>;

/**
 * Creates an executor that runs cells one after the other on the calling thread; each cell may use all threads.
 *
 * @example
 * ```ts
 * import { mseStudy, onThisThread, runStudy } from "@tierwise/studies";
 *
 * const cells = mseStudy.cells({ itemCounts: [20], samples: [40], seeds: [1], methods: ["PL-LB"], maxSteps: 50 });
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
      // A cell that was aborted may have returned an incomplete result.
      signal?.throwIfAborted();
      onResult(index, result);
      // Lets a signal arrive between synchronous cells.
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
}
