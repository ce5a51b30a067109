import type { RunStudyOptions, Study, StudyCell, StudyRun } from "@tierwise/studies";
import { runInterruptible } from "./run-interruptible.ts";
import type { Session } from "./session.ts";
import type { CellsProgress } from "./study-progress.ts";

interface CellsOptions<Cell extends StudyCell, Result extends Cell> {
  readonly cells: readonly Cell[];
  readonly progress: CellsProgress<Cell, Result>;
  /** The message that Ctrl-C prints. */
  readonly words: string;
  /** The queue that runs the cells; empty to run them on this machine. */
  readonly queue: Pick<RunStudyOptions<Cell, Result>, "executor" | "onNote" | "title">;
  readonly flags: {
    /** The results file. */
    readonly out?: string;
    readonly threads?: number;
  };
}

/** Runs the cells of a study that are not in its results file yet. Ctrl-C stops the run. */
export async function runCells<Cell extends StudyCell, Result extends Cell, Summary>(
  session: Session,
  study: Study<Cell, Result, Summary, never>,
  { cells, progress, words, queue, flags: { out, threads } }: CellsOptions<Cell, Result>,
): Promise<StudyRun<Result, Summary>> {
  const { runStudy } = await import("@tierwise/studies");
  try {
    return await runInterruptible(session, { words, out, queued: queue.executor !== undefined }, (signal) =>
      runStudy(study, {
        cells,
        ...queue,
        ...(out === undefined ? {} : { file: out }),
        ...(threads === undefined ? {} : { threads }),
        signal,
        onProgress: progress.onProgress,
        onWarning: session.note,
      }),
    );
  } finally {
    progress.stop();
  }
}
