/** The size and shape of one of the paper's datasets. */
export interface XmlPreset {
  /** Number of features, D. */
  readonly features: number;
  /** Number of labels, N. */
  readonly labels: number;
  /** Number of training rows. */
  readonly train: number;
  /** Number of test rows. */
  readonly test: number;
  /** Mean number of labels per row. */
  readonly labelsPerRow: number;
  /** Mean number of features per row. */
  readonly featuresPerRow: number;
  /** `"binary"` if all feature values are 1; `"real"` if they are any real numbers. */
  readonly values: "binary" | "real";
}

/** The name of a preset. */
export type XmlPresetName = "delicious-1k" | "eurlex-4k" | "wiki10-31k" | "delicious-200k";

/**
 * The paper's four datasets. The numbers of features, labels, training and test rows, and labels per row are from Table 3; the number of
 * features per row is from the repository.
 */
export const xmlPresets: Readonly<Record<XmlPresetName, XmlPreset>> = {
  "delicious-1k": {
    features: 500,
    labels: 983,
    train: 12_920,
    test: 3_185,
    labelsPerRow: 19.03,
    featuresPerRow: 18.29,
    values: "binary",
  },
  "eurlex-4k": {
    features: 5_000,
    labels: 3_993,
    train: 15_539,
    test: 3_809,
    labelsPerRow: 5.31,
    featuresPerRow: 236.8,
    values: "real",
  },
  "wiki10-31k": {
    features: 101_938,
    labels: 30_938,
    train: 14_146,
    test: 6_616,
    labelsPerRow: 18.64,
    featuresPerRow: 673.45,
    values: "real",
  },
  "delicious-200k": {
    features: 782_585,
    labels: 205_443,
    train: 196_606,
    test: 100_095,
    labelsPerRow: 75.54,
    featuresPerRow: 301.17,
    values: "real",
  },
};
