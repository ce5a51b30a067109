import { existsSync } from "node:fs";
import { parseFile } from "../files/read-file.ts";
import { createLetorParser, type LetorDataset, type LetorOptions } from "./letor.ts";
import type { PreferenceDataset } from "./preference-dataset.ts";
import { createPrefLibParser, type PrefLibOptions } from "./preflib.ts";
import { createSizesParser } from "./query-sizes.ts";
import { type RatingsDataset, type RatingsOptions, ratingsOf, withPositions } from "./ratings.ts";
import { readSession } from "./read-preferences.ts";
import { createTiersJsonlParser, type TiersJsonlOptions } from "./tiers-jsonl.ts";

/**
 * Reads a PrefLib file, `.soc`, `.soi`, `.toc` or `.toi`, plain or gzipped. See {@link parsePrefLib} for the format and result.
 *
 * @param path - The path of the file.
 * @param options - How to treat alternatives that an order omits.
 */
export async function readPrefLib(path: string, options: PrefLibOptions = {}): Promise<PreferenceDataset> {
  return parseFile(path, createPrefLibParser({ file: path, ...options }), options);
}

/**
 * Reads ratings, places, clicks or impressions from one or several files in any container that {@link readPreferences}
 * reads. See {@link parseRatings} for the result.
 *
 * @param path - The file, or several files of the same layout.
 * @param options - Columns, direction of the scale, and minimum number of ratings.
 */
export async function readRatings(
  path: string | readonly string[],
  options: RatingsOptions = {},
): Promise<RatingsDataset> {
  const result = await withPositions(options, (others) => readSession(path, others));
  return ratingsOf(result, options.file ?? (typeof path === "string" ? path : path[0]));
}

/**
 * Reads preferences from JSON Lines, plain or gzipped. See {@link parseTiersJsonl} for the format and result.
 *
 * @param path - The path of the file.
 * @param options - Items that get the first numbers, and how to treat items in no tier.
 */
export async function readTiersJsonl(path: string, options: TiersJsonlOptions = {}): Promise<PreferenceDataset> {
  return parseFile(path, createTiersJsonlParser({ file: path, ...options }), options);
}

/** Options for {@link readLetor}. */
export interface ReadLetorOptions extends Omit<LetorOptions, "querySizes"> {
  /** A file with the number of documents per query, one per line. Default: the path with `.query` appended. */
  readonly queryFile?: string;
}

/**
 * Reads graded documents, plain or gzipped. See {@link parseLetor} for the format and result. If the lines have no `qid`, a
 * second file states the number of documents per query.
 *
 * @param path - The path of the file.
 * @param options - The file with the number of documents per query, and the number of features.
 */
export async function readLetor(path: string, options: ReadLetorOptions = {}): Promise<LetorDataset> {
  const { queryFile = `${path}.query`, ...others } = options;
  const hasSizes = options.queryFile !== undefined || existsSync(queryFile);
  const sizes = hasSizes
    ? { querySizes: await parseFile(queryFile, createSizesParser(queryFile, options), options) }
    : {};
  return parseFile(path, createLetorParser({ file: path, ...others, ...sizes }), options);
}
