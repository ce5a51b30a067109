import { DatasetError, quoted } from "../reading/dataset-error.ts";
import { parseDecimal } from "../reading/decimal.ts";
import { type LineParser, parseText } from "../reading/lines.ts";
import { createMemoryMeter } from "../reading/memory-limit.ts";
import { type DelimitedLayout, type Delimiter, detectDelimiter, layoutOf, splitFields } from "./delimited.ts";
import { createGradeCollector } from "./grade-collector.ts";
import { createItemIndex } from "./item-index.ts";
import type { PreferenceDataset, TierSourceOptions } from "./preference-dataset.ts";

/** Options for {@link parseRatings} and {@link readRatings}. */
export interface RatingsOptions extends TierSourceOptions {
  /** Whether higher values are better, as for stars, or lower ones, as for ranks. Default: `"higher"`. */
  readonly better?: "higher" | "lower";
  /** Minimum number of ratings per user; users with fewer are omitted. Default: 1. */
  readonly minRatings?: number;
  /** The columns, each a 0-based number or a name in the header. Default: 0, 1 and 2. */
  readonly columns?: {
    /** The user who rates. */
    readonly user?: number | string;
    /** The rated item. */
    readonly item?: number | string;
    /** The rating, a number. */
    readonly rating?: number | string;
  };
  /** The field delimiter; `" "` is any white space. Default: detected from the first line. */
  readonly delimiter?: Delimiter;
  /** Items to number first, in this order, so that two files can share item numbers. New items follow in order of occurrence. */
  readonly itemNames?: readonly string[];
  /** The meaning of unrated items; `"lowest"` ranks them below all that the user rated. Default: `"unobserved"`. */
  readonly rest?: "unobserved" | "lowest";
}

/** Ratings as preferences, one per user. */
export interface RatingsDataset extends PreferenceDataset {
  /** The users in order of first occurrence; `preferences[i]` belongs to user i. */
  readonly users: readonly string[];
  /** The rating of each tier: user i rated the items of `preferences[i].tiers[m]` with `ratings[i][m]`. */
  readonly ratings: readonly Float64Array[];
}

const FIRST_COLUMNS = { user: 0, item: 1, rating: 2 };

/**
 * Parses ratings, one `user,item,rating` per line, into one preference per user: items with equal ratings form a tier, and
 * the best rating comes first.
 *
 * Fields are delimited by commas, tabs, semicolons, `::` or white space, and may be quoted. A first line whose rating is not a
 * number is a header.
 *
 * @param text - The text of the file.
 * @param options - Columns, direction of the scale, and minimum number of ratings.
 * @throws DatasetError if a line lacks a field, a rating is not a finite number, or a user rates an item twice.
 *
 * @example
 * ```ts
 * import { parseRatings } from "@tierwise/data";
 *
 * const { itemNames, users, preferences, ratings } = parseRatings("user,item,rating\nann,tea,5\nann,milk,2.5\nann,rice,5\n");
 * console.log(users, itemNames); // [ 'ann' ] [ 'tea', 'milk', 'rice' ]
 * console.log(preferences[0].tiers); // [ Int32Array(2) [ 0, 2 ], Int32Array(1) [ 1 ] ]
 * console.log(ratings[0]); // Float64Array(2) [ 5, 2.5 ]
 * ```
 */
export function parseRatings(text: string, options: RatingsOptions = {}): RatingsDataset {
  return parseText(text, createRatingsParser(options));
}

/** The parser behind {@link parseRatings}. */
export function createRatingsParser(
  options: RatingsOptions,
): LineParser<RatingsDataset> & { layout(): DelimitedLayout | undefined } {
  const { better = "higher", minRatings = 1, file = "input", rest = "unobserved" } = options;
  const columns = { ...FIRST_COLUMNS, ...options.columns };
  const memory = createMemoryMeter(file, options);
  const items = createItemIndex(memory, options.itemNames);
  const users = createItemIndex(memory);
  const ratings = createGradeCollector(memory);
  let delimiter = options.delimiter;
  let places: [user: number, item: number, rating: number] | undefined;
  let layout: DelimitedLayout | undefined;

  /** The positions of the columns; named columns are looked up in the first line. */
  function locate(fields: readonly string[], line: number): [number, number, number] {
    const place = (column: number | string): number => {
      const at = typeof column === "number" ? column : fields.indexOf(column);
      if (at < 0) throw new DatasetError(`there is no column ${quoted(String(column))}`, { file, line });
      return at;
    };
    return [place(columns.user), place(columns.item), place(columns.rating)];
  }

  return {
    layout: () => layout,
    line(text, line) {
      if (text.trim() === "") return;
      delimiter ??= detectDelimiter(text);
      const fields = splitFields(text, delimiter);
      if (fields === undefined)
        throw new DatasetError("a quote is not closed, or is followed by other text", { file, line });
      const isFirst = layout === undefined;
      places ??= locate(fields, line);
      const [user, item, rating] = places.map((place) => fields[place]);
      if (rating === undefined || user === undefined || item === undefined) {
        const needed = Math.max(...places) + 1;
        throw new DatasetError(`expected at least ${needed} fields, found ${fields.length}`, { file, line });
      }
      const value = parseDecimal(rating.trim());
      if (isFirst) {
        const header = Number.isNaN(value);
        const [userAt, itemAt, ratingAt] = places;
        layout = layoutOf(fields, delimiter, header, { user: userAt, item: itemAt, rating: ratingAt });
        if (header) return;
      }
      if (!Number.isFinite(value)) throw new DatasetError(`rating ${quoted(rating)} is not a number`, { file, line });
      ratings.add(users.of(user, line), items.of(item, line), better === "higher" ? value : -value, line);
    },
    finish() {
      const repeated = (user: number, item: number, line: number): DatasetError =>
        new DatasetError(`user ${quoted(users.names[user])} rates item ${quoted(items.names[item])} twice`, {
          file,
          line,
        });
      const graded = ratings.finish(users.names.length, items.names.length, repeated);
      const counts = graded.map(({ tiers }) => tiers.reduce((sum, tier) => sum + tier.length, 0));
      const isKept = (_: unknown, user: number): boolean => counts[user] >= minRatings;
      const kept = graded.filter(isKept);
      const preferences = kept.map(({ tiers }) => ({ tiers, rest }));
      const sign = better === "higher" ? 1 : -1;
      return {
        itemNames: items.names,
        users: users.names.filter(isKept),
        preferences,
        ratings: kept.map(({ grades }) => grades.map((grade) => sign * grade)),
        weights: new Float64Array(preferences.length).fill(1),
      };
    },
  };
}
