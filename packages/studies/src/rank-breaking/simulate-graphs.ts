import { type Random, randomPermutation, randomStream } from "@tierwise/random";
import type { PreferenceGraph } from "@tierwise/rank-breaking";
import { samplePlackettLuce } from "@tierwise/sim";

/** What {@link simulateGraphs} draws. */
export interface GraphSimulationOptions {
  /** N, the number of items. */
  readonly items: number;
  /** κ, how many of them each user is offered. */
  readonly offered: number;
  /** How many users there are, one graph each. */
  readonly users: number;
  /** A safe integer; the same seed gives the same data, and more users begin with the same ones. */
  readonly seed: number;
}

/** Simulated graphs with the utilities behind them. */
export interface GraphSimulation {
  /** The true utilities, centered. */
  readonly utilities: Float64Array;
  /** One graph per user. */
  readonly graphs: PreferenceGraph[];
}

const UTILITIES = 0;
const USERS = 1;

/** How likely a user tells the items on either side of a gap in the ranking apart: some do often, some seldom. */
const CUT_RATES = [0.5, 0.15, 0.05];
/** How likely a user reveals the order of two items that no such gap divides. */
const REVEALED = 0.2;

/**
 * Users who reveal random posets: each is offered κ items and ranks them by the Plackett-Luce model with utilities
 * q ~ U(0, log N), as in section 4.1. Which *places* of the ranking are compared is drawn first, so that it does not depend
 * on which items hold them: between tiers of random size all, inside a tier each pair with probability 0.2.
 *
 * @param options - Sizes and seed.
 */
export function simulateGraphs({ items, offered, users, seed }: GraphSimulationOptions): GraphSimulation {
  const forUtilities = randomStream(seed, UTILITIES);
  const drawn = Array.from({ length: items }, () => forUtilities() * Math.log(items));
  const mean = drawn.reduce((sum, q) => sum + q, 0) / items;
  const utilities = Float64Array.from(drawn, (q) => q - mean);
  const graphs = Array.from({ length: users }, (_, user) => {
    const random = randomStream(seed, USERS, user);
    const places = drawPoset(offered, random);
    const shown = randomPermutation(items, random).subarray(0, offered);
    const ranking = samplePlackettLuce(
      Array.from(shown, (item) => utilities[item]),
      random,
    );
    return { items: shown, edges: places.map((place) => shown[ranking[place]]) };
  });
  return { utilities, graphs };
}

/** The pairs of places that a user compares, upper and lower by turns. */
function drawPoset(offered: number, random: Random): Int32Array {
  const rate = CUT_RATES[Math.floor(random() * CUT_RATES.length)];
  const tierOf = new Int32Array(offered);
  for (let place = 1; place < offered; place++) tierOf[place] = tierOf[place - 1] + (random() < rate ? 1 : 0);
  const pairs: number[] = [];
  for (let upper = 0; upper < offered; upper++) {
    for (let lower = upper + 1; lower < offered; lower++) {
      const apart = tierOf[lower] - tierOf[upper];
      // What is two tiers apart follows by way of the tier between.
      if (apart === 1 || (apart === 0 && random() < REVEALED)) pairs.push(upper, lower);
    }
  }
  return Int32Array.from(pairs);
}
