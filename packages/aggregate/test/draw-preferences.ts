import type { Preference } from "@tierwise/core-integrator";
import { gumbel, randomStream } from "@tierwise/random";

/** A ranking drawn from the Plackett-Luce model, best first. */
export function drawRanking(utilities: Float64Array, random: () => number): number[] {
  const keys = utilities.map((w) => w + gumbel(random));
  return [...keys.keys()].sort((i, j) => keys[j] - keys[i]);
}

/** Utilities between 0 and log N, and rankings drawn from them, divided into tiers at positions up to `maxRanked`. */
export function drawPreferences({
  items,
  samples,
  tiers,
  maxRanked,
  seed,
}: {
  readonly items: number;
  readonly samples: number;
  readonly tiers: number;
  readonly maxRanked: number;
  readonly seed: number;
}): { utilities: Float64Array; preferences: Preference[] } {
  const random = randomStream(seed);
  const utilities = new Float64Array(items).map(() => random() * Math.log(items));
  const preferences = Array.from({ length: samples }, () => {
    const cuts = new Set<number>();
    while (cuts.size < tiers - 1) cuts.add(1 + Math.floor(random() * maxRanked));
    const ends = [...cuts].sort((a, b) => a - b);
    const ranking = drawRanking(utilities, random);
    return { tiers: ends.map((end, m) => ranking.slice(m === 0 ? 0 : ends[m - 1], end)) };
  });
  return { utilities, preferences };
}
