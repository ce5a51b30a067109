export { concat } from "./concat.ts";
export { type Csr, rowIndices, rowValues, type ValuedCsr } from "./csr.ts";
export { DatasetError } from "./dataset-error.ts";
export { decimalOf } from "./decimal.ts";
export { type Description, describe } from "./describe.ts";
export { readLines } from "./files/read-lines.ts";
export type { GenerateXmlOptions } from "./generate/generate-options.ts";
export { type GeneratedXmlDataset, generateXmlDataset } from "./generate/generate-xml-dataset.ts";
export type { GroundTruth } from "./generate/ground-truth.ts";
export { type XmlPreset, type XmlPresetName, xmlPresets } from "./generate/presets.ts";
export { writeGeneratedXmlDataset } from "./generate/write-generated-xml-dataset.ts";
export { labelCounts } from "./label-counts.ts";
export { createMemoryMeter, type MemoryMeter, type MemoryOptions } from "./memory-limit.ts";
export { readSplit } from "./read-split.ts";
export { type ReadXmlOptions, readXmlDataset } from "./read-xml-dataset.ts";
export { rowPreference } from "./row-preference.ts";
export { select } from "./select.ts";
export { type RowSplit, type SplitRowsOptions, splitRows } from "./split-rows.ts";
export {
  type ComparisonsDataset,
  type ComparisonsOptions,
  isComparisonsHeader,
  parseComparisons,
} from "./tier-sources/comparisons.ts";
export type { Delimiter } from "./tier-sources/delimited.ts";
export { type LetorDataset, type LetorOptions, parseLetor } from "./tier-sources/letor.ts";
export type { PreferenceDataset, TierSourceOptions } from "./tier-sources/preference-dataset.ts";
export { type PrefLibOptions, parsePrefLib } from "./tier-sources/preflib.ts";
export { parseRatings, type RatingsDataset, type RatingsOptions } from "./tier-sources/ratings.ts";
export {
  type ReadLetorOptions,
  readComparisons,
  readLetor,
  readPrefLib,
  readRatings,
  readTiersJsonl,
} from "./tier-sources/read-tier-sources.ts";
export { parseTiersJsonl, type TiersJsonlOptions } from "./tier-sources/tiers-jsonl.ts";
export { visibleJson, visibleText } from "./visible-text.ts";
export { writeXmlDataset } from "./write-xml-dataset.ts";
export type { XmlDataset } from "./xml-dataset.ts";
export type { XmlTextOptions } from "./xml-format/format-xml.ts";
export {
  type ParseXmlOptions,
  parseXmlDataset,
  parseXmlStream,
  type XmlPair,
  type XmlSource,
} from "./xml-format/parse-xml-dataset.ts";
