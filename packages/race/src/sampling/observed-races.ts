import type { Preference } from "@tierwise/core-integrator";
import type { Random } from "@tierwise/random";
import { logSumsBelow, tiersOf } from "./race-tiers.ts";
import { newTierRace, sampleTierTimes } from "./tier-times.ts";

/** A set of races with the same tiers. */
interface EqualRaces {
  readonly tiers: readonly Int32Array[];
  count: number;
}

/** The races in the data, grouped by tiers, with memory for one race. */
export interface Races {
  readonly distinct: readonly EqualRaces[];
  /** The number of races that each item takes part in. */
  readonly counts: Float64Array;
  /** The number of races in which the item is in the lowest tier. */
  readonly lowestCounts: Float64Array;
  /** The total time of each item until its arrival, plus 1 from the prior. */
  readonly totalTime: Float64Array;
  readonly scores: Float64Array;
  readonly logTimes: Float64Array;
}

export function newRaces(preferences: readonly Preference[], itemCount: number): Races {
  const distinct = new Map<string, EqualRaces>();
  const counts = new Float64Array(itemCount);
  const lowestCounts = new Float64Array(itemCount);
  for (const preference of preferences) {
    const tiers = tiersOf(preference, itemCount);
    const key = tiers.map((tier) => Int32Array.from(tier).sort().join(" ")).join("|");
    const equal = distinct.get(key);
    if (equal === undefined) distinct.set(key, { tiers, count: 1 });
    else equal.count++;
    for (const tier of tiers) for (const item of tier) counts[item]++;
    for (const item of tiers.at(-1) ?? []) lowestCounts[item]++;
  }
  const memory = () => new Float64Array(itemCount);
  return {
    distinct: [...distinct.values()],
    counts,
    lowestCounts,
    totalTime: memory(),
    scores: memory(),
    logTimes: memory(),
  };
}

/**
 * Draws the arrival times of all races, given the utilities and the tiers, and adds them to the total times. For items in the lowest tier,
 * only the time until the tier starts is added; the caller draws the remaining time, which is not truncated.
 */
export function addTimes(races: Races, utilities: Float64Array, random: Random): void {
  for (const equal of races.distinct) addEqualRaces(equal, races, utilities, random);
}

/**
 * Draws the arrival times of races with the same tiers, except within the lowest tier. After the last item of a tier has arrived, the
 * items below it start a new race.
 */
function addEqualRaces({ tiers, count }: EqualRaces, races: Races, utilities: Float64Array, random: Random): void {
  const { totalTime, scores, logTimes } = races;
  const below = logSumsBelow(tiers, utilities);
  let starts = 0;
  for (let m = 0; m + 1 < tiers.length; m++) {
    const tier = tiers[m];
    for (let a = 0; a < tier.length; a++) {
      scores[a] = utilities[tier[a]];
      totalTime[tier[a]] += starts;
    }
    const race = newTierRace(scores, tier.length, below[m]);
    for (let n = 0; n < count; n++) {
      sampleTierTimes(race, random, logTimes);
      let last = 0;
      for (let a = 0; a < tier.length; a++) {
        const time = Math.exp(logTimes[a]);
        totalTime[tier[a]] += time;
        last = Math.max(last, time);
      }
      starts += last;
    }
  }
  for (const item of tiers.at(-1) ?? []) totalTime[item] += starts;
}
