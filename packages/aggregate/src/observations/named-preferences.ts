import type { Preference } from "@tierwise/core-integrator";

/** Preferences together with the names of their items, as readers of data return them. */
export interface NamedPreferences {
  /** The names of the N items; item i of a preference is `itemNames[i]`. */
  readonly itemNames: readonly string[];
  /** One preference per observation, of N items. */
  readonly preferences: readonly Preference[];
  /** How often each preference was observed. Default: 1 each. */
  readonly weights?: ArrayLike<number>;
}
