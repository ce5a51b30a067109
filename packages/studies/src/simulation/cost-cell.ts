import { type AdaGradOptions, adaGrad, fitUtilities } from "@tierwise/aggregate";
import { type SimulationOptions, simulatePreferences } from "@tierwise/sim";
import type { StudyCell } from "../study/study.ts";
import { lossOf, type Method } from "./methods.ts";
import { paperDescent, paperSimulation } from "./mse-cell.ts";
import { peakBytes } from "./peak-memory.ts";

/** One measurement of the cost study: the training steps of one method. */
export interface CostCell extends StudyCell {
  /** The name of the study. */
  readonly study: "cost";
  /** N, the number of items. */
  readonly itemCount: number;
  /** The method whose objective is minimized. */
  readonly method: Method;
  /** The seed of the data. */
  readonly seed: number;
  /** The number of timed steps, of 20 observations each. */
  readonly steps: number;
}

/** The cost of the steps. */
export interface CostResult extends CostCell {
  /** The time of all steps. */
  readonly seconds: number;
  /** Peak resident memory of the process minus its resident memory before the data were drawn. */
  readonly bytes: number;
}

/** Settings of the cost study, which has one cell per combination of them. */
export interface CostGrid {
  /** The numbers N of items. */
  readonly itemCounts: readonly number[];
  /** The seeds. */
  readonly seeds: readonly number[];
  /** The methods. */
  readonly methods: readonly Method[];
  /** The number of timed steps in every cell. */
  readonly steps: number;
}

/**
 * The cells of a cost study, ordered by seed and then by size, smallest first.
 *
 * @param grid - The sizes, seeds and methods.
 */
export function costCells({ itemCounts, seeds, methods, steps }: CostGrid): CostCell[] {
  return seeds.flatMap((seed) =>
    itemCounts.flatMap((N) =>
      methods.map((method): CostCell => ({ study: "cost", itemCount: N, method, seed, steps })),
    ),
  );
}

const SAMPLES = 500;
/** The number of untimed steps at the start, during which the engine compiles the code. */
const WARM_UP = 20;

function simulationOf({ itemCount, seed }: CostCell): SimulationOptions {
  return paperSimulation({ itemCount, samples: SAMPLES, seed });
}

/** All options of a cell's solver, including those with default values. */
function descentOf({ seed, steps }: CostCell): AdaGradOptions {
  return { ...paperDescent, validation: 0, evaluateEvery: 1, seed, maxSteps: WARM_UP + steps };
}

/** Everything that determines the result of a cell: its own settings, and the simulation and solver settings that all cells share. */
export function costIdentity(cell: CostCell): object {
  return { ...cell, warmUp: WARM_UP, simulation: simulationOf(cell), solver: descentOf(cell) };
}

/**
 * Runs one cell of the cost study (Figure 2): AdaGrad steps of 20 observations. Memory is measured for the entire process, so
 * {@link runStudy} starts a new process for each cell.
 *
 * @param cell - The method, and the numbers of items and steps.
 */
export function runCostCell(cell: CostCell): CostResult {
  const { itemCount, method, steps } = cell;
  globalThis.gc?.();
  const idle = process.memoryUsage.rss();
  const { preferences } = simulatePreferences(simulationOf(cell));
  let start = 0;
  let end = 0;
  fitUtilities(preferences, {
    items: itemCount,
    loss: lossOf(method),
    solver: adaGrad(descentOf(cell)),
    onProgress: ({ done }) => {
      if (done === WARM_UP) start = performance.now();
      if (done === WARM_UP + steps) end = performance.now();
    },
  });
  return { ...cell, seconds: (end - start) / 1000, bytes: peakBytes() - idle };
}
