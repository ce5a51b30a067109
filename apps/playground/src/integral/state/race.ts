import type { Random } from "@tierwise/random";
import type { IntegralState } from "./integral-state.ts";

/** Draws the arrival times of one race, which are exponential with rate e^w, and returns their logarithms. */
export function drawRace({ racers }: IntegralState, random: Random): number[] {
  return racers.map(({ score }) => Math.log(-Math.log(random())) - score);
}

/** Whether every item arrives before all items of worse tiers. */
export function agrees({ racers }: IntegralState, times: readonly number[]): boolean {
  return racers.every(({ tier }, i) => racers.every((other, j) => tier >= other.tier || times[i] < times[j]));
}
