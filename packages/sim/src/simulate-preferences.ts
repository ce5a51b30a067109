import type { Preference } from "@tierwise/core-integrator";
import { softmax } from "@tierwise/metrics";
import { type Random, randomStream } from "@tierwise/random";
import { plackettLuceSampler } from "./plackett-luce-sampler.ts";

/** Options for {@link simulatePreferences}. */
export interface SimulationOptions {
  /** N, the number of items; at least 2. */
  readonly items: number;
  /** n, the number of preferences. */
  readonly samples: number;
  /** M, the number of tiers, including the unnamed rest; at least 2. */
  readonly tiers: number;
  /** The maximum number of items in the tiers above the rest, which is 500 in the paper. */
  readonly maxRanked: number;
  /** The seed, a safe integer; the same seed gives the same data. */
  readonly seed: number;
}

/** Simulated preferences and the utilities from which they were drawn. */
export interface Simulation {
  /** q, the true utilities, used as scores w = q. */
  readonly utilities: Float64Array;
  /** p = softmax(q). */
  readonly probabilities: Float64Array;
  /** One preference per sample. The items within a tier are in the order of the drawn ranking. */
  readonly preferences: Preference[];
}

// Each seed has one random stream for the utilities and one per sample.
const UTILITIES = 0;
const SAMPLES = 1;

/**
 * Simulates the data of the paper's simulation study (section 4.1). The utilities are q_i ~ U(0, log N). Full rankings from the
 * Plackett-Luce model are divided into M tiers at M − 1 distinct places, drawn uniformly from 1 … min(maxRanked, N − 1). The items below
 * the last cut are the rest.
 *
 * Each sample has its own random stream, so that sample i is the same for any number of samples.
 *
 * @example
 * ```ts
 * import { simulatePreferences } from "@tierwise/sim";
 *
 * const { preferences, probabilities } = simulatePreferences({ items: 8, samples: 2, tiers: 3, maxRanked: 5, seed: 1 });
 * console.log(preferences.map(({ tiers }) => tiers.map((tier) => Array.from(tier).join(" ")).join(" > ")).join("\n"));
 * // 3 5 > 7
 * // 2 0 5 > 7 4
 * console.log(probabilities.reduce((sum, p) => sum + p, 0).toFixed(6)); // 1.000000
 * ```
 */
export function simulatePreferences(options: SimulationOptions): Simulation {
  const { items, samples, seed } = options;
  check(options);
  const forUtilities = randomStream(seed, UTILITIES);
  const utilities = new Float64Array(items).map(() => forUtilities() * Math.log(items));
  const sample = plackettLuceSampler(utilities);
  const preferences = Array.from({ length: samples }, (_, i) => {
    const random = randomStream(seed, SAMPLES, i);
    const cuts = drawCuts(options, random);
    const ranking = sample(random, cuts[cuts.length - 1]);
    return { tiers: cuts.map((cut, m) => ranking.slice(m === 0 ? 0 : cuts[m - 1], cut)) };
  });
  return { utilities, probabilities: softmax(utilities), preferences };
}

/** Draws M − 1 distinct places, in ascending order. */
function drawCuts({ items, tiers, maxRanked }: SimulationOptions, random: Random): number[] {
  const last = Math.min(maxRanked, items - 1);
  const cuts = new Set<number>();
  while (cuts.size < tiers - 1) cuts.add(1 + Math.floor(random() * last));
  return [...cuts].sort((a, b) => a - b);
}

function check({ items, samples, tiers, maxRanked }: SimulationOptions): void {
  if (!Number.isInteger(items) || items < 2)
    throw new RangeError(`items is ${items}; expected an integer of at least 2`);
  if (!Number.isInteger(samples) || samples < 0) {
    throw new RangeError(`samples is ${samples}; expected a nonnegative integer`);
  }
  if (!Number.isInteger(maxRanked) || maxRanked < 1) {
    throw new RangeError(`maxRanked is ${maxRanked}; expected a positive integer`);
  }
  const most = 1 + Math.min(maxRanked, items - 1);
  if (!Number.isInteger(tiers) || tiers < 2 || tiers > most) {
    throw new RangeError(
      `tiers is ${tiers}; expected an integer from 2 to ${most} for ${items} items, of which at most ${maxRanked} are ranked`,
    );
  }
}
