import type { RankingLoss } from "../src/index.ts";

/**
 * A user's own, which has neither rows nor a shared form: the square of what the best item of the first tier lacks to a score of 1.
 */
export const ownLoss: RankingLoss = (w, { tiers }, gradient) => {
  gradient?.fill(0);
  if (tiers[0].length === 0) return 0;
  const best = tiers[0][0];
  if (gradient) gradient[best] = -2 * (1 - w[best]);
  return (1 - w[best]) ** 2;
};
