import type { Preference } from "@tierwise/core-integrator";
import type { BattleTable } from "../layouts/battle-table.ts";
import type { MemoryOptions } from "../reading/memory-limit.ts";

/** Preferences over named items, from a file of any format. */
export interface PreferenceDataset {
  /** The names of the items: `itemNames[i]` is the name of item i. */
  readonly itemNames: readonly string[];
  /** The preferences. Depending on the format, there is one preference per line, per user, per query, or per pair of winner and loser. */
  readonly preferences: readonly Preference[];
  /** The weight of each preference: the number of times it was observed. */
  readonly weights: Float64Array;
  /** The name of the person who made each observation, if known. */
  readonly users?: readonly string[];
  /** For battles, a table of all battles, including ties. */
  readonly battles?: BattleTable;
}

/** Options that all parsers of preferences share. */
export interface TierSourceOptions extends MemoryOptions {
  /** The name of the input in error messages. Default: `"input"`, or the path when reading a file. */
  readonly file?: string;
}
