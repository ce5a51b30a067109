import { presets } from "../training/settings.ts";

/** The number of rows that count as one step of a budget, regardless of the batch size. */
export const rowsPerStep = presets.default.batchSize;
/** The default budget, as a number of training runs of the default length. */
const defaultRuns = 3.5;
/** The minimum of the default budget: with few rows, a search needs more steps to tell candidates apart. */
const leastSteps = 900;

/** The number of budget steps that one training run takes. */
export function runSteps(rowCount: number, epochs: number): number {
  return Math.ceil((rowCount * epochs) / rowsPerStep);
}

/**
 * The default number of steps for the automatic choice of settings, including the final training run: 3.5 runs of the default length,
 * and at least 900. The default preset takes about 2 runs, one to choose the number of epochs and one on all rows.
 *
 * @param rowCount - The number of training rows.
 *
 * @example
 * ```ts
 * import { defaultBudget } from "@tierwise/ranker";
 *
 * console.log(defaultBudget(12_920)); // 8834
 * ```
 */
export function defaultBudget(rowCount: number): number {
  return Math.max(leastSteps, Math.ceil(defaultRuns * runSteps(rowCount, presets.default.epochs)));
}

/** One round of successive halving. */
export interface Round {
  /** The number of candidates to train. */
  readonly count: number;
  /** The number of epochs per candidate and fold. */
  readonly epochs: number;
}

/**
 * Divides the steps of a search evenly over rounds, each of which keeps about a third of the candidates. All candidates of a round are
 * trained for the same number of epochs, at most `mostEpochs`. A single candidate needs no search.
 */
export function planRounds(
  candidateCount: number,
  steps: number,
  { trainRows, folds, mostEpochs }: { readonly trainRows: number; readonly folds: number; readonly mostEpochs: number },
): Round[] {
  const counts: number[] = [];
  for (let count = candidateCount; count > 1; count = Math.ceil(count / 3)) counts.push(count);
  const perEpoch = folds * (trainRows / rowsPerStep);
  return counts.map((count) => {
    const epochs = Math.floor(steps / counts.length / (count * perEpoch));
    return { count, epochs: Math.min(mostEpochs, Math.max(1, epochs)) };
  });
}
