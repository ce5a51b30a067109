// `@tierwise/datasets-xml/parse`: all that needs no Node, for browsers and workers.
export { concat } from "./concat.ts";
export { rowIndices, rowValues } from "./csr.ts";
export { DatasetError } from "./dataset-error.ts";
export { describe } from "./describe.ts";
export { generateXmlDataset } from "./generate/generate-xml-dataset.ts";
export { xmlPresets } from "./generate/presets.ts";
export { labelCounts } from "./label-counts.ts";
export { rowPreference } from "./row-preference.ts";
export { select } from "./select.ts";
export { splitRows } from "./split-rows.ts";
export { parseComparisons } from "./tier-sources/comparisons.ts";
export { parseLetor } from "./tier-sources/letor.ts";
export { parsePrefLib } from "./tier-sources/preflib.ts";
export { parseRatings } from "./tier-sources/ratings.ts";
export { parseTiersJsonl } from "./tier-sources/tiers-jsonl.ts";
export { visibleJson, visibleText } from "./visible-text.ts";
export { parseXmlDataset, parseXmlStream } from "./xml-format/parse-xml-dataset.ts";
