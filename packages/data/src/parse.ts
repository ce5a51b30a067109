// `@tierwise/data/parse`: everything that runs without Node, for browsers and workers.
export { winnerConventionNames } from "./columns/plan.ts";
export { textEncodingOf, textEncodings } from "./encoding/text-encoding.ts";
export { battleOutcomes } from "./layouts/battle-outcome.ts";
export { DatasetError } from "./reading/dataset-error.ts";
export { decodeTsvField, encodeTsvField, printableJson, printableText } from "./reading/printable-text.ts";
export { generateRatings } from "./recommender/generate-ratings.ts";
export { recommenderRows } from "./recommender/recommender-rows.ts";
export { rowIndices, rowValues } from "./rows/csr.ts";
export { sliceRows } from "./rows/slice-rows.ts";
export { splitRows } from "./rows/split-rows.ts";
export { describePreferences } from "./sources/describe-preferences.ts";
export { parseLetor } from "./sources/letor.ts";
export { parsePreferences } from "./sources/parse-preferences.ts";
export { parsePrefLib } from "./sources/preflib.ts";
export { parseRatings } from "./sources/ratings.ts";
export { preferenceFormats } from "./sources/reading.ts";
export { parseTiersJsonl } from "./sources/tiers-jsonl.ts";
export { checkSameFeatures } from "./vocabulary/check-same-features.ts";
