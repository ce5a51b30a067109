import type { Reduced } from "../layouts/reducer.ts";
import { DatasetError } from "../reading/dataset-error.ts";
import { parsePreferences } from "./parse-preferences.ts";
import type { PreferenceDataset } from "./preference-dataset.ts";
import type { ReadPreferencesOptions } from "./read-options.ts";
import type { Reading } from "./reading.ts";

/** Options for {@link parseRatings} and {@link readRatings}. */
export type RatingsOptions = Omit<ReadPreferencesOptions, "winner" | "ties" | "keep">;

/** Ratings, places, clicks or impressions as preferences, one per user. */
export interface RatingsDataset extends PreferenceDataset {
  /** The users, in canonical order; `preferences[i]` belongs to user i. */
  readonly users: readonly string[];
  /** The rating of each tier: user i rated the items of `preferences[i].tiers[m]` with `ratings[i][m]`. A click is 1, and no click is 0. */
  readonly ratings: readonly Float64Array[];
  /** How the file was interpreted. */
  readonly reading: Reading;
}

/**
 * Parses ratings into one preference per user: items with equal ratings form a tier, and the best rating comes first. Also accepts places,
 * clicks and impressions. Users and items are numbered in the order of their names, so that the order of rows does not matter.
 *
 * The names of the columns determine their roles. Without a header, the columns are user, item and rating.
 *
 * @param text - The text of the file.
 * @param options - Columns, direction of the scale, and minimum number of ratings.
 * @throws DatasetError if a field is missing, a rating is not a number, or a user gives an item two different ratings.
 *
 * @example
 * ```ts
 * import { parseRatings } from "@tierwise/data";
 *
 * const { itemNames, users, preferences, ratings } = parseRatings("user,item,rating\nann,tea,5\nann,milk,2.5\nann,rice,5\n");
 * console.log(users, itemNames); // [ 'ann' ] [ 'milk', 'rice', 'tea' ]
 * console.log(preferences[0].tiers); // [ Int32Array(2) [ 1, 2 ], Int32Array(1) [ 0 ] ]
 * console.log(ratings[0]); // Float64Array(2) [ 5, 2.5 ]
 * ```
 */
export function parseRatings(text: string, options: RatingsOptions = {}): RatingsDataset {
  const file = options.file ?? "input";
  return ratingsOf(
    withPositions(options, (others) => parsePreferences(text, others)),
    file,
  );
}

/** Detects the layout. If there is no header and the roles of the columns are ambiguous, the columns are taken as user, item and rating. */
export function withPositions<T>(options: RatingsOptions, read: (options: ReadPreferencesOptions) => T): T {
  const isUnclear = (error: unknown): boolean =>
    error instanceof DatasetError &&
    error.option === "columns" &&
    error.line === 1 &&
    options.format === undefined &&
    options.columns === undefined;
  const retry = (): T => read({ ...options, format: "ratings" });
  try {
    const result = read(options);
    if (!(result instanceof Promise)) return result;
    return result.catch((error: unknown) => {
      if (isUnclear(error)) return retry();
      throw error;
    }) as T;
  } catch (error) {
    if (isUnclear(error)) return retry();
    throw error;
  }
}

/** Converts the result of a reader to ratings; throws if the file contains anything else. */
export function ratingsOf(result: Reduced & { readonly reading: Reading }, file: string): RatingsDataset {
  const { users, ratings, reading } = result;
  if (users === undefined || ratings === undefined) {
    throw new DatasetError(`the format is "${reading.format}"; expected ratings, places, clicks or impressions`, {
      file,
      option: "format",
    });
  }
  const { itemNames, preferences, weights } = result;
  return { itemNames, users, preferences, ratings, weights, reading };
}
