import type { RankingLoss } from "../src/index.ts";

/**
 * A custom loss without `row` and `shared`: the square of the gap between the score of the first listed item and 1.
 */
export const ownLoss: RankingLoss = (w, { tiers }, gradient) => {
  gradient?.fill(0);
  if (tiers[0].length === 0) return 0;
  const best = tiers[0][0];
  if (gradient) gradient[best] = -2 * (1 - w[best]);
  return (1 - w[best]) ** 2;
};
