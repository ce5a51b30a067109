export { readLines } from "./files/read-lines.ts";
export { DatasetError } from "./reading/dataset-error.ts";
export type { MemoryOptions } from "./reading/memory-limit.ts";
export { visibleJson, visibleText } from "./reading/visible-text.ts";
export { type Csr, rowIndices, rowValues, type ValuedCsr } from "./rows/csr.ts";
export type { LabeledRows } from "./rows/labeled-rows.ts";
export { type RowSplit, type SplitRowsOptions, splitRows } from "./rows/split-rows.ts";
export {
  type ComparisonsDataset,
  type ComparisonsOptions,
  isComparisonsHeader,
  parseComparisons,
} from "./sources/comparisons.ts";
export type { Delimiter } from "./sources/delimited.ts";
export { type LetorDataset, type LetorOptions, parseLetor } from "./sources/letor.ts";
export type { PreferenceDataset, TierSourceOptions } from "./sources/preference-dataset.ts";
export { type PrefLibOptions, parsePrefLib } from "./sources/preflib.ts";
export { parseRatings, type RatingsDataset, type RatingsOptions } from "./sources/ratings.ts";
export {
  type ReadLetorOptions,
  readComparisons,
  readLetor,
  readPrefLib,
  readRatings,
  readTiersJsonl,
} from "./sources/read-tier-sources.ts";
export { parseTiersJsonl, type TiersJsonlOptions } from "./sources/tiers-jsonl.ts";
