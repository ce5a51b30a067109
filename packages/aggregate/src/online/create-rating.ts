import { assimilate } from "./assimilate.ts";
import type { ItemRating } from "./item-rating.ts";
import { type Battle, localVote, type Vote } from "./named-vote.ts";
import { checkSaved, type SavedRating } from "./saved-rating.ts";

/** Options for {@link createRating}. */
export interface RatingOptions {
  /** Items to add at the start; others are added when a vote first names them. Default: none. */
  readonly items?: readonly string[];
  /**
   * The strength λ > 0 of the prior −λ/2·w² of a new item, as in {@link fitUtilities}. Default: 0.25, which means a standard deviation of
   * 2, or about 350 points on the Elo scale.
   */
  readonly prior?: number;
}

/** A rating that is updated vote by vote, from {@link createRating}. */
export interface Rating {
  /**
   * Updates the items that a vote or a battle names; the others stay unchanged. If the vote is invalid, throws and changes nothing.
   *
   * @param vote - Tiers of names, best first, or a battle of two items.
   */
  readonly update: (vote: Battle | Vote) => void;
  /**
   * The rating of an item; undefined if no vote has named it.
   *
   * @param name - The name of the item.
   */
  readonly get: (name: string) => ItemRating | undefined;
  /** All items, sorted by decreasing utility and, if utilities are equal, by name. */
  readonly items: () => ItemRating[];
  /** Returns the rating as JSON. {@link restoreRating} continues from it with exactly the same numbers. */
  readonly toJSON: () => SavedRating;
}

const DEFAULT_PRIOR = 0.25;

/**
 * Creates a rating that is updated vote by vote, under the same Plackett-Luce model with tiers as {@link fitUtilities}: each vote moves the
 * utilities of the items it names to the mode of
 *
 *     log P(vote; w) − Σ_i (w_i − utility_i)²/(2·variance_i)
 *
 * and lowers their variances according to the information in the vote at the mode. The cost of a vote is proportional to the number of
 * items it names.
 *
 * - If two items have equal utilities before a vote, the item that is higher in the vote does not end below the other.
 * - If two items have equal utilities before a vote and are in the same tier, or tie in a battle, they stay equal.
 * - The order of the items within a tier does not change the result, not even in the last digit.
 *
 * Beliefs about different items are independent of each other, so the result depends slightly on the order of the votes and differs from a
 * full fit. {@link replayVotes} removes most of the difference.
 *
 * @param options - The prior, and the items to add at the start.
 *
 * @example
 * ```ts
 * import { createRating } from "@tierwise/aggregate";
 *
 * const rating = createRating();
 * rating.update({ tiers: [["ada"], ["bob", "cyd"]] }); // ada is first; bob and cyd in unknown order
 * rating.update({ left: "bob", right: "cyd", outcome: "tie" });
 * rating.update({ tiers: [["dan"], ["ada"]] }); // dan is new
 * const lines = rating.items().map(({ name, utility, variance }) => {
 *   return `${name} ${utility.toFixed(2)} ± ${Math.sqrt(variance).toFixed(2)}`;
 * });
 * console.log(lines.join("\n"));
 * // dan 1.20 ± 1.61
 * // ada 0.34 ± 1.40
 * // bob -0.55 ± 1.43
 * // cyd -0.55 ± 1.43
 * ```
 */
export function createRating({ items = [], prior = DEFAULT_PRIOR }: RatingOptions = {}): Rating {
  if (!(prior > 0 && prior < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`prior is ${prior}; expected a positive number`);
  }
  return ratingOf({ version: 1, prior, items: items.map((name) => newItem(name, prior)) });
}

/**
 * Continues a rating that was saved as JSON.
 *
 * @param saved - The result of `rating.toJSON()`, for example parsed from a file.
 *
 * @example
 * ```ts
 * import { createRating, restoreRating } from "@tierwise/aggregate";
 *
 * const rating = createRating();
 * rating.update({ tiers: [["ada"], ["bob"]] });
 * const restored = restoreRating(JSON.parse(JSON.stringify(rating)));
 * restored.update({ tiers: [["bob"], ["ada"]] });
 * rating.update({ tiers: [["bob"], ["ada"]] });
 * console.log(restored.get("ada")?.utility === rating.get("ada")?.utility); // true
 * ```
 */
export function restoreRating(saved: SavedRating): Rating {
  checkSaved(saved);
  return ratingOf(saved);
}

function newItem(name: string, prior: number): ItemRating {
  return { name, utility: 0, variance: 1 / prior, votes: 0 };
}

function ratingOf({ prior, items: first }: SavedRating): Rating {
  const indices = new Map<string, number>();
  const items: ItemRating[] = [];
  const add = (item: ItemRating): number => {
    indices.set(item.name, items.push({ ...item }) - 1);
    return items.length - 1;
  };
  for (const item of first) if (!indices.has(item.name)) add(item);

  return {
    update(vote) {
      const local = localVote(vote, (name) => indices.get(name) ?? add(newItem(name, prior)));
      const means = Float64Array.from(local.items, (item) => items[item].utility);
      const variances = Float64Array.from(local.items, (item) => items[item].variance);
      const { modes, precisions } = assimilate(local, means, variances, { equal: true });
      for (const [i, item] of local.items.entries()) {
        const { name, votes } = items[item];
        const variance = 1 / (1 / variances[i] + precisions[i]);
        items[item] = { name, utility: modes[i], variance, votes: votes + local.weight };
      }
    },
    get(name) {
      const item = indices.get(name);
      return item === undefined ? undefined : { ...items[item] };
    },
    items: () => items.map((item) => ({ ...item })).sort(byUtility),
    toJSON: () => ({ version: 1, prior, items: items.map((item) => ({ ...item })).sort(byName) }),
  };
}

function byUtility(a: ItemRating, b: ItemRating): number {
  return b.utility - a.utility || byName(a, b);
}

function byName(a: ItemRating, b: ItemRating): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
