import type { Role } from "./column-words.ts";
import type { ColumnProfile, TableProfile } from "./table-profile.ts";

/** The table layouts. */
export const tableFormats = [
  "battles",
  "choices",
  "ratings",
  "places",
  "impressions",
  "clicks",
  "ballots",
  "orders",
  "table",
] as const;

/** The name of a table layout. */
export type TableFormat = (typeof tableFormats)[number];

/** The properties of a table that the caller specifies; all others are detected. */
export interface Request {
  readonly file: string;
  readonly format: TableFormat | undefined;
  /** The columns that the caller names, by role. */
  readonly given: Readonly<Partial<Record<Role, readonly number[]>>>;
  readonly best: "higher" | "lower" | undefined;
  readonly rest: "lowest" | "unobserved" | undefined;
  readonly winner: WinnerConvention | undefined;
}

/** One interpretation of a table. */
export interface Plan {
  readonly format: TableFormat;
  /** The columns of each role. A role may have several columns, such as season and round for a race, or the choices of a ballot. */
  readonly columns: Readonly<Partial<Record<Role | "values", readonly number[]>>>;
  /** Which end of the scale is best, if there is a scale. */
  readonly best?: "higher" | "lower";
  /** How items that an observation does not mention are treated. */
  readonly rest: "lowest" | "unobserved";
  /** How battles record the winner. */
  readonly outcome?: WinnerConvention;
  /** The columns of a file of winners and losers that may mark ties, with the words that do, in the form of `normalized`. */
  readonly tieMarks?: readonly { readonly column: number; readonly words: readonly string[] }[];
  /** The words that distinguish the sides of a battle. */
  readonly sides?: readonly [string, string];
  /** A description of this plan, for the error that lists several plans. */
  readonly words: string;
  /** The options that select this plan. */
  readonly choose: Readonly<Record<string, string>>;
}

/** How the winner of a battle is written. */
export const winnerConventionNames = ["item", "side", "score", "sign", "number", "index", "result"] as const;

/**
 * How the winner of a battle is written: as the name of an `item` or of a `side`; as the `score` of the first side (1, 0.5 or 0); as a
 * `sign` (positive if the first side wins); as the `number` of the side (1 or 2; 0 for a tie); as its `index` (0 or 1; 2 for a tie); or as
 * a `result` such as `2-1`.
 */
export type WinnerConvention = (typeof winnerConventionNames)[number];

/** Finds the columns for each role. */
export interface RoleFinder {
  readonly profile: TableProfile;
  readonly request: Request;
  /** The candidate columns for a role, best match first: those that the caller names, or otherwise those with a suitable name. */
  find(role: Role): readonly ColumnProfile[];
  /** The columns that the caller names for a role. */
  given(role: Role): readonly number[] | undefined;
  /** The name of a column in messages and results. */
  nameOf(index: number): string;
  /** How an option refers to a column: by name, or by number if it has no name. */
  optionOf(index: number): number | string;
}
