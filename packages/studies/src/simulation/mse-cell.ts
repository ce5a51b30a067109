import { type AdaGradOptions, adaGrad, type Fit, fitUtilities } from "@tierwise/aggregate";
import { softmaxMse } from "@tierwise/metrics";
import { type Simulation, type SimulationOptions, simulatePreferences } from "@tierwise/sim";
import type { StudyCell } from "../study/study.ts";
import { lossOf, type Method } from "./methods.ts";

/** The number of tiers M and the maximum number of items above the rest, as in the paper's study. */
const TIERS = 4;
const MAX_RANKED = 500;

/** The settings of fits in the paper's simulation study, except seeds, numbers of steps and the stopping rule. */
export const paperDescent = { learningRate: 0.1, batchSize: 20, patience: 10, epochs: 1000 } as const;

/** The simulated data of a cell, as in the paper's study. */
export function paperSimulation({
  itemCount,
  samples,
  seed,
}: Pick<MseCell, "itemCount" | "samples" | "seed">): SimulationOptions {
  return { items: itemCount, samples, tiers: TIERS, maxRanked: MAX_RANKED, seed };
}

/** One fit of the accuracy study: a method on one simulated dataset. */
export interface MseCell extends StudyCell {
  /** The name of the study. */
  readonly study: "mse";
  /** N, the number of items. */
  readonly itemCount: number;
  /** n, the number of samples, including the fifth that is held out. */
  readonly samples: number;
  /** The method whose objective is minimized. */
  readonly method: Method;
  /** The seed of the data and of the order of the steps. */
  readonly seed: number;
  /** The maximum number of steps. */
  readonly maxSteps: number;
}

/** The result of a fit. */
export interface MseResult extends MseCell {
  /** The mean squared error between softmax(θ), for the fitted utilities θ, and the true probabilities p. */
  readonly mse: number;
  /** The number of steps taken. */
  readonly steps: number;
  /** Whether the validation loss stopped improving before `maxSteps`. */
  readonly converged: boolean;
  /** The smallest mean loss on the held-out samples. */
  readonly validationLoss: number;
  /** The time of the fit, excluding the simulation of the data. */
  readonly seconds: number;
}

/** Settings of the accuracy study, which has one cell per combination of them. */
export interface MseGrid {
  /** The numbers N of items. */
  readonly itemCounts: readonly number[];
  /** The numbers n of samples. */
  readonly samples: readonly number[];
  /** The seeds. */
  readonly seeds: readonly number[];
  /** The methods. */
  readonly methods: readonly Method[];
  /** The maximum number of steps in every fit. */
  readonly maxSteps: number;
}

/**
 * The cells of an accuracy study, ordered by seed and then by size, smallest first, so that an interrupted study has complete repetitions.
 *
 * @param grid - The sizes, seeds and methods.
 */
export function mseCells({ itemCounts, samples, seeds, methods, maxSteps }: MseGrid): MseCell[] {
  return seeds.flatMap((seed) =>
    samples.flatMap((n) =>
      itemCounts.flatMap((N) =>
        methods.map((method): MseCell => ({ study: "mse", itemCount: N, samples: n, method, seed, maxSteps })),
      ),
    ),
  );
}

/** Added to the seed, so that the random stream for the order of steps differs from the stream for the data. */
const FIT_SEED = 1_000_000;

/** All options of a cell's solver, including those with default values. */
function descentOf({ seed, maxSteps }: Pick<MseCell, "maxSteps" | "seed">): AdaGradOptions {
  return { ...paperDescent, validation: 0.2, seed: FIT_SEED + seed, maxSteps };
}

/** Everything that determines the result of a cell: its own settings, and the simulation and solver settings that all cells share. */
export function mseIdentity(cell: Omit<MseCell, "study">): object {
  return { ...cell, simulation: paperSimulation(cell), solver: descentOf(cell) };
}

/** A fit in the study, and the true probabilities that it is compared with. */
export interface MseFit {
  /** The fit. */
  readonly fit: Fit;
  /** p, the true probabilities. */
  readonly probabilities: Float64Array;
}

/**
 * Fits one cell of the accuracy study (section 4.1): draws the data, holds out a fifth, and runs AdaGrad (learning rate 0.1, batch size
 * 20). The fit stops when ten passes in a row have not improved the method's own validation loss.
 *
 * @param cell - The data and the method. The result depends only on the cell.
 *
 * @example
 * ```ts
 * import { softmax } from "@tierwise/metrics";
 * import { fitMseCell } from "@tierwise/studies";
 *
 * const cell = { study: "mse", itemCount: 50, samples: 100, seed: 1, maxSteps: 2000, method: "PL-Partition" } as const;
 * const { fit, probabilities } = fitMseCell(cell);
 * console.log(softmax(fit.utilities).length === probabilities.length); // true
 * ```
 */
export function fitMseCell(cell: MseCell): MseFit {
  const { itemCount, method } = cell;
  const { preferences, probabilities } = dataOf(cell);
  const options = { items: itemCount, loss: lossOf(method), solver: adaGrad(descentOf(cell)) };
  return { fit: fitUtilities(preferences, options), probabilities };
}

/**
 * Fits one cell of the accuracy study with {@link fitMseCell} and computes the error.
 *
 * @param cell - The data and the method. Except for `seconds`, the result depends only on the cell.
 *
 * @example
 * ```ts
 * import { runMseCell } from "@tierwise/studies";
 *
 * const cell = { study: "mse", itemCount: 50, samples: 100, seed: 1, maxSteps: 2000 } as const;
 * const exact = runMseCell({ ...cell, method: "PL-Partition" });
 * const bound = runMseCell({ ...cell, method: "PL-LB" });
 * console.log(exact.mse < bound.mse); // true
 * ```
 */
export function runMseCell(cell: MseCell): MseResult {
  // Draws the data first, so that the measured time of the fit excludes it.
  dataOf(cell);
  const start = performance.now();
  const { fit, probabilities } = fitMseCell(cell);
  return {
    ...cell,
    mse: softmaxMse(fit.utilities, probabilities),
    steps: fit.iterations,
    converged: fit.converged,
    validationLoss: fit.validationLoss ?? Number.NaN,
    seconds: (performance.now() - start) / 1000,
  };
}

let last: { key: string; simulation: Simulation } | undefined;

/** Returns the data of a cell. They are cached because the next cell usually fits the same data with another method. */
function dataOf({ itemCount, samples, seed }: MseCell): Simulation {
  const key = [itemCount, samples, seed].join();
  if (last?.key !== key) {
    last = undefined;
    const simulation = simulatePreferences(paperSimulation({ itemCount, samples, seed }));
    last = { key, simulation };
  }
  return last.simulation;
}
