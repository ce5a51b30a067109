import { randomStream } from "@tierwise/random";

/** What ratings are drawn. */
export interface GeneratedRatings {
  readonly users: number;
  readonly items: number;
  /** Ratings of a user, on average. */
  readonly perUser: number;
  readonly seed: number;
}

const genres = ["comedy", "drama", "thriller", "western", "musical", "horror", "romance", "science-fiction"];

/**
 * Star ratings of people with known tastes. Every item has a genre, every user two that they like; what they rate is mostly popular or
 * of those genres, and the stars say how good the item is and whether its genre is one of theirs, with chance added. Lines
 * `user,item,rating,time`, with a header; an item is called by its genre and a number.
 */
export function generateRatings({ users, items, perUser, seed }: GeneratedRatings): string {
  const random = randomStream(seed, 0);
  const width = String(items).length;
  const all = Array.from({ length: items }, (_, i) => ({
    name: `${genres[i % genres.length]}-${String(i + 1).padStart(width, "0")}`,
    genre: i % genres.length,
    quality: normal(random),
    popularity: Math.exp(normal(random)),
  }));
  const lines = ["user,item,rating,time"];
  for (let user = 0; user < users; user++) {
    const draw = randomStream(seed, 1, user);
    const first = Math.floor(draw() * genres.length);
    const tastes = new Set([first, (first + 1 + Math.floor(draw() * (genres.length - 1))) % genres.length]);
    const count = Math.max(
      4,
      Math.min(Math.floor(items / 2), Math.round(perUser * Math.exp(0.5 * normal(draw) - 0.125))),
    );
    // The largest of weight^… keys are a sample without replacement (Efraimidis and Spirakis 2006).
    const chosen = all
      .map((item) => ({ item, key: Math.log(draw()) / (item.popularity * (tastes.has(item.genre) ? 5 : 1)) }))
      .sort((a, b) => b.key - a.key)
      .slice(0, count);
    for (const [k, { item }] of chosen.entries()) {
      const liking = 3 + 0.6 * item.quality + (tastes.has(item.genre) ? 1 : -0.5) + 0.7 * normal(draw);
      const stars = Math.min(5, Math.max(0.5, Math.round(2 * liking) / 2));
      lines.push(`user-${user + 1},${item.name},${stars},${1_700_000_000 + 86_400 * k + user}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

/** A standard normal number (Box and Muller 1958). */
function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
