import { randomSplit, randomStream } from "@tierwise/random";

/** Options for {@link splitRows}. */
export interface SplitRowsOptions {
  /** The fraction of rows to hold out, 0 to 1. Default: 0.1. */
  readonly validation?: number;
  /** Seed for the choice of rows. Default: 0. */
  readonly seed?: number;
}

/** The result of {@link splitRows}. */
export interface RowSplit {
  /** The rows to train on. */
  readonly train: Int32Array;
  /** The held-out rows. */
  readonly validation: Int32Array;
}

/**
 * Holds out a random fraction of rows for validation: round(validation · numRows) rows, drawn without replacement.
 *
 * @param numRows - Number of rows to split.
 * @param options - The fraction of rows to hold out, and the seed.
 * @returns The row numbers of both parts, in ascending order; each row is in exactly one of them.
 *
 * @example
 * ```ts
 * import { splitRows } from "@tierwise/data";
 *
 * const { train, validation } = splitRows(10, { validation: 0.3, seed: 1 });
 * console.log(train.length, validation.length); // 7 3
 * ```
 */
export function splitRows(numRows: number, { validation = 0.1, seed = 0 }: SplitRowsOptions = {}): RowSplit {
  if (!Number.isInteger(numRows) || numRows < 0) {
    throw new RangeError(`numRows is ${numRows}; expected a nonnegative integer`);
  }
  if (!(validation >= 0 && validation <= 1)) {
    throw new RangeError(`validation is ${validation}; expected a number from 0 to 1`);
  }
  if (!Number.isSafeInteger(seed)) throw new RangeError(`seed is ${seed}; expected an integer`);
  const { held, rest } = randomSplit(numRows, Math.round(validation * numRows), randomStream(seed, 0));
  return { train: rest, validation: held };
}
