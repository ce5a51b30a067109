import type { Random } from "@tierwise/random";
import type { IntegralState } from "./integral-state.ts";

/** Draws one race: the logarithms of the arrival times, which are exponential with rate e^w. */
export function drawRace({ racers }: IntegralState, random: Random): number[] {
  return racers.map(({ score }) => Math.log(-Math.log(random())) - score);
}

/** Whether every item arrives before all items of worse tiers. */
export function agrees({ racers }: IntegralState, times: readonly number[]): boolean {
  return racers.every(({ tier }, i) => racers.every((other, j) => tier >= other.tier || times[i] < times[j]));
}
