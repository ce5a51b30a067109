import { checkScores, type Scores } from "../passes/scores.ts";
import { checkPreference, type Preference } from "./preference.ts";

/**
 * Preferences over the same items in a flat layout: typed arrays that are checked once and walked without allocation.
 * Preference p has the tiers `preferenceOffsets[p]` … `preferenceOffsets[p + 1] − 1`; tier t has the items
 * `items[tierOffsets[t]]` … `items[tierOffsets[t + 1] − 1]`.
 */
export interface PackedPreferences {
  /** N, the number of items. */
  readonly itemCount: number;
  /** The number of preferences. */
  readonly count: number;
  /** The items of every tier of every preference, one after another. */
  readonly items: Int32Array;
  /** The offset of each tier in `items`; one entry more than the number of tiers. */
  readonly tierOffsets: Int32Array;
  /** The index of each preference's first tier; `count` + 1 entries. */
  readonly preferenceOffsets: Int32Array;
  /** For each preference, 1 if the items it does not name form its lowest tier, 0 if they are unobserved. */
  readonly restIsLowest: Uint8Array;
}

function checkPacked(preferences: PackedPreferences): void {
  if (!(preferences?.tierOffsets instanceof Int32Array)) {
    throw new TypeError(`preferences is ${preferences}; expected the result of packPreferences`);
  }
}

/**
 * Packs preferences over `itemCount` items for {@link logLikelihoodRows} and {@link sharedLogLikelihood}.
 *
 * @param preferences - One preference per observation. Each is checked with {@link checkPreference}; error messages
 *   begin with the index of the observation.
 * @param itemCount - N, the number of items.
 *
 * @example
 * ```ts
 * import { packPreferences } from "@tierwise/core-integrator";
 *
 * const packed = packPreferences([{ tiers: [[2], [0, 1]] }, { tiers: [[3]] }], 5);
 * console.log(packed.count, [...packed.items], [...packed.tierOffsets]); // 2 [ 2, 0, 1, 3 ] [ 0, 1, 3, 4 ]
 * ```
 */
export function packPreferences(preferences: readonly Preference[], itemCount: number): PackedPreferences {
  if (!Array.isArray(preferences)) {
    throw new TypeError(`preferences is ${preferences}; expected an array of preferences`);
  }
  for (const [p, preference] of preferences.entries()) {
    try {
      checkPreference(preference, itemCount);
    } catch (error) {
      if (error instanceof Error) error.message = `preferences[${p}]: ${error.message}`;
      throw error;
    }
  }
  return packChecked(preferences, itemCount);
}

/** Packs preferences that have already been checked. */
export function packChecked(preferences: readonly Preference[], itemCount: number): PackedPreferences {
  let named = 0;
  let tierCount = 0;
  for (const { tiers } of preferences) {
    tierCount += tiers.length;
    for (const tier of tiers) named += tier.length;
  }
  const items = new Int32Array(named);
  const tierOffsets = new Int32Array(tierCount + 1);
  const preferenceOffsets = new Int32Array(preferences.length + 1);
  const restIsLowest = new Uint8Array(preferences.length);
  let item = 0;
  let tier = 0;
  for (const [p, { tiers, rest }] of preferences.entries()) {
    for (const members of tiers) {
      items.set(members, item);
      item += members.length;
      tierOffsets[++tier] = item;
    }
    preferenceOffsets[p + 1] = tier;
    restIsLowest[p] = rest === "unobserved" ? 0 : 1;
  }
  return { itemCount, count: preferences.length, items, tierOffsets, preferenceOffsets, restIsLowest };
}

/** The arrays that accompany scores and preferences in an evaluation. */
export interface EvaluationArrays {
  /** One entry per score. */
  readonly gradient?: ArrayLike<number>;
  /** One entry per preference. */
  readonly values?: ArrayLike<number>;
  /** One weight per preference. */
  readonly weights?: ArrayLike<number>;
  /** Indices of preferences. */
  readonly subset?: ArrayLike<number>;
}

/**
 * Throws unless the preferences are packed and the lengths of the arrays match.
 *
 * @param layout - `"rows"`: N scores per preference, which the walk checks row by row. `"shared"`: N scores for all preferences, which
 *   are checked here.
 */
export function checkEvaluation(
  layout: "rows" | "shared",
  scores: Scores,
  preferences: PackedPreferences,
  { gradient, values, weights, subset }: EvaluationArrays,
): void {
  checkPacked(preferences);
  const { count, itemCount } = preferences;
  const isShared = layout === "shared";
  if (isShared) checkScores(scores);
  const rows = ` for ${count} rows of ${itemCount} items`;
  const [perScore, perPreference] = isShared ? [", one per item", ", one per observation"] : [rows, rows];
  const length = isShared ? itemCount : count * itemCount;
  checkLength("scores", scores, length, perScore);
  checkLength("gradient", gradient, length, perScore);
  checkLength("values", values, count, perPreference);
  checkLength("weights", weights, count, perPreference);
  for (let i = 0; i < (subset?.length ?? 0); i++) {
    const b = subset?.[i] ?? Number.NaN;
    if (!Number.isInteger(b) || b < 0 || b >= count) {
      throw new RangeError(`subset[${i}] is ${b}; expected the index of an observation, from 0 to ${count - 1}`);
    }
  }
}

function checkLength(name: string, array: ArrayLike<number> | undefined, expected: number, what: string): void {
  if (array === undefined || array.length === expected) return;
  throw new RangeError(`${name} has length ${array.length}; expected ${expected}${what}`);
}

/** Returns the weight of observation b, or 1 if there are no weights. Throws if the weight is not a finite number. */
export function weightOf(weights: ArrayLike<number> | undefined, b: number): number {
  if (weights === undefined) return 1;
  const weight = weights[b];
  if (!Number.isFinite(weight)) throw new RangeError(`weights[${b}] is ${weight}; expected a finite number`);
  return weight;
}
