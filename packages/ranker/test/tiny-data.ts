import { generateXmlDataset, type XmlDataset } from "@tierwise/datasets-xml";

/** A dataset that is small enough for fast training and large enough to learn from. */
export function tinyData(rows = 300, seed = 1, labels = 30): XmlDataset {
  return generateXmlDataset({
    rows,
    features: 40,
    labels,
    labelsPerRow: 3,
    featuresPerRow: 8,
    values: "real",
    seed,
  });
}

export const tinySizes = { features: 40, items: 30, hidden: 16 };

/** A number of items for which the shards of the output layer have more than one block. */
export const manyItems = 2100;
