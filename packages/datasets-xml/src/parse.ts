// `@tierwise/datasets-xml/parse`: everything that runs without Node, for browsers and workers.
export { concat } from "./concat.ts";
export { describe } from "./describe.ts";
export { generateXmlDataset } from "./generate/generate-xml-dataset.ts";
export { xmlPresets } from "./generate/presets.ts";
export { labelCounts } from "./label-counts.ts";
export { rowPreference } from "./row-preference.ts";
export { select } from "./select.ts";
export { parseXmlDataset, parseXmlStream } from "./xml-format/parse-xml-dataset.ts";
