import { checkPreference, checkScores, type Preference, type Scores } from "@tierwise/core-integrator";
import type { Random } from "@tierwise/random";
import { logSumsBelow, tiersOf } from "./race-tiers.ts";
import { newTierRace, sampleTierTimes } from "./tier-times.ts";

/**
 * Draws a full ranking from the Plackett-Luce model, given its tiers. The distribution is exact.
 *
 * The items of a tier do not simply race each other, since they are also known to arrive before the rest. For each tier, the sampler draws
 * the first arrival of the rest from its exact density; the arrivals inside the tier are then independent truncated exponentials.
 * Cost: O(n) per tier of n items.
 *
 * @param scores - N finite scores.
 * @param preference - The tiers. With `rest: "unobserved"`, the ranking omits items that no tier names.
 * @param random - The source of uniform numbers.
 * @returns Item indices, best first.
 *
 * @example
 * ```ts
 * import { sampleWithinTiers } from "@tierwise/race";
 * import { randomStream } from "@tierwise/random";
 *
 * const ranking = sampleWithinTiers([0, 9, 0, 9, 0], { tiers: [[0, 1], [2], [3, 4]] }, randomStream(1));
 * console.log(ranking.join(" ")); // 1 0 2 3 4
 * ```
 */
export function sampleWithinTiers(scores: Scores, preference: Preference, random: Random): Int32Array {
  checkScores(scores);
  checkPreference(preference, scores.length);
  const tiers = tiersOf(preference, scores.length);
  const below = logSumsBelow(tiers, scores);
  const ranking = new Int32Array(tiers.reduce((sum, tier) => sum + tier.length, 0));
  let place = 0;
  tiers.forEach((tier, m) => {
    const times = new Float64Array(tier.length);
    const race = newTierRace(
      Float64Array.from(tier, (item) => scores[item]),
      tier.length,
      below[m],
    );
    sampleTierTimes(race, random, times);
    const order = Array.from(times.keys()).sort((a, b) => times[a] - times[b]);
    for (const a of order) ranking[place++] = tier[a];
  });
  return ranking;
}
