import type { RatingsDataset, RatingsOptions } from "../sources/ratings.ts";
import { readRatings } from "../sources/read-tier-sources.ts";

/**
 * When each user rated each item: the file read once more, with the times in place of the ratings.
 *
 * @param path - The file that the ratings came from.
 * @param ratings - What {@link readRatings} returned for it.
 * @param column - The column of the times, by its number from 0 or by its name in the header.
 * @param options - What the ratings were read with.
 * @returns For each user of `ratings` the time of each item: what `times` of {@link recommenderRows} takes.
 */
export async function readRatingTimes(
  path: string,
  { itemNames, users }: RatingsDataset,
  column: number | string,
  options: RatingsOptions = {},
): Promise<Map<number, number>[]> {
  const columns = { ...options.columns, rating: column };
  const timed = await readRatings(path, { ...options, itemNames, better: "higher", columns });
  const rowOf = new Map(timed.users.map((user, row) => [user, row]));
  return users.map((user) => {
    const row = rowOf.get(user) ?? -1;
    const times = new Map<number, number>();
    for (const [m, tier] of (timed.preferences[row]?.tiers ?? []).entries()) {
      for (let i = 0; i < tier.length; i++) times.set(tier[i], timed.ratings[row][m]);
    }
    return times;
  });
}
