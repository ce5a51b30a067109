import type { Preference } from "@tierwise/core-integrator";

/** The log-likelihood of one tier above the rest by direct evaluation of Eq. 3, a sum over the n! orders of the tier. */
export function enumeratedLogLikelihood(scores: Float64Array, { tiers: [tier] }: Preference): number {
  const weights = Array.from(tier, (item) => Math.exp(scores[item]));
  const total = scores.reduce((sum, w) => sum + Math.exp(w), 0);
  const sumOverOrders = (left: number, used: number): number => {
    if (used === 2 ** weights.length - 1) return 1;
    let sum = 0;
    for (let i = 0; i < weights.length; i++) {
      if ((used & (1 << i)) === 0) sum += (weights[i] / left) * sumOverOrders(left - weights[i], used | (1 << i));
    }
    return sum;
  };
  return Math.log(sumOverOrders(total, 0));
}
