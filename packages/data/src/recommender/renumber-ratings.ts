import type { RatingsDataset } from "../sources/ratings.ts";
import { naturalOrder } from "./natural-order.ts";

/**
 * Renumbers the users and items of ratings by name, in {@link naturalOrder}, so that the result does not depend on the
 * order of the lines in a file.
 *
 * @param ratings - The result of {@link readRatings} or {@link parseRatings}.
 *
 * @example
 * ```ts
 * import { parseRatings, ratingsInNameOrder } from "@tierwise/data";
 *
 * const { users, itemNames } = ratingsInNameOrder(parseRatings("u10,tea,5\nu9,milk,2\nu9,tea,4\n"));
 * console.log(users.join(" "), itemNames.join(" ")); // u9 u10 milk tea
 * ```
 */
export function ratingsInNameOrder(ratings: RatingsDataset): RatingsDataset {
  const itemNames = [...ratings.itemNames].sort(naturalOrder);
  const { ratings: renumbered } = ratingsOfItems(ratings, itemNames);
  return renumbered;
}

/** Ratings with new item numbers; see {@link ratingsOfItems}. */
export interface RenumberedRatings {
  /** The ratings of the known items, with users in {@link naturalOrder}. A user who has not rated any known item has no tiers. */
  readonly ratings: RatingsDataset;
  /** The items and ratings that were left out because the list of names does not contain the items. */
  readonly unknown: {
    /** The number of unknown items. */
    readonly items: number;
    /** The number of ratings of these items. */
    readonly ratings: number;
  };
}

/**
 * Renumbers the items of ratings to match a list of names, such as a model's item names. Ratings of other items are left out and counted.
 *
 * @param ratings - The result of {@link readRatings} or {@link parseRatings}.
 * @param itemNames - The names of the items: item i of the result is `itemNames[i]`.
 *
 * @example
 * ```ts
 * import { parseRatings, ratingsOfItems } from "@tierwise/data";
 *
 * const { ratings, unknown } = ratingsOfItems(parseRatings("ann,rice,5\nann,tea,4\n"), ["milk", "tea"]);
 * console.log(ratings.preferences[0].tiers); // [ Int32Array(1) [ 1 ] ]
 * console.log(unknown); // { items: 1, ratings: 1 }
 * ```
 */
export function ratingsOfItems(ratings: RatingsDataset, itemNames: readonly string[]): RenumberedRatings {
  const numbers = new Map(itemNames.map((name, item) => [name, item]));
  const numberOf = Int32Array.from(ratings.itemNames, (name) => numbers.get(name) ?? -1);
  const order = ratings.users.map((_, user) => user).sort((a, b) => naturalOrder(ratings.users[a], ratings.users[b]));
  const unknownItems = new Set<number>();
  let unknownRatings = 0;
  const renumbered = order.map((user) => {
    const tiers: Int32Array[] = [];
    const grades: number[] = [];
    for (const [m, tier] of ratings.preferences[user].tiers.entries()) {
      const known: number[] = [];
      for (let i = 0; i < tier.length; i++) {
        const item = numberOf[tier[i]];
        if (item >= 0) known.push(item);
        else {
          unknownItems.add(tier[i]);
          unknownRatings++;
        }
      }
      if (known.length === 0) continue;
      tiers.push(Int32Array.from(known).sort());
      grades.push(ratings.ratings[user][m]);
    }
    return { tiers, grades: Float64Array.from(grades) };
  });
  return {
    ratings: {
      ...ratings,
      itemNames,
      users: order.map((user) => ratings.users[user]),
      preferences: renumbered.map(({ tiers }, i) => ({ ...ratings.preferences[order[i]], tiers })),
      ratings: renumbered.map(({ grades }) => grades),
      weights: Float64Array.from(order, (user) => ratings.weights[user]),
    },
    unknown: { items: unknownItems.size, ratings: unknownRatings },
  };
}
