export { concat } from "./concat.ts";
export { type Description, describe } from "./describe.ts";
export type { GenerateXmlOptions } from "./generate/generate-options.ts";
export { type GeneratedXmlDataset, generateXmlDataset } from "./generate/generate-xml-dataset.ts";
export type { GroundTruth } from "./generate/ground-truth.ts";
export { type XmlPreset, type XmlPresetName, xmlPresets } from "./generate/presets.ts";
export { writeGeneratedXmlDataset } from "./generate/write-generated-xml-dataset.ts";
export { labelCounts } from "./label-counts.ts";
export { readSplit } from "./read-split.ts";
export { type ReadXmlOptions, readXmlDataset } from "./read-xml-dataset.ts";
export { rowPreference } from "./row-preference.ts";
export { select } from "./select.ts";
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
