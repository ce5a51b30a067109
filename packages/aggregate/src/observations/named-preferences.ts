import type { Preference } from "@tierwise/core-integrator";

/** Preferences with the names of their items, as returned by data readers. */
export interface NamedPreferences {
  /** The names of the N items; item i of a preference is `itemNames[i]`. */
  readonly itemNames: readonly string[];
  /** One preference over N items per observation. */
  readonly preferences: readonly Preference[];
  /** How often each preference was observed. Default: 1 each. */
  readonly weights?: ArrayLike<number>;
  /** The cluster of each preference, such as its voter or its question, as an integer from 0. Default: all observations are independent. */
  readonly clusters?: ArrayLike<number>;
}
