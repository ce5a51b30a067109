import type { RatingsDataset, RatingsOptions } from "../sources/ratings.ts";
import { readRatings } from "../sources/read-tier-sources.ts";
import type { Reading } from "../sources/reading.ts";

/**
 * Reads the time of every rating. To do so, reads the file again with the time column in place of the rating column.
 *
 * @param path - The file that the ratings came from.
 * @param ratings - The result of {@link readRatings} for that file.
 * @param column - The time column: a 0-based number, or a name in the header.
 * @param options - The options that the ratings were read with.
 * @returns The time of each item for each user of `ratings`, as the `times` option of {@link recommenderRows} expects it.
 */
export async function readRatingTimes(
  path: string,
  { itemNames, users, reading }: RatingsDataset,
  column: number | string,
  options: RatingsOptions = {},
): Promise<Map<number, number>[]> {
  const columns = { ...columnOf("user", reading), ...columnOf("item", reading), rating: column };
  const timed = await readRatings(path, { ...options, format: "ratings", itemNames, better: "higher", columns });
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

/** The reader option for the column of a role; several columns with the same role are joined by `+`. */
function columnOf(role: string, { columns = {} }: Reading): Record<string, number | string> {
  const found = columns[role];
  if (found === undefined) return {};
  return { [role]: typeof found === "object" ? found.join("+") : found };
}
