export { type WinnerConvention, winnerConventionNames } from "./columns/plan.ts";
export { type TextEncoding, textEncodingOf, textEncodings } from "./encoding/text-encoding.ts";
export { readLines } from "./files/read-file.ts";
export { readItemNames } from "./items/read-item-names.ts";
export { type ReadNamesOptions, readNames } from "./items/read-names.ts";
export { readAllScores, readScores } from "./items/read-scores.ts";
export { battleOutcomes } from "./layouts/battle-outcome.ts";
export type { BattleFactor, BattleTable, BattleTies, KeepColumns } from "./layouts/battle-table.ts";
export type { DuplicatesPolicy, MissingPolicy } from "./layouts/reducer.ts";
export {
  DatasetError,
  type DatasetErrorPlace,
  type ReadingChoice,
  type ReadingOption,
} from "./reading/dataset-error.ts";
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
export { describeUsers, isOneOfUsers, joinUsers } from "./recommender/user-set.ts";
export type { Delimiter } from "./records/delimited-records.ts";
export type { Decompress, Decompressors } from "./records/parquet/compressors.ts";
export { type Csr, rowIndices, rowValues, type ValuedCsr } from "./rows/csr.ts";
export type { LabeledRows } from "./rows/labeled-rows.ts";
export { type ReplayedRows, type ReplayOptions, replayRows } from "./rows/replay-rows.ts";
export { sliceRows } from "./rows/slice-rows.ts";
export { type RowSplit, type SplitRowsOptions, splitRows } from "./rows/split-rows.ts";
export { describePreferences, type PreferencesDescription } from "./sources/describe-preferences.ts";
export { detectFormat } from "./sources/detect-format.ts";
export { inspectFile } from "./sources/inspect-file.ts";
export { type LetorDataset, type LetorOptions, parseLetor } from "./sources/letor.ts";
export { parsePreferences, type ReadPreferencesResult } from "./sources/parse-preferences.ts";
export type { PreferenceDataset, TierSourceOptions } from "./sources/preference-dataset.ts";
export { type PrefLibOptions, parsePrefLib } from "./sources/preflib.ts";
export { parseRatings, type RatingsDataset, type RatingsOptions } from "./sources/ratings.ts";
export { type BlobOptions, readPreferencesBlob, readRatingsBlob } from "./sources/read-blob.ts";
export type { ReadPreferencesOptions } from "./sources/read-options.ts";
export { readPreferences } from "./sources/read-preferences.ts";
export {
  type ReadLetorOptions,
  readLetor,
  readPrefLib,
  readRatings,
  readTiersJsonl,
} from "./sources/read-tier-sources.ts";
export {
  type Container,
  type PreferenceFormat,
  preferenceFormats,
  type Reading,
  type RecognizedFormat,
} from "./sources/reading.ts";
export { parseTiersJsonl, type TiersJsonlOptions } from "./sources/tiers-jsonl.ts";
export { writeTiersJsonl } from "./sources/write-tiers-jsonl.ts";
export { type AlignedRows, alignRows, type LeftOut } from "./vocabulary/align-rows.ts";
export { type ExtendedVocabulary, extendVocabulary } from "./vocabulary/extend-vocabulary.ts";
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
