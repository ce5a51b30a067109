import type { Csr } from "@tierwise/data/rows";
import { labelCounts } from "./label-counts.ts";
import type { XmlDataset } from "./xml-dataset.ts";

/** Statistics of a dataset, including those in the paper's Table 3. */
export interface Description {
  /** Number of features, D. */
  readonly features: number;
  /** Number of labels, N. */
  readonly labels: number;
  /** Number of training rows. */
  readonly train: number;
  /** Number of test rows; 0 if there is no test set. */
  readonly test: number;
  /** Mean number of rows per label, over training and test rows together. */
  readonly samplesPerLabel: number;
  /** Mean number of labels per row, over training and test rows together. */
  readonly labelsPerSample: number;
  /** Mean number of features per row, over training and test rows together. */
  readonly featuresPerSample: number;
  /** Number of rows without labels. */
  readonly samplesWithoutLabels: number;
  /** Number of rows without features. */
  readonly samplesWithoutFeatures: number;
  /** Number of labels that occur in no row. */
  readonly labelsWithoutSamples: number;
}

/**
 * Computes the statistics of a dataset as in the paper's Table 3: samples per label is L / N, and labels per sample is L / rows, where L is
 * the total number of labels of all training and test rows.
 *
 * @param train - The training set, or all rows.
 * @param test - The test set, with the same features and labels. Default: none.
 *
 * @example
 * ```ts
 * import { describe, parseXmlDataset } from "@tierwise/datasets-xml";
 *
 * const dataset = parseXmlDataset(new TextEncoder().encode("3 1 4\n0,3 0:1\n3 0:1\n 0:1\n"));
 * const { samplesPerLabel, labelsPerSample, samplesWithoutLabels } = describe(dataset);
 * console.log(samplesPerLabel, labelsPerSample, samplesWithoutLabels); // 0.75 1 1
 * ```
 *
 * Ma et al. (2021), Learning-to-rank with partitioned preference, Table 3.
 */
export function describe(train: XmlDataset, test?: XmlDataset): Description {
  const sets = test === undefined ? [train] : [train, test];
  const sum = (count: (set: XmlDataset) => number): number => sets.reduce((total, set) => total + count(set), 0);
  const rows = sum((set) => set.numRows);
  const labelEntries = sum((set) => set.labels.indices.length);
  const counts = sets.map(labelCounts);
  return {
    features: train.numFeatures,
    labels: train.numLabels,
    train: train.numRows,
    test: test?.numRows ?? 0,
    samplesPerLabel: labelEntries / train.numLabels,
    labelsPerSample: labelEntries / rows,
    featuresPerSample: sum((set) => set.features.indices.length) / rows,
    samplesWithoutLabels: sum((set) => emptyRows(set.labels)),
    samplesWithoutFeatures: sum((set) => emptyRows(set.features)),
    labelsWithoutSamples: unusedLabels(counts),
  };
}

/** The number of labels that occur in none of the sets. */
function unusedLabels(counts: readonly Int32Array[]): number {
  let unused = 0;
  for (let label = 0; label < counts[0].length; label++) {
    if (counts.every((count) => count[label] === 0)) unused++;
  }
  return unused;
}

function emptyRows({ indptr }: Csr): number {
  let empty = 0;
  for (let row = 1; row < indptr.length; row++) if (indptr[row] === indptr[row - 1]) empty++;
  return empty;
}
