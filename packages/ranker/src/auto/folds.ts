import type { RowSplit } from "@tierwise/data/rows";
import { randomPermutation, randomStream } from "@tierwise/random";
import { inContentOrder } from "../data/content-order.ts";
import { concatData, type PreparedData, prepareData, type TrainingData } from "../data/training-data.ts";
import { isData } from "../training/train-options.ts";
import type { AutoOptions } from "./auto-options.ts";
import type { DataSizes } from "./candidates.ts";

/** The random stream that assigns rows to folds. */
const foldStream = 7;
/** The number of validation rows that suffices to tell settings apart. */
const enoughRows = 500;
const mostFolds = 3;
/** Below this number of rows, too few can be held out to compare settings, so there is no search. */
const leastRows = 20;

/** Rows in content order, and their splits into training and validation rows for the trials. */
export interface FoldedRows {
  readonly data: PreparedData;
  readonly folds: readonly RowSplit[];
}

/**
 * Splits rows for the search. A validation dataset or fraction in the options is used unchanged; otherwise each fold holds out a fifth of
 * the rows. Small datasets have up to three folds. Rows of a group stay together. With fewer than 20 rows, there are no folds.
 */
export function foldRows(given: TrainingData, sizes: Omit<DataSizes, "rowCount">, options: AutoOptions): FoldedRows {
  const { validation, seed = 0 } = options;
  const data = inContentOrder(prepareData(given, sizes));
  if (isData(validation)) {
    const held = inContentOrder(prepareData(validation, sizes));
    const both = concatData(data, held);
    const all = Int32Array.from({ length: both.rowCount }, (_, row) => row);
    return { data: both, folds: [{ train: all.slice(0, data.rowCount), validation: all.slice(data.rowCount) }] };
  }
  if (data.rowCount < leastRows) return { data, folds: [] };
  const share = validation ?? 0.2;
  if (share === 0) return { data, folds: [] };
  const held = share * data.rowCount;
  const count = Math.max(1, Math.min(mostFolds, Math.floor(1 / share), Math.ceil(enoughRows / held)));
  const groups = data.groups ?? Int32Array.from({ length: data.rowCount }, (_, row) => row);
  const distinct = Int32Array.from(new Set(groups)).sort();
  const order = randomPermutation(distinct.length, randomStream(seed, foldStream));
  const size = Math.max(1, Math.floor(share * distinct.length));
  const rows = Int32Array.from(groups.keys());
  const folds = Array.from({ length: count }, (_, fold) => {
    const chosen = new Set(Array.from(order.subarray(fold * size, (fold + 1) * size), (at) => distinct[at]));
    return {
      train: rows.filter((row) => !chosen.has(groups[row])),
      validation: rows.filter((row) => chosen.has(groups[row])),
    };
  });
  return { data, folds: folds.filter(({ train, validation: some }) => train.length > 0 && some.length > 0) };
}
