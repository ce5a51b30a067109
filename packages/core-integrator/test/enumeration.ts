import type { Preference, Scores } from "../src/index.ts";

function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((first) =>
    permutations(items.filter((item) => item !== first)).map((others) => [first, ...others]),
  );
}

/** The probability of one full order, best first, among the items it contains (equation 1). */
export function orderProbability(scores: Scores, order: readonly number[]): number {
  let probability = 1;
  for (let j = 0; j < order.length; j++) {
    let mass = 0;
    for (let l = j; l < order.length; l++) mass += Math.exp(scores[order[l]] - scores[order[j]]);
    probability /= mass;
  }
  return probability;
}

/** The sum of the probabilities of all full orders that are consistent with the tiers (equation 2). Cost: O(n₁!·…·n_M!). */
export function enumeratedProbability(scores: Scores, { tiers, rest = "lowest" }: Preference): number {
  const all = tiers.map((tier) => Array.from(tier));
  const named = new Set(all.flat());
  if (rest === "lowest") all.push(Array.from(scores.keys()).filter((item) => !named.has(item)));
  const orders = all
    .map(permutations)
    .reduce<number[][]>((heads, tails) => heads.flatMap((head) => tails.map((tail) => [...head, ...tail])), [[]]);
  return orders.reduce((sum, order) => sum + orderProbability(scores, order), 0);
}

/** Every way to split the items into tiers of the given sizes. */
export function orderedPartitions(items: readonly number[], sizes: readonly number[]): number[][][] {
  const [size, ...others] = sizes;
  if (size === undefined) return [[]];
  return subsets(items, size).flatMap((tier) =>
    orderedPartitions(
      items.filter((item) => !tier.includes(item)),
      others,
    ).map((below) => [tier, ...below]),
  );
}

function subsets(items: readonly number[], size: number): number[][] {
  if (size === 0) return [[]];
  return items.flatMap((first, i) => subsets(items.slice(i + 1), size - 1).map((rest) => [first, ...rest]));
}
