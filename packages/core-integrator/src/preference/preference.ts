/**
 * A partitioned preference S₁ ≻ S₂ ≻ … ≻ S_M (Definition 2): every item in a tier is above every item in later tiers, and the order within
 * a tier is unknown.
 *
 * @example
 * ```ts
 * import type { Preference } from "@tierwise/core-integrator";
 *
 * // Five stars for items 3 and 0, three for item 4; every other item was skipped.
 * const preference: Preference = { tiers: [[3, 0], [4]] };
 * ```
 */
export interface Preference {
  /** Item indices, best tier first; the order within a tier is unknown. A tier may be empty. */
  readonly tiers: readonly ArrayLike<number>[];
  /**
   * How to treat items that appear in no tier.
   *
   * - `"lowest"` (default): they form an additional tier below all others.
   * - `"unobserved"`: they are not part of this observation, as if they did not exist.
   */
  readonly rest?: "lowest" | "unobserved";
}

/**
 * Throws unless `preference` is a valid preference over `itemCount` items: tiers are arrays of integers in
 * 0 … itemCount − 1, no item is named twice, and `rest` is valid. The message names the location and the value.
 *
 * Every function in this package that takes a preference performs the same check; call `checkPreference` to reject bad input early. The
 * cost is proportional to the number of named items.
 *
 * @param preference - The preference to check.
 * @param itemCount - N, the number of items.
 * @throws TypeError if a value has the wrong type, RangeError if a value is out of range or repeated.
 *
 * @example
 * ```ts
 * import { checkPreference } from "@tierwise/core-integrator";
 *
 * try {
 *   checkPreference({ tiers: [[0, 1], [2, 1]] }, 4);
 * } catch (error) {
 *   console.log((error as Error).message); // tiers[1][1] is item 1, which tiers[0] already contains
 * }
 * ```
 */
export function checkPreference(preference: Preference, itemCount: number): void {
  checkForm(preference);
  if (!Number.isInteger(itemCount) || itemCount < 0) {
    throw new RangeError(`itemCount is ${itemCount}; expected a nonnegative integer`);
  }
  const { tiers } = preference;
  const tierOf = tierMemory(itemCount, tiers.length);
  for (let m = 0; m < tiers.length; m++) {
    const tier = tiers[m];
    for (let i = 0; i < tier.length; i++) {
      const item = tier[i];
      if (!Number.isInteger(item) || item < 0 || item >= itemCount) throw notAnItem(m, i, item, itemCount);
      const earlier = tierOf.put(item, m);
      if (earlier >= 0) throw namedTwice(m, i, item, earlier);
    }
  }
}

function checkForm(preference: Preference): void {
  if (typeof preference !== "object" || preference === null) {
    throw new TypeError(`preference is ${preference}; expected { tiers: [[…], …] }`);
  }
  const { tiers, rest } = preference;
  if (!Array.isArray(tiers)) throw new TypeError(`tiers is ${tiers}; expected an array of tiers, best first`);
  for (let m = 0; m < tiers.length; m++) {
    const tier: unknown = tiers[m];
    if (typeof tier !== "object" || tier === null || !Number.isInteger((tier as ArrayLike<number>).length)) {
      throw new TypeError(`tiers[${m}] is ${tier}; expected an array of item indices`);
    }
  }
  if (rest !== undefined && rest !== "lowest" && rest !== "unobserved") {
    throw new RangeError(`rest is ${JSON.stringify(rest)}; expected "lowest" or "unobserved"`);
  }
}

function notAnItem(m: number, i: number, item: unknown, itemCount: number): RangeError {
  const expected = itemCount === 0 ? "there are no items" : `expected an integer from 0 to ${itemCount - 1}`;
  return new RangeError(`tiers[${m}][${i}] is ${String(item)}, not an item: ${expected}`);
}

function namedTwice(m: number, i: number, item: number, earlier: number): RangeError {
  if (earlier === m) return new RangeError(`tiers[${m}] contains item ${item} twice`);
  return new RangeError(`tiers[${m}][${i}] is item ${item}, which tiers[${earlier}] already contains`);
}

/** Stores the tier that contains each item, to find items named twice. */
interface TierMemory {
  /** Puts an item into tier m; returns the tier that already contained it, or −1. */
  readonly put: (item: number, m: number) => number;
}

/** Up to this many items, an array of stamps (at most 16 MB) stays allocated; for more items, a map stores the items named. */
const MOST_STAMPED_ITEMS = 2 ** 22;

/** Returns an empty memory for a preference with `tierCount` tiers over `itemCount` items. Using it takes O(1) per named item. */
function tierMemory(itemCount: number, tierCount: number): TierMemory {
  if (itemCount > MOST_STAMPED_ITEMS) return mapMemory();
  const { stamp, base } = itemStamps(itemCount, tierCount);
  return {
    put(item, m) {
      const earlier = stamp[item] - base;
      stamp[item] = base + m;
      return earlier >= 0 ? earlier : -1;
    },
  };
}

function mapMemory(): TierMemory {
  const tierOf = new Map<number, number>();
  return {
    put(item, m) {
      const earlier = tierOf.get(item) ?? -1;
      tierOf.set(item, m);
      return earlier;
    },
  };
}

let stamp = new Int32Array(0);
let next = 1;

/** The marks of one pass over the items: item i has been seen if `stamp[i] >= base`. */
export interface ItemStamps {
  /** One mark per item; may be longer than the number of items. */
  readonly stamp: Int32Array;
  /** The lowest mark of this pass; all marks of earlier passes are lower. */
  readonly base: number;
}

/**
 * Returns memory that tracks which items have been seen in this pass, in O(1) per item. Calls share the memory and never
 * clear it: each call gets `span` marks that are higher than all earlier ones.
 */
export function itemStamps(itemCount: number, span: number): ItemStamps {
  if (stamp.length < itemCount) {
    stamp = new Int32Array(Math.max(itemCount, 2 * stamp.length));
    next = 1;
  } else if (next + span > 0x7fff_ffff) {
    stamp.fill(0);
    next = 1;
  }
  const base = next;
  next += span;
  return { stamp, base };
}
