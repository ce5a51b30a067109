import { createLoss, type LossName, type LossSpec, type RankingLoss } from "@tierwise/losses";

/** A loss, given as a value, by name or as a spec. */
export type LossChoice = LossName | LossSpec | RankingLoss;

/** Creates the chosen loss. Throws an error if the loss samples negatives, because a list contains all of its candidates. */
export function listLoss(choice: LossChoice): RankingLoss {
  const loss = typeof choice === "function" ? choice : createLoss(choice);
  if (loss.spec?.negatives !== undefined) {
    throw new RangeError("loss.negatives is not supported for lists of documents; expected a loss without negatives");
  }
  return loss;
}
