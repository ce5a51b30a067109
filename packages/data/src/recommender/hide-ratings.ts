import { randomPermutation } from "@tierwise/random";
import type { DividedRatings, UserRating } from "./user-ratings.ts";

/** Options for {@link hideRatings}. */
export interface HidingPlan {
  /** The fraction of the ratings to hide. */
  readonly hide: number;
  /** Whether to hide the latest ratings rather than random ratings. */
  readonly byTime: boolean;
  /** The index of this row among the rows of the user, from 0. With `byTime`, only row 0 hides exactly the fraction `hide`. */
  readonly copy: number;
}

/** Hides some ratings of a user, chosen at random or by time. At least one rating stays visible. */
export function hideRatings(
  all: readonly UserRating[],
  { hide, byTime, copy }: HidingPlan,
  random: () => number,
): DividedRatings {
  const order = Array.from(randomPermutation(all.length, random), (i) => all[i]);
  if (byTime) order.sort((a, b) => a.time - b.time);
  const varied = byTime && copy > 0;
  const share = varied ? hide + (1 - hide) * random() : hide;
  const seen = Math.max(1, Math.round((1 - share) * all.length));
  const upTo = varied ? Math.min(all.length, seen + Math.max(1, Math.round(hide * all.length))) : all.length;
  return { seen: order.slice(0, seen), hidden: order.slice(seen, upTo) };
}

/** Whether a row can be used: it has a visible rating and a hidden rating that counts as liked. */
export function isUsable({ seen, hidden }: DividedRatings): boolean {
  return seen.length > 0 && hidden.some(({ liked }) => liked);
}
