import type { XmlDataset } from "./xml-dataset.ts";

/**
 * Counts N_l, the number of rows in which each label occurs. Propensities are computed from these counts.
 *
 * @param dataset - The training set.
 * @returns One count per label.
 *
 * @example
 * ```ts
 * import { labelCounts, parseXmlDataset } from "@tierwise/datasets-xml";
 *
 * const dataset = parseXmlDataset(new TextEncoder().encode("3 1 4\n0,3 0:1\n3 0:1\n 0:1\n"));
 * console.log(labelCounts(dataset)); // Int32Array(4) [ 1, 0, 0, 2 ]
 * ```
 */
export function labelCounts({ labels, numLabels }: XmlDataset): Int32Array {
  const counts = new Int32Array(numLabels);
  for (const label of labels.indices) counts[label]++;
  return counts;
}
