import type { Csr, ValuedCsr } from "./csr.ts";

/**
 * Sparse multi-label data: each row (data point) has features with values, and a set of labels. Labels are the items that a model
 * ranks.
 *
 * Values have single precision, as in training: each is `Math.fround` of the decimal number in the file.
 */
export interface LabeledRows {
  /** Rows × features, with the columns of a row in file order. */
  readonly features: ValuedCsr;
  /** Rows × labels, with `values` only if the file gives some label a value other than 1. */
  readonly labels: Csr;
  /** Number of rows. */
  readonly numRows: number;
  /** Number of features, D: one more than the largest possible index. */
  readonly numFeatures: number;
  /** Number of labels, N: one more than the largest possible index. */
  readonly numLabels: number;
  /**
   * The group of each row, such as its user: rows of one group are held out together or not at all. Default: each row is its own group.
   */
  readonly groups?: Int32Array | undefined;
}
