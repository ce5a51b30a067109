import { adaGrad, type Fit, fitUtilities } from "@tierwise/aggregate";
import { softmaxMse } from "@tierwise/metrics";
import { type Simulation, simulatePreferences } from "@tierwise/sim";
import type { StudyCell } from "../study/study.ts";
import { lossOf, type Method } from "./methods.ts";

/** M, and the most items above the rest, in the paper's study. */
export const TIERS = 4;
export const MAX_RANKED = 500;

/** One fit of the study of accuracy: a method on one simulated data set. */
export interface MseCell extends StudyCell {
  /** Which study. */
  readonly study: "mse";
  /** N. */
  readonly items: number;
  /** n, the fifth that is held out included. */
  readonly samples: number;
  /** Whose objective is minimized. */
  readonly method: Method;
  /** Decides the data and the order of the steps. */
  readonly seed: number;
  /** The fit ends here at the latest. */
  readonly maxSteps: number;
}

/** The result of a fit. */
export interface MseResult extends MseCell {
  /** The mean squared error between softmax(θ) and p. */
  readonly mse: number;
  /** Steps taken. */
  readonly steps: number;
  /** Whether the held-out loss stopped improving before `maxSteps`. */
  readonly converged: boolean;
  /** The least mean loss on the held-out samples. */
  readonly heldOutLoss: number;
  /** How long the fit took, data not counted. */
  readonly seconds: number;
}

/** Sizes of a study of accuracy. */
export interface MseGrid {
  /** N of each cell. */
  readonly items: readonly number[];
  /** n of each cell. */
  readonly samples: readonly number[];
  /** Seeds of each cell. */
  readonly seeds: readonly number[];
  /** Methods of each cell. */
  readonly methods: readonly Method[];
  /** Of every fit. */
  readonly maxSteps: number;
}

/**
 * The cells of a study of accuracy: all sizes with the first seed, small ones first, then with the next, so that a study that
 * is interrupted has whole repetitions.
 *
 * @param grid - The sizes.
 */
export function mseCells({ items, samples, seeds, methods, maxSteps }: MseGrid): MseCell[] {
  return seeds.flatMap((seed) =>
    samples.flatMap((n) =>
      items.flatMap((N) =>
        methods.map((method): MseCell => ({ study: "mse", items: N, samples: n, method, seed, maxSteps })),
      ),
    ),
  );
}

/** So that the order of steps and the data do not come from the same stream. */
const FIT_SEED = 1_000_000;

/** A fit of the study, and what it is compared with. */
export interface MseFit {
  /** What was fitted. */
  readonly fit: Fit;
  /** p, the truth. */
  readonly probabilities: Float64Array;
}

/**
 * The fit of one cell of the study of accuracy (section 4.1): draws the data and fits by AdaGrad (rate 0.1, batch 20) with a fifth
 * held out, until ten passes have not improved the method's own held-out loss.
 *
 * @param cell - Which data, which method. The result depends on nothing else.
 *
 * @example
 * ```ts
 * import { softmax } from "@tierwise/metrics";
 * import { fitMseCell } from "@tierwise/studies";
 *
 * const cell = { study: "mse", items: 50, samples: 100, seed: 1, maxSteps: 2000, method: "PL-Partition" } as const;
 * const { fit, probabilities } = fitMseCell(cell);
 * console.log(softmax(fit.utilities).length === probabilities.length); // true
 * ```
 */
export function fitMseCell(cell: MseCell): MseFit {
  const { items, method, seed, maxSteps } = cell;
  const { preferences, probabilities } = dataOf(cell);
  const options = { items, loss: lossOf(method), solver: adaGrad({ seed: FIT_SEED + seed, maxSteps }) };
  return { fit: fitUtilities(preferences, options), probabilities };
}

/**
 * Runs one cell of the study of accuracy, see {@link fitMseCell}, and compares with the truth.
 *
 * @param cell - Which data, which method. The result depends on nothing else, `seconds` apart.
 *
 * @example
 * ```ts
 * import { runMseCell } from "@tierwise/studies";
 *
 * const cell = { study: "mse", items: 50, samples: 100, seed: 1, maxSteps: 2000 } as const;
 * const exact = runMseCell({ ...cell, method: "PL-Partition" });
 * const bound = runMseCell({ ...cell, method: "PL-LB" });
 * console.log(exact.mse < bound.mse); // true
 * ```
 */
export function runMseCell(cell: MseCell): MseResult {
  // Kept for the fit: drawing them is not part of its time.
  dataOf(cell);
  const start = performance.now();
  const { fit, probabilities } = fitMseCell(cell);
  return {
    ...cell,
    mse: softmaxMse(fit.utilities, probabilities),
    steps: fit.iterations,
    converged: fit.converged,
    heldOutLoss: fit.validationLoss ?? Number.NaN,
    seconds: (performance.now() - start) / 1000,
  };
}

let last: { key: string; simulation: Simulation } | undefined;

/** The data of a cell: kept for the next one, which is usually another method on the same. */
function dataOf({ items, samples, seed }: MseCell): Simulation {
  const key = [items, samples, seed].join();
  if (last?.key !== key) {
    last = undefined;
    const simulation = simulatePreferences({ items, samples, tiers: TIERS, maxRanked: MAX_RANKED, seed });
    last = { key, simulation };
  }
  return last.simulation;
}
