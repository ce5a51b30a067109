// `@tierwise/data/parse`: everything that runs without Node, for browsers and workers.
export { DatasetError } from "./reading/dataset-error.ts";
export { decodeTsvField, encodeTsvField, printableJson, printableText } from "./reading/printable-text.ts";
export { generateRatings } from "./recommender/generate-ratings.ts";
export { recommenderRows } from "./recommender/recommender-rows.ts";
export { rowIndices, rowValues } from "./rows/csr.ts";
export { sliceRows } from "./rows/slice-rows.ts";
export { splitRows } from "./rows/split-rows.ts";
export { parseComparisons } from "./sources/comparisons.ts";
export { describePreferences } from "./sources/describe-preferences.ts";
export { parseLetor } from "./sources/letor.ts";
export { parsePrefLib } from "./sources/preflib.ts";
export { parseRatings } from "./sources/ratings.ts";
export { parseTiersJsonl } from "./sources/tiers-jsonl.ts";
export { checkSameFeatures } from "./vocabulary/check-same-features.ts";
