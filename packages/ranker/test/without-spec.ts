import type { RankingLoss } from "@tierwise/losses";

/** Returns the same loss as a custom function, which cannot be rebuilt on other threads. */
export function withoutSpec(loss: RankingLoss): RankingLoss {
  const own: RankingLoss = (scores, preference, gradient) => loss(scores, preference, gradient);
  return Object.assign(own, loss.row && { row: loss.row });
}
