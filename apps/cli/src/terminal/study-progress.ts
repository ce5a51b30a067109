import type { TrainingEvent } from "@tierwise/ranker";
import type { StudyCell, StudyProgress } from "@tierwise/studies";
import { createProgress } from "./progress.ts";
import type { Session } from "./session.ts";
import { type TrainingPlan, trainingProgress } from "./training-progress.ts";

/** Shows the progress of a study cell by cell. */
export interface CellsProgress<Cell extends StudyCell, Result extends Cell> {
  readonly onProgress: (event: StudyProgress<Cell, Result>) => void;
  readonly stop: () => void;
}

/**
 * Progress of a study whose cells train models. `titleOf` names a cell; `onResult` is called with each result. If
 * several cells run at once, `plan.parallel` is the number of cells, and one bar counts the finished ones.
 */
export function cellsProgress<Cell extends StudyCell, Result extends Cell>(
  session: Session,
  plan: TrainingPlan & { readonly parallel: number },
  titleOf: (cell: Cell) => string,
  onResult: (result: Result) => void,
): CellsProgress<Cell, Result> {
  let shown:
    | { cell: Cell; update: (event: Extract<StudyProgress<Cell, Result>, { stage: "cell" }>) => void }
    | undefined;
  let stop = (): void => {};
  if (plan.parallel > 0) return countingProgress(session, plan.parallel, titleOf, onResult);
  const show = (cell: Cell, stage: string): NonNullable<typeof shown> => {
    if (stage === "training") {
      const bar = trainingProgress(session, titleOf(cell), plan);
      stop = bar.stop;
      return { cell, update: ({ progress }) => bar.onProgress(progress.detail as TrainingEvent) };
    }
    const bar = createProgress(session, { title: titleOf(cell), total: 1 });
    stop = bar.stop;
    return { cell, update: ({ progress }) => bar.update(progress.done / progress.total, progress.stage) };
  };
  return {
    onProgress(event) {
      if (event.stage === "result") {
        stop();
        shown = undefined;
        onResult(event.result);
        return;
      }
      if (shown?.cell !== event.cell) {
        stop();
        shown = show(event.cell, event.progress.stage);
      }
      shown.update(event);
    },
    stop: () => stop(),
  };
}

/** Shows one bar for cells that run at the same time. */
function countingProgress<Cell extends StudyCell, Result extends Cell>(
  session: Session,
  total: number,
  titleOf: (cell: Cell) => string,
  onResult: (result: Result) => void,
): CellsProgress<Cell, Result> {
  const bar = createProgress(session, { title: "cells", total });
  return {
    onProgress(event) {
      bar.update(event.done, titleOf(event.cell));
      if (event.stage === "result") onResult(event.result);
    },
    stop: bar.stop,
  };
}
