import type { Preference } from "@tierwise/core-integrator";
import { rowIndices } from "@tierwise/data/rows";
import type { XmlDataset } from "./xml-dataset.ts";

/**
 * The preference that the paper derives from a row: the labels of the row form the top tier, and all other labels form the lowest tier.
 *
 * @param dataset - The dataset that contains the row.
 * @param row - The row, 0 to numRows − 1. The preference of a row without labels has no tiers.
 *
 * @example
 * ```ts
 * import { parseXmlDataset, rowPreference } from "@tierwise/datasets-xml";
 *
 * const dataset = parseXmlDataset(new TextEncoder().encode("1 2 9\n2,5 0:1\n"));
 * console.log(rowPreference(dataset, 0)); // { tiers: [ Int32Array(2) [ 2, 5 ] ] }
 * ```
 */
export function rowPreference({ labels }: XmlDataset, row: number): Preference {
  const tier = rowIndices(labels, row);
  return { tiers: tier.length === 0 ? [] : [tier] };
}
