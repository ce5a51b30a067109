import { existsSync } from "node:fs";
import { parseFile } from "../files/read-file.ts";
import { type ComparisonsDataset, type ComparisonsOptions, createComparisonsParser } from "./comparisons.ts";
import { createLetorParser, type LetorDataset, type LetorOptions } from "./letor.ts";
import type { PreferenceDataset } from "./preference-dataset.ts";
import { createPrefLibParser, type PrefLibOptions } from "./preflib.ts";
import { createSizesParser } from "./query-sizes.ts";
import { createRatingsParser, type RatingsDataset, type RatingsOptions } from "./ratings.ts";
import { createTiersJsonlParser, type TiersJsonlOptions } from "./tiers-jsonl.ts";

/**
 * Reads a PrefLib file, `.soc`, `.soi`, `.toc` or `.toi`, plain or packed with gzip. Format and result: {@link parsePrefLib}.
 *
 * @param path - The file.
 * @param options - What alternatives are that an order leaves out.
 */
export async function readPrefLib(path: string, options: PrefLibOptions = {}): Promise<PreferenceDataset> {
  return parseFile(path, createPrefLibParser({ file: path, ...options }), options);
}

/**
 * Reads ratings from a text file, plain or packed with gzip. Format and result: {@link parseRatings}.
 *
 * @param path - The file.
 * @param options - Columns, direction, and who is left out.
 */
export async function readRatings(path: string, options: RatingsOptions = {}): Promise<RatingsDataset> {
  return parseFile(path, createRatingsParser({ file: path, ...options }), options);
}

/**
 * Reads preferences from JSON Lines, plain or packed with gzip. Format and result: {@link parseTiersJsonl}.
 *
 * @param path - The file.
 * @param options - Items to begin with, and what unnamed items are.
 */
export async function readTiersJsonl(path: string, options: TiersJsonlOptions = {}): Promise<PreferenceDataset> {
  return parseFile(path, createTiersJsonlParser({ file: path, ...options }), options);
}

/**
 * Reads pairwise comparisons, plain or packed with gzip. Format and result: {@link parseComparisons}.
 *
 * @param path - The file.
 * @param options - Columns, and items to begin with.
 */
export async function readComparisons(path: string, options: ComparisonsOptions = {}): Promise<ComparisonsDataset> {
  return parseFile(path, createComparisonsParser({ file: path, ...options }), options);
}

/** Options of {@link readLetor}. */
export interface ReadLetorOptions extends Omit<LetorOptions, "querySizes"> {
  /** The file with the number of documents of each query, one a line. Default: the path with `.query` behind it. */
  readonly queryFile?: string;
}

/**
 * Reads graded documents, plain or packed with gzip. Format and result: {@link parseLetor}. Where lines name no query, a
 * second file says how many documents each query has.
 *
 * @param path - The file.
 * @param options - Where the sizes of the queries stand, number of features.
 */
export async function readLetor(path: string, options: ReadLetorOptions = {}): Promise<LetorDataset> {
  const { queryFile = `${path}.query`, ...others } = options;
  const hasSizes = options.queryFile !== undefined || existsSync(queryFile);
  const sizes = hasSizes
    ? { querySizes: await parseFile(queryFile, createSizesParser(queryFile, options), options) }
    : {};
  return parseFile(path, createLetorParser({ file: path, ...others, ...sizes }), options);
}
