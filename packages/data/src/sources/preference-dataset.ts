import type { Preference } from "@tierwise/core-integrator";
import type { MemoryOptions } from "../reading/memory-limit.ts";

/** Preferences over named items, whatever file they came from. */
export interface PreferenceDataset {
  /** The names of the items: item i of a preference is `itemNames[i]`. */
  readonly itemNames: readonly string[];
  /** One preference for each line, user or query. */
  readonly preferences: readonly Preference[];
  /** How often each preference was observed: its multiplicity, or its weight. */
  readonly weights: Float64Array;
}

/** What every parser of tiers takes. */
export interface TierSourceOptions extends MemoryOptions {
  /** What to call the input in errors. Default `"input"`; the readers of files use the path. */
  readonly file?: string;
}
