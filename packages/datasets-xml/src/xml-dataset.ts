import type { LabeledRows } from "@tierwise/data/rows";

/** Sparse multi-label data in the layout of the extreme classification repository: rows, each with features and labels. */
export type XmlDataset = LabeledRows;
