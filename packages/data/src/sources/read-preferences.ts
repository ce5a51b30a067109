import { parseFile, readLines } from "../files/read-file.ts";
import { DatasetError } from "../reading/dataset-error.ts";
import type { LineParser } from "../reading/lines.ts";
import { type ComparisonsOptions, createComparisonsParser, isComparisonsHeader } from "./comparisons.ts";
import type { DelimitedLayout } from "./delimited.ts";
import type { PreferenceDataset } from "./preference-dataset.ts";
import { createPrefLibParser } from "./preflib.ts";
import { createRatingsParser, type RatingsOptions } from "./ratings.ts";
import { createTiersJsonlParser } from "./tiers-jsonl.ts";

/** The formats that {@link readPreferences} reads. */
export const preferenceFormats = ["tiers", "ratings", "comparisons", "preflib"] as const;

/** The name of a format: `"tiers"` is JSON Lines. */
export type PreferenceFormat = (typeof preferenceFormats)[number];

/** Options for {@link readPreferences}. */
export interface ReadPreferencesOptions extends Omit<RatingsOptions, "columns"> {
  /** The file format. Default: determined by `detectFormat`. */
  readonly format?: PreferenceFormat;
  /** The columns of ratings or comparisons, each a 0-based number or a name in the header. Default: those of the format. */
  readonly columns?: NonNullable<RatingsOptions["columns"]> & NonNullable<ComparisonsOptions["columns"]>;
}

/** How a file was interpreted, as a small JSON-compatible object. */
export interface Reading extends Partial<DelimitedLayout> {
  /** The format of the file. */
  readonly format: PreferenceFormat;
}

/** Preferences, and how their file was interpreted. */
export interface ReadPreferencesResult extends PreferenceDataset {
  /** The format and, for ratings and comparisons, the layout of the columns. */
  readonly reading: Reading;
}

/**
 * Reads preferences over named items from a file of any supported format: JSON Lines of tiers, ratings, comparisons or PrefLib
 * orders, plain or gzipped.
 *
 * @param path - The file.
 * @param options - The format, if the file name does not determine it, and the options of that format.
 * @returns Item names, preferences and weights, and how the file was interpreted.
 *
 * @example
 * ```ts
 * import { mkdtempSync, writeFileSync } from "node:fs";
 * import { join } from "node:path";
 * import { tmpdir } from "node:os";
 * import { readPreferences } from "@tierwise/data";
 *
 * const path = join(mkdtempSync(join(tmpdir(), "tierwise-")), "duels.csv");
 * writeFileSync(path, "winner,loser\ntea,milk\nmilk,rice\n");
 * const { itemNames, preferences, reading } = await readPreferences(path);
 * console.log(itemNames, preferences.length); // [ 'tea', 'milk', 'rice' ] 2
 * console.log(JSON.stringify(reading));
 * // {"format":"comparisons","delimiter":",","header":true,"columns":{"better":"winner","worse":"loser"}}
 * ```
 */
export async function readPreferences(
  path: string,
  options: ReadPreferencesOptions = {},
): Promise<ReadPreferencesResult> {
  const format = options.format ?? (await detectFormat(path, options));
  const parser = parserOf(format, { file: path, ...options });
  const dataset = await parseFile(path, parser, options);
  return { ...dataset, reading: { format, ...parser.layout?.() } };
}

/** The parser of a format, with the column layout if the format is delimited. */
type SourceParser = LineParser<PreferenceDataset> & { readonly layout?: () => DelimitedLayout | undefined };

function parserOf(format: PreferenceFormat, options: ReadPreferencesOptions): SourceParser {
  switch (format) {
    case "preflib":
      return createPrefLibParser(options);
    case "tiers":
      return createTiersJsonlParser(options);
    case "comparisons":
      return createComparisonsParser(options);
    case "ratings":
      return createRatingsParser(options);
  }
}

/**
 * Detects the format of a file, gzipped or not, by its name; the first line of text distinguishes ratings from comparisons.
 *
 * @param path - The file.
 * @param options - The delimiter, if known, and the memory limit.
 * @throws DatasetError with `option: "format"` if the name does not determine the format.
 */
export async function detectFormat(path: string, options: ReadPreferencesOptions = {}): Promise<PreferenceFormat> {
  const name = path.replace(/\.gz$/i, "").toLowerCase();
  if (/\.(soc|soi|toc|toi)$/.test(name)) return "preflib";
  if (/\.(jsonl|ndjson|json)$/.test(name)) return "tiers";
  if (/\.(csv|tsv|dat|txt|data)$/.test(name)) return (await hasComparisons(path, options)) ? "comparisons" : "ratings";
  const problem = `the name does not determine the format; expected format to be one of ${preferenceFormats.join(", ")}`;
  throw new DatasetError(problem, { file: path, option: "format" });
}

/** Whether the first line of text is a header of comparisons. */
async function hasComparisons(path: string, options: ReadPreferencesOptions): Promise<boolean> {
  let found = false;
  const onLine = (text: string): boolean => {
    found = isComparisonsHeader(text, options.delimiter);
    return text.trim() === "";
  };
  await readLines(path, onLine, options);
  return found;
}
