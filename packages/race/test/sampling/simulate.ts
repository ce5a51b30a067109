import type { Preference } from "@tierwise/core-integrator";
import { gumbel, randomStream } from "@tierwise/random";

/** Simulates Plackett-Luce rankings, each cut into two tiers at a random place. */
export function simulate(utilities: readonly number[], count: number, seed: number): Preference[] {
  const random = randomStream(seed);
  return Array.from({ length: count }, () => {
    const keys = utilities.map((u) => u + gumbel(random));
    const order = keys.map((_, i) => i).sort((a, b) => keys[b] - keys[a]);
    const cut = 1 + Math.floor(random() * (utilities.length - 1));
    return { tiers: [order.slice(0, cut)] };
  });
}
