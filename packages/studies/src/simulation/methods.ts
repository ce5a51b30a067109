import { createLoss, type LossTitle, lossCatalog, lossNameOf, lossNames, type RankingLoss } from "@tierwise/losses";

/** The methods of the study, by the paper's names. PL-TopK is the oracle: only this method is given the order within tiers. */
export type Method = LossTitle;

/** All six methods, PL-Partition first and the oracle last. */
export const methods: readonly Method[] = lossNames.map((name) => lossCatalog[name].title);

/** The objective that a method minimizes. */
export function lossOf(method: Method): RankingLoss {
  if (!methods.includes(method)) {
    throw new RangeError(`method is ${JSON.stringify(method)}; expected one of ${methods.join(", ")}`);
  }
  return createLoss(lossNameOf(method));
}
