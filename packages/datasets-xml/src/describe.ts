import type { Csr } from "@tierwise/data/rows";
import { labelCounts } from "./label-counts.ts";
import type { XmlDataset } from "./xml-dataset.ts";

/** A row of the paper's Table 3, and what else one wants to know of a data set first. */
export interface Description {
  /** Number of features, D. */
  readonly features: number;
  /** Number of labels, N. */
  readonly labels: number;
  /** Rows for training. */
  readonly train: number;
  /** Rows for testing; 0 where no test set was given. */
  readonly test: number;
  /** Rows a label occurs in, on average over all labels, training and test rows together. */
  readonly samplesPerLabel: number;
  /** Labels a row has, on average, training and test rows together. */
  readonly labelsPerSample: number;
  /** Features a row has, on average. */
  readonly featuresPerSample: number;
  /** Rows that have no label. */
  readonly samplesWithoutLabels: number;
  /** Rows that have no feature. */
  readonly samplesWithoutFeatures: number;
  /** Labels that no row has. */
  readonly labelsWithoutSamples: number;
}

/**
 * The statistics of a data set as in the paper's Table 3: samples per label is (labels of all rows) / N, labels per sample
 * (labels of all rows) / rows, over the training and the test set together.
 *
 * @param train - The training set, or all rows.
 * @param test - The test set, with the same features and labels.
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

/** Labels that occur in none of the sets. */
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
