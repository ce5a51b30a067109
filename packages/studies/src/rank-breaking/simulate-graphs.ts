import { type Random, randomPermutation, randomStream } from "@tierwise/random";
import type { PreferenceGraph } from "@tierwise/rank-breaking";
import { samplePlackettLuce } from "@tierwise/sim";

/** Options for {@link simulateGraphs}. */
export interface GraphSimulationOptions {
  /** N, the number of items. */
  readonly itemCount: number;
  /** κ, the number of items offered to each user. */
  readonly offered: number;
  /** The number of users, one graph each. */
  readonly users: number;
  /** The seed, a safe integer. The same seed gives the same data, and a larger number of users does not change the first users. */
  readonly seed: number;
}

/** Simulated graphs, and the utilities from which they were drawn. */
export interface GraphSimulation {
  /** The true utilities, centered. */
  readonly utilities: Float64Array;
  /** One graph per user. */
  readonly graphs: PreferenceGraph[];
}

const UTILITIES = 0;
const USERS = 1;

/** The probabilities of starting a new tier at each place of the ranking. Each user has one of these probabilities. */
export const CUT_RATES: readonly number[] = [0.5, 0.15, 0.05];
/** The probability that a user reveals the order of two items in the same tier. */
export const REVEALED = 0.2;

/**
 * Simulates users who reveal random posets. Each user is offered κ items and ranks them by the Plackett-Luce model with utilities q ~ U(0,
 * log N), as in section 4.1. The *places* to compare are drawn before the ranking, so they do not depend on the items. Places are divided
 * into tiers of random size; all pairs of places in different tiers are compared, and each pair inside a tier with probability 0.2.
 *
 * @param options - Sizes and seed.
 */
export function simulateGraphs({ itemCount, offered, users, seed }: GraphSimulationOptions): GraphSimulation {
  const forUtilities = randomStream(seed, UTILITIES);
  const drawn = Array.from({ length: itemCount }, () => forUtilities() * Math.log(itemCount));
  const mean = drawn.reduce((sum, q) => sum + q, 0) / itemCount;
  const utilities = Float64Array.from(drawn, (q) => q - mean);
  const graphs = Array.from({ length: users }, (_, user) => {
    const random = randomStream(seed, USERS, user);
    const places = drawPoset(offered, random);
    const shown = randomPermutation(itemCount, random).subarray(0, offered);
    const ranking = samplePlackettLuce(
      Array.from(shown, (item) => utilities[item]),
      random,
    );
    return { items: shown, edges: places.map((place) => shown[ranking[place]]) };
  });
  return { utilities, graphs };
}

/** The pairs of places that a user compares, flattened: upper, lower, upper, lower, …. */
function drawPoset(offered: number, random: Random): Int32Array {
  const rate = CUT_RATES[Math.floor(random() * CUT_RATES.length)];
  const tierOf = new Int32Array(offered);
  for (let place = 1; place < offered; place++) tierOf[place] = tierOf[place - 1] + (random() < rate ? 1 : 0);
  const pairs: number[] = [];
  for (let upper = 0; upper < offered; upper++) {
    for (let lower = upper + 1; lower < offered; lower++) {
      const apart = tierOf[lower] - tierOf[upper];
      // The order of places that are more than one tier apart follows by transitivity.
      if (apart === 1 || (apart === 0 && random() < REVEALED)) pairs.push(upper, lower);
    }
  }
  return Int32Array.from(pairs);
}
