import { assimilate } from "./assimilate.ts";
import { createRating, type Rating, type RatingOptions, restoreRating } from "./create-rating.ts";
import type { ItemRating } from "./item-rating.ts";
import type { LocalVote } from "./local-vote.ts";
import { type Battle, localVote, type Vote } from "./named-vote.ts";

/** Options for {@link replayVotes}. */
export interface ReplayOptions extends RatingOptions {
  /** The number of passes over the votes. Default: one pass, as when a rating is updated with each vote in turn. */
  readonly passes?: number;
}

/** What a vote contributes to the beliefs: a normal factor for each named item, stored as precision_i and precision_i · center_i. */
interface Site {
  readonly vote: LocalVote;
  readonly precisions: Float64Array;
  readonly shifts: Float64Array;
}

/**
 * Computes a rating from stored votes in one pass, as {@link createRating} does, or in several passes, which come closer to a full fit.
 *
 * In the second and later passes, the contribution of a vote is removed before the vote is applied again, so that no vote counts twice
 * (Laplace propagation, by Smola, Vishwanathan and Eskin, NIPS 2003). When the passes no longer change the utilities, the gradients of all
 * votes and of the prior cancel, so {@link fitUtilities} with the same `prior` gives the same utilities.
 *
 * @param votes - The votes and battles, oldest first.
 * @param options - The prior and the number of passes.
 *
 * @example
 * ```ts
 * import { fitUtilities, replayVotes } from "@tierwise/aggregate";
 *
 * const names = ["a", "b", "c", "d"];
 * const orders = [[0, 1, 2, 3], [1, 0, 2, 3], [0, 2, 1, 3], [3, 0, 1, 2], [0, 1, 3, 2]];
 * const fit = fitUtilities(orders.map((order) => ({ tiers: order.map((item) => [item]) })), { items: 4, prior: 0.25 });
 * const votes = orders.map((order) => ({ tiers: order.map((item) => [names[item]]) }));
 * const distances = [1, 3, 10].map((passes) => {
 *   const rating = replayVotes(votes, { passes });
 *   return Math.max(...names.map((name, i) => Math.abs((rating.get(name)?.utility ?? 0) - fit.utilities[i])));
 * });
 * console.log(distances.map((distance) => distance.toFixed(3)).join(" ")); // 0.308 0.004 0.000
 * ```
 */
export function replayVotes(votes: readonly (Battle | Vote)[], { passes = 1, ...options }: ReplayOptions = {}): Rating {
  if (!Number.isInteger(passes) || passes < 1) {
    throw new RangeError(`passes is ${passes}; expected a positive integer`);
  }
  const rating = createRating(options);
  const { prior, items: first } = rating.toJSON();
  const names = first.map(({ name }) => name);
  const indices = new Map(names.map((name, i) => [name, i]));
  const locals = votes.map((vote) =>
    localVote(vote, (name) => {
      const known = indices.get(name);
      if (known !== undefined) return known;
      indices.set(name, names.push(name) - 1);
      return names.length - 1;
    }),
  );
  const precision = new Float64Array(names.length).fill(prior);
  const utility = new Float64Array(names.length);
  const named = new Float64Array(names.length);
  const sites = locals.map((vote): Site => {
    for (const item of vote.items) named[item] += vote.weight;
    return { vote, precisions: new Float64Array(vote.items.length), shifts: new Float64Array(vote.items.length) };
  });
  for (let pass = 0; pass < passes; pass++) {
    if (pass > 0) recenter(sites, precision, utility, prior);
    for (const site of sites) applySite(site, precision, utility, pass === 0);
  }
  const items = names.map((name, i): ItemRating => {
    return { name, utility: utility[i], variance: 1 / precision[i], votes: named[i] };
  });
  return restoreRating({ version: 1, prior, items });
}

/**
 * Moves the centers of all contributions by the same distance, so that the utilities have mean 0, as they do at the maximum. Votes do not
 * determine a common shift of all utilities, and the weak prior alone would take many passes to remove the shift.
 */
function recenter(sites: readonly Site[], precision: Float64Array, utility: Float64Array, prior: number): void {
  let [sum, response] = [0, 0];
  for (let i = 0; i < utility.length; i++) {
    sum += utility[i];
    response += 1 - prior / precision[i];
  }
  if (!(response > 0)) return;
  const shift = sum / response;
  for (let i = 0; i < utility.length; i++) utility[i] -= shift * (1 - prior / precision[i]);
  for (const { precisions, shifts } of sites)
    for (let i = 0; i < shifts.length; i++) shifts[i] -= shift * precisions[i];
}

/** Removes the old contribution of a vote from the beliefs, applies the vote to them, and stores the vote's new contribution. */
function applySite(
  { vote, precisions, shifts }: Site,
  precision: Float64Array,
  utility: Float64Array,
  first: boolean,
): void {
  const { items } = vote;
  const means = Float64Array.from(items, (item, i) =>
    first ? utility[item] : (precision[item] * utility[item] - shifts[i]) / (precision[item] - precisions[i]),
  );
  const variances = Float64Array.from(items, (item, i) => 1 / (precision[item] - precisions[i]));
  const { modes, precisions: learned } = assimilate(vote, means, variances, { equal: first });
  for (const [i, item] of items.entries()) {
    shifts[i] = modes[i] * (1 / variances[i] + learned[i]) - means[i] / variances[i];
    precisions[i] = learned[i];
    precision[item] = 1 / variances[i] + learned[i];
    utility[item] = modes[i];
  }
}
