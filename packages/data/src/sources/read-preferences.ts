import { existsSync } from "node:fs";
import { openSource } from "../files/open-source.ts";
import { parseFile } from "../files/read-file.ts";
import { DatasetError } from "../reading/dataset-error.ts";
import type { ReadPreferencesResult } from "./parse-preferences.ts";
import { createSizesParser } from "./query-sizes.ts";
import type { ReadPreferencesOptions } from "./read-options.ts";
import { readSource } from "./read-source.ts";
import { createReadingSession, type ReadingSession, type SessionResult } from "./reading-session.ts";

/**
 * Reads preferences over named items from one or several files of any supported layout: battles, choices, ratings, places, clicks,
 * impressions, ballots, orders, tier lists, spreadsheets, PrefLib votes, graded documents and JSON Lines of tiers. Tables may be CSV, TSV
 * or other delimited text, JSON Lines, a JSON array or Parquet. Files may be gzipped.
 *
 * The content of the file determines how it is interpreted. If there are two interpretations with different winners, or if the column
 * names are unknown, the error lists what was found and the options that resolve the problem.
 *
 * @param path - The file, several files of the same layout, or `-` for standard input.
 * @param options - Settings that the file itself does not specify.
 * @returns Item names, preferences and weights, and how the file was interpreted.
 * @throws DatasetError if a file is invalid, ambiguous or empty.
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
 * console.log(itemNames, preferences.length); // [ 'milk', 'rice', 'tea' ] 2
 * console.log(reading.format, JSON.stringify(reading.columns)); // battles {"winner":"winner","loser":"loser"}
 * console.log(reading.samples); // [ 'milk beats rice', 'tea beats milk' ]
 * ```
 */
export async function readPreferences(
  path: string | readonly string[],
  options: ReadPreferencesOptions = {},
): Promise<ReadPreferencesResult> {
  return readSession(path, options);
}

export async function readSession(
  path: string | readonly string[],
  options: ReadPreferencesOptions,
  { inspects = false } = {},
): Promise<SessionResult> {
  const paths = typeof path === "string" ? [path] : path;
  if (paths.length === 0) throw new RangeError("path is an empty list; expected at least one file");
  const session = createReadingSession({ file: paths[0], ...options }, { inspects });
  for (const one of paths) await readInto(session, one, options);
  return session.finish();
}

async function readInto(session: ReadingSession, path: string, options: ReadPreferencesOptions): Promise<void> {
  const source = await openSource(path);
  const file = options.file ?? source.file;
  try {
    await readSource(session, { ...source, file }, await querySizes(path, options));
  } finally {
    await source.close();
  }
}

/** The number of documents per query, if the file `path.query` exists. */
async function querySizes(path: string, options: ReadPreferencesOptions): Promise<{ querySizes?: ArrayLike<number> }> {
  const file = `${path}.query`;
  if (path === "-" || !existsSync(file)) return {};
  try {
    return { querySizes: await parseFile(file, createSizesParser(file, options), options) };
  } catch (error) {
    if (error instanceof DatasetError) return {};
    throw error;
  }
}
