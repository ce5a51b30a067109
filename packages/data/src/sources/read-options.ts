import type { WinnerConvention } from "../columns/plan.ts";
import type { TextEncoding } from "../encoding/text-encoding.ts";
import type { BattleTies, KeepColumns } from "../layouts/battle-table.ts";
import type { DuplicatesPolicy, MissingPolicy } from "../layouts/reducer.ts";
import type { Delimiter } from "../records/delimited-records.ts";
import type { TierSourceOptions } from "./preference-dataset.ts";
import type { PreferenceFormat } from "./reading.ts";

/** Options for {@link readPreferences}, {@link parsePreferences} and {@link inspectFile}. Everything that is not set is detected. */
export interface ReadPreferencesOptions extends TierSourceOptions {
  /** The layout of the file; `"comparisons"` is another name for `"battles"`. Default: detected. */
  readonly format?: PreferenceFormat | "comparisons";
  /**
   * The column of each role: a 0-based number or a name in the header; `"season+round"` combines two columns. Battles have the roles `a`,
   * `b`, `winner`, `loser`, `judge`, `weight` and `time`; ratings have `user`, `item`, `rating` and `time`; places have `user`, `item` and
   * `place`; ballots have `user` and `choices`, such as `"best+second"`. Default: detected from the names of the columns.
   */
  readonly columns?: Readonly<Record<string, number | string | undefined>>;
  /** The field delimiter; `" "` is any whitespace. Default: detected. */
  readonly delimiter?: Delimiter;
  /** The text encoding. Default: detected. */
  readonly encoding?: TextEncoding;
  /** Whether higher values (as with stars) or lower values (as with places) are better. Default: inferred from the column name. */
  readonly better?: "higher" | "lower";
  /** How items that an observation does not mention are treated. Default: depends on the layout; see `reading.rest` in the result. */
  readonly rest?: "lowest" | "unobserved";
  /** How battles record the winner. Default: detected. */
  readonly winner?: WinnerConvention;
  /** How `preferences` count a tied battle: as half a win for each side, or not at all. Default: `"half"`. */
  readonly ties?: BattleTies;
  /** Columns of battles to keep in the table of battles. Default: none. */
  readonly keep?: KeepColumns;
  /** How to treat rows with a missing value: `"skip"` skips and counts them, `"error"` throws an error. Default: `"error"`. */
  readonly missing?: MissingPolicy;
  /**
   * Which value counts if a user rates an item twice: the `"last"` or `"first"` by time (by line without a time column), or the `"mean"`;
   * with `"error"`, different values are an error. Equal values are always counted once. Default: `"error"`.
   */
  readonly duplicates?: DuplicatesPolicy;
  /** Minimum number of ratings per user; users with fewer ratings are omitted. Default: 1. */
  readonly minRatings?: number;
  /** Items that get the first numbers, in this order, so that files can share item numbers. Default: none. */
  readonly itemNames?: readonly string[];
}
