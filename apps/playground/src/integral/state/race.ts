import type { Random } from "@tierwise/random";
import type { IntegralState } from "./integral-state.ts";

/** The logarithms of the arrival times of one race: item i arrives after an exponential time with rate e^w. */
export function drawRace({ racers }: IntegralState, random: Random): number[] {
  return racers.map(({ score }) => Math.log(-Math.log(random())) - score);
}

/** Whether each item of a better tier arrives before all items of the worse tiers. */
export function agrees({ racers }: IntegralState, times: readonly number[]): boolean {
  return racers.every(({ tier }, i) => racers.every((other, j) => tier >= other.tier || times[i] < times[j]));
}
