export { readLines } from "./files/read-file.ts";
export { type ReadNamesOptions, readNames } from "./items/read-names.ts";
export { readScores } from "./items/read-scores.ts";
export { type ItemTitles, readTitles } from "./items/read-titles.ts";
export { DatasetError } from "./reading/dataset-error.ts";
export type { MemoryOptions } from "./reading/memory-limit.ts";
export { decodeTsvField, encodeTsvField, printableJson, printableText } from "./reading/printable-text.ts";
export { type GenerateRatingsOptions, generateRatings } from "./recommender/generate-ratings.ts";
export { type Liking, usualLiking } from "./recommender/liking.ts";
export { naturalOrder } from "./recommender/natural-order.ts";
export { readRatingTimes } from "./recommender/rating-times.ts";
export {
  type HeldOutOptions,
  heldOutRows,
  type RatingsVocabulary,
  type RecommenderOptions,
  type RecommenderRows,
  recommenderRows,
  type UserRows,
  userRows,
} from "./recommender/recommender-rows.ts";
export { type RenumberedRatings, ratingsInNameOrder, ratingsOfItems } from "./recommender/renumber-ratings.ts";
export { describeUsers, isOneOfUsers } from "./recommender/user-set.ts";
export { type Csr, rowIndices, rowValues, type ValuedCsr } from "./rows/csr.ts";
export type { LabeledRows } from "./rows/labeled-rows.ts";
export { sliceRows } from "./rows/slice-rows.ts";
export { type RowSplit, type SplitRowsOptions, splitRows } from "./rows/split-rows.ts";
export {
  type ComparisonsDataset,
  type ComparisonsOptions,
  parseComparisons,
} from "./sources/comparisons.ts";
export type { DelimitedLayout, Delimiter } from "./sources/delimited.ts";
export { describePreferences, type PreferencesDescription } from "./sources/describe-preferences.ts";
export { type LetorDataset, type LetorOptions, parseLetor } from "./sources/letor.ts";
export type { PreferenceDataset, TierSourceOptions } from "./sources/preference-dataset.ts";
export { type PrefLibOptions, parsePrefLib } from "./sources/preflib.ts";
export { parseRatings, type RatingsDataset, type RatingsOptions } from "./sources/ratings.ts";
export {
  detectFormat,
  type PreferenceFormat,
  preferenceFormats,
  type Reading,
  type ReadPreferencesOptions,
  type ReadPreferencesResult,
  readPreferences,
} from "./sources/read-preferences.ts";
export {
  type ReadLetorOptions,
  readComparisons,
  readLetor,
  readPrefLib,
  readRatings,
  readTiersJsonl,
} from "./sources/read-tier-sources.ts";
export { parseTiersJsonl, type TiersJsonlOptions } from "./sources/tiers-jsonl.ts";
export { writeTiersJsonl } from "./sources/write-tiers-jsonl.ts";
export { type AlignedRows, alignRows, type LeftOut } from "./vocabulary/align-rows.ts";
export { type FileRows, type MatchedRows, type MatchTarget, matchRows } from "./vocabulary/match-rows.ts";
export type { Vocabulary } from "./vocabulary/vocabulary.ts";
export {
  type FileVocabulary,
  type ReadVocabularyOptions,
  readVocabulary,
  vocabularyFileName,
  type WriteVocabularyOptions,
  writeVocabulary,
} from "./vocabulary/vocabulary-file.ts";
