import { checkPreference, type Preference } from "@tierwise/core-integrator";
import { type Random, randomStream } from "@tierwise/random";
import { logGammaDraw } from "./gamma.ts";
import { addTimes, newRaces, type Races } from "./observed-races.ts";

/** Options for {@link posterior}. */
export interface PosteriorOptions {
  /** N, the number of items. */
  readonly itemCount: number;
  /** The number of draws to keep. Default: 1000. */
  readonly draws?: number;
  /** The number of initial draws to discard. Default: a fifth of `draws`. */
  readonly burnIn?: number;
  /** The shape of the Gamma prior on each rate e^{utility}; smaller values give a weaker prior. Default: 1. */
  readonly shape?: number;
  /** The seed of the random stream, an integer. Default: 0. */
  readonly seed?: number;
}

/** The result of {@link posterior}: draws of the utilities, and a summary of the draws. */
export interface Posterior {
  /** The posterior mean of each utility. Utilities are relative to their mean over the items. */
  readonly utilities: Float64Array;
  /** The posterior standard deviation of each utility. */
  readonly standardDeviations: Float64Array;
  /** The lower end of the central 95% credible interval of each utility. */
  readonly lower: Float64Array;
  /** The upper end of the central 95% credible interval of each utility. */
  readonly upper: Float64Array;
  /** All draws of the utilities, draw by draw: draws × N. */
  readonly draws: Float64Array;
}

/**
 * Draws utilities from their posterior given the tiers, under the Plackett-Luce model with a Gamma prior on each rate λ_i = e^{u_i}.
 *
 * A Gibbs sampler alternates two exact draws. It draws the arrival times of all items in each preference, given the rates and the tiers (as
 * in {@link sampleWithinTiers}). It then draws the rates given the times, λ_i ~ Gamma(shape + races of i, 1 + total time of i). The
 * likelihood depends only on the ratios of the rates, so each round draws the sum of the rates anew from its prior.
 *
 * Use this function for small datasets, where the likelihood is far from normal or has no maximum. Otherwise, `fitUtilities` of
 * `@tierwise/aggregate` is much faster; it computes an estimate with standard errors.
 *
 * F. Caron and A. Doucet, Efficient Bayesian inference for generalized Bradley-Terry models, JCGS 21, 2012.
 *
 * @param preferences - The observed tiers.
 * @param options - The number of items, the numbers of draws, the prior and the seed.
 *
 * @example
 * ```ts
 * import { posterior } from "@tierwise/race";
 *
 * const preferences = Array.from({ length: 30 }, (_, i) => ({ tiers: [i % 3 === 0 ? [1] : [0]] }));
 * const { utilities, lower, upper } = posterior(preferences, { itemCount: 2, draws: 4000 });
 * // Item 0 is above item 1 in 20 of 30 preferences.
 * console.log(Math.abs(utilities[0] - utilities[1] - Math.log(2)) < 0.1, lower[0] < utilities[0], upper[0] < 2); // true true true
 * ```
 */
export function posterior(preferences: readonly Preference[], options: PosteriorOptions): Posterior {
  const { itemCount, draws = 1000, shape = 1, seed = 0 } = options;
  const burnIn = options.burnIn ?? Math.ceil(draws / 5);
  check(itemCount, draws, burnIn, shape);
  for (const preference of preferences) checkPreference(preference, itemCount);
  const races = newRaces(preferences, itemCount);
  const random = randomStream(seed);
  const utilities = new Float64Array(itemCount);
  const kept = new Float64Array(draws * itemCount);
  for (let n = -burnIn; n < draws; n++) {
    drawRates(races, shape, random, utilities);
    if (n >= 0) kept.set(utilities, n * itemCount);
  }
  return summarize(kept, draws, itemCount);
}

function check(itemCount: number, draws: number, burnIn: number, shape: number): void {
  const atLeast = (name: string, value: number, least: 0 | 1): void => {
    if (!Number.isInteger(value) || value < least) {
      throw new RangeError(`${name} is ${value}; expected a ${least === 0 ? "nonnegative" : "positive"} integer`);
    }
  };
  atLeast("itemCount", itemCount, 1);
  atLeast("draws", draws, 1);
  atLeast("burnIn", burnIn, 0);
  if (!(shape > 0 && shape < Number.POSITIVE_INFINITY)) {
    throw new RangeError(`shape is ${shape}; expected a positive number`);
  }
}

/** One round of the Gibbs sampler. `utilities` are log λ, relative to their mean. */
function drawRates(races: Races, shape: number, random: Random, utilities: Float64Array): void {
  const itemCount = utilities.length;
  setSumOfRates(utilities, logGammaDraw(itemCount * shape, random));
  const { totalTime, counts, lowestCounts } = races;
  totalTime.fill(1);
  addTimes(races, utilities, random);
  let mean = 0;
  for (let i = 0; i < itemCount; i++) {
    // Times in the lowest tiers are not truncated, so their sum is a Gamma variable divided by the rate.
    if (lowestCounts[i] > 0) totalTime[i] += Math.exp(logGammaDraw(lowestCounts[i], random) - utilities[i]);
    utilities[i] = logGammaDraw(shape + counts[i], random) - Math.log(totalTime[i]);
    mean += utilities[i] / itemCount;
  }
  for (let i = 0; i < itemCount; i++) utilities[i] -= mean;
}

function setSumOfRates(utilities: Float64Array, logSum: number): void {
  const sum = utilities.reduce((total, u) => total + Math.exp(u), 0);
  const shift = logSum - Math.log(sum);
  for (let i = 0; i < utilities.length; i++) utilities[i] += shift;
}

function summarize(draws: Float64Array, count: number, itemCount: number): Posterior {
  const utilities = new Float64Array(itemCount);
  const standardDeviations = new Float64Array(itemCount);
  const lower = new Float64Array(itemCount);
  const upper = new Float64Array(itemCount);
  for (let i = 0; i < itemCount; i++) {
    const column = new Float64Array(count).map((_, n) => draws[n * itemCount + i]).sort();
    const mean = column.reduce((sum, u) => sum + u, 0) / count;
    utilities[i] = mean;
    standardDeviations[i] = Math.sqrt(column.reduce((sum, u) => sum + (u - mean) ** 2, 0) / Math.max(1, count - 1));
    lower[i] = column[Math.floor(0.025 * (count - 1))];
    upper[i] = column[Math.ceil(0.975 * (count - 1))];
  }
  return { utilities, standardDeviations, lower, upper, draws };
}
