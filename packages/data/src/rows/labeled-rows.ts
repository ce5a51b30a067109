import type { Csr, ValuedCsr } from "./csr.ts";

/**
 * Sparse multi-label data: for each row (a point) some features with values and the set of labels that apply. Labels are the items
 * that a model ranks.
 *
 * Values are single precision, what training uses: each is `Math.fround` of the decimal number in the file.
 */
export interface LabeledRows {
  /** Rows × features. Columns stand in the order of the file. */
  readonly features: ValuedCsr;
  /** Rows × labels. It has `values` only where a file gives some label a value other than 1. */
  readonly labels: Csr;
  /** Number of rows. */
  readonly numRows: number;
  /** Number of features, D: feature indices are below it. */
  readonly numFeatures: number;
  /** Number of labels, N: label indices are below it. */
  readonly numLabels: number;
}
