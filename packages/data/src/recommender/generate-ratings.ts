import { normal, type Random, randomStream } from "@tierwise/random";

/** Options for {@link generateRatings}. */
export interface GenerateRatingsOptions {
  /** Number of users. Default: 500. */
  readonly userCount?: number;
  /** Number of items. Default: 80. */
  readonly itemCount?: number;
  /** Average number of ratings per user. Default: 20. */
  readonly ratingsPerUser?: number;
  /** Seed for the random numbers. Default: 0. */
  readonly seed?: number;
}

const genres = ["comedy", "drama", "thriller", "western", "musical", "horror", "romance", "science-fiction"];

/**
 * Generates star ratings by users with known tastes. Each item has a genre, and each user likes two genres. Users mostly rate
 * items that are popular or belong to those genres; the number of stars depends on the item's quality, on whether the user likes its
 * genre, and on noise. Lines are `user,item,rating,time`, with a header; an item is named by its genre and a number.
 *
 * @param options - The numbers of users, items and ratings, and the seed.
 * @returns The text of a ratings file, as {@link readRatings} reads it.
 *
 * @example
 * ```ts
 * import { generateRatings, parseRatings } from "@tierwise/data";
 *
 * const text = generateRatings({ userCount: 30, itemCount: 20, seed: 1 });
 * console.log(text.split("\n")[0], parseRatings(text).users.length); // user,item,rating,time 30
 * ```
 */
export function generateRatings(options: GenerateRatingsOptions = {}): string {
  const { userCount = 500, itemCount = 80, ratingsPerUser = 20, seed = 0 } = options;
  const random = randomStream(seed, 0);
  const width = String(itemCount).length;
  const all = Array.from({ length: itemCount }, (_, i) => ({
    name: `${genres[i % genres.length]}-${String(i + 1).padStart(width, "0")}`,
    genre: i % genres.length,
    quality: bell(random),
    popularity: Math.exp(bell(random)),
  }));
  const lines = ["user,item,rating,time"];
  for (let user = 0; user < userCount; user++) {
    const draw = randomStream(seed, 1, user);
    const first = Math.floor(draw() * genres.length);
    const tastes = new Set([first, (first + 1 + Math.floor(draw() * (genres.length - 1))) % genres.length]);
    const count = Math.max(
      4,
      Math.min(Math.floor(itemCount / 2), Math.round(ratingsPerUser * Math.exp(0.5 * bell(draw) - 0.125))),
    );
    // The items with the largest keys u^(1/weight) are a weighted sample without replacement (Efraimidis and Spirakis 2006).
    const chosen = all
      .map((item) => ({ item, key: Math.log(draw()) / (item.popularity * (tastes.has(item.genre) ? 5 : 1)) }))
      .sort((a, b) => b.key - a.key)
      .slice(0, count);
    for (const [k, { item }] of chosen.entries()) {
      const liking = 3 + 0.6 * item.quality + (tastes.has(item.genre) ? 1 : -0.5) + 0.7 * bell(draw);
      const stars = Math.min(5, Math.max(0.5, Math.round(2 * liking) / 2));
      lines.push(`user-${user + 1},${item.name},${stars},${1_700_000_000 + 86_400 * k + user}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

/** A standard normal variate. Do not replace 1 − u by the uniform number u: this would change the ratings for every seed. */
function bell(random: Random): number {
  return normal(() => 1 - random());
}
