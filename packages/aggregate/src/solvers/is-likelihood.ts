import type { RankingLoss } from "@tierwise/losses";

/** Whether a loss is the negative log-likelihood of the tiers, which L-BFGS maximizes: PL-Partition without negative sampling. */
export function isLikelihood(loss: RankingLoss | undefined): boolean {
  return loss === undefined || (loss.spec?.name === "pl-partition" && loss.spec.negatives === undefined);
}
