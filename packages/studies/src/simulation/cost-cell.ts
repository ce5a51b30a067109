import { adaGrad, fitUtilities } from "@tierwise/aggregate";
import { simulatePreferences } from "@tierwise/sim";
import type { StudyCell } from "../study/study.ts";
import { lossOf, type Method } from "./methods.ts";
import { MAX_RANKED, TIERS } from "./mse-cell.ts";
import { peakBytes } from "./peak-memory.ts";

/** One measurement of the study of cost: the steps of one method. */
export interface CostCell extends StudyCell {
  /** Which study. */
  readonly study: "cost";
  /** N. */
  readonly items: number;
  /** Whose objective is minimized. */
  readonly method: Method;
  /** Of the data. */
  readonly seed: number;
  /** How many steps are timed, of 20 observations each. */
  readonly steps: number;
}

/** What the steps cost. */
export interface CostResult extends CostCell {
  /** Time of all steps. */
  readonly seconds: number;
  /** Peak resident memory of the process, less what was resident before there were data. */
  readonly bytes: number;
}

/** Sizes of a study of cost. */
export interface CostGrid {
  /** N of each cell. */
  readonly items: readonly number[];
  /** Seeds of each cell. */
  readonly seeds: readonly number[];
  /** Methods of each cell. */
  readonly methods: readonly Method[];
  /** Of each cell. */
  readonly steps: number;
}

/**
 * The cells of a study of cost: all sizes with the first seed, small ones first, then with the next.
 *
 * @param grid - The sizes.
 */
export function costCells({ items, seeds, methods, steps }: CostGrid): CostCell[] {
  return seeds.flatMap((seed) =>
    items.flatMap((N) => methods.map((method): CostCell => ({ study: "cost", items: N, method, seed, steps }))),
  );
}

const SAMPLES = 500;
/** Steps before the clock starts: the first ones compile the code. */
const WARM_UP = 20;

/**
 * Runs one cell of the study of cost (Figure 2): AdaGrad steps of 20 observations. Memory is that of the whole process, so that
 * a cell belongs into a process of its own; {@link runStudy} sees to that.
 *
 * @param cell - Which method, how many items and steps.
 */
export function runCostCell(cell: CostCell): CostResult {
  const { items, method, seed, steps } = cell;
  globalThis.gc?.();
  const idle = process.memoryUsage.rss();
  const { preferences } = simulatePreferences({ items, samples: SAMPLES, tiers: TIERS, maxRanked: MAX_RANKED, seed });
  let start = 0;
  let end = 0;
  fitUtilities(preferences, {
    items,
    loss: lossOf(method),
    solver: adaGrad({ seed, validation: 0, maxSteps: WARM_UP + steps, evaluateEvery: 1 }),
    onProgress: ({ done }) => {
      if (done === WARM_UP) start = performance.now();
      if (done === WARM_UP + steps) end = performance.now();
    },
  });
  return { ...cell, seconds: (end - start) / 1000, bytes: peakBytes() - idle };
}
