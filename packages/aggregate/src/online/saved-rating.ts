import type { ItemRating } from "./item-rating.ts";

/** A rating as JSON. */
export interface SavedRating {
  /** The version of this format. */
  readonly version: 1;
  /** λ, the strength of the prior of a new item. */
  readonly prior: number;
  /** The items of the rating. */
  readonly items: readonly ItemRating[];
}

/** Throws unless a parsed rating has the format that this version writes and contains only finite numbers. */
export function checkSaved(saved: SavedRating): void {
  if (typeof saved !== "object" || saved === null || saved.version !== 1 || !Array.isArray(saved.items)) {
    throw new TypeError("the saved rating is not a rating of version 1; expected the result of rating.toJSON()");
  }
  if (!isPositive(saved.prior)) throw new RangeError(`prior is ${saved.prior}; expected a positive number`);
  const names = new Set<string>();
  for (const [i, { name, utility, variance, votes }] of saved.items.entries()) {
    if (typeof name !== "string") throw new TypeError(`items[${i}].name is ${String(name)}; expected a string`);
    if (names.has(name))
      throw new RangeError(`items[${i}].name is ${JSON.stringify(name)}, which occurs twice; expected distinct names`);
    names.add(name);
    if (!Number.isFinite(utility)) {
      throw new RangeError(`items[${i}].utility is ${utility}; expected a finite number`);
    }
    if (!isPositive(variance)) throw new RangeError(`items[${i}].variance is ${variance}; expected a positive number`);
    if (!(votes >= 0)) throw new RangeError(`items[${i}].votes is ${votes}; expected a nonnegative number`);
  }
}

function isPositive(value: number): boolean {
  return typeof value === "number" && value > 0 && value < Number.POSITIVE_INFINITY;
}
