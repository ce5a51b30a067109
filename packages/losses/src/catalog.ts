/**
 * The names and titles of the six losses. This entry point loads nothing else, so listing the losses is cheap.
 *
 * @module
 */
import type { LossName } from "./loss/loss-spec.ts";

export type { LossName } from "./loss/loss-spec.ts";

/** The titles of the losses, as the paper spells them. */
export type LossTitle = "AttRank" | "PL-LB" | "PL-Partition" | "PL-TopK" | "RankNet" | "RankSVM";

/** The titles of a loss. */
export interface LossEntry {
  /** The title in text and figures. */
  readonly title: LossTitle;
  /** The title as a column heading, as in the paper's tables. */
  readonly column: string;
}

/** The titles of each loss, from PL-Partition to the oracle, PL-TopK. */
export const lossCatalog: Readonly<Record<LossName, LossEntry>> = {
  "pl-partition": { title: "PL-Partition", column: "PL-P" },
  "pl-lb": { title: "PL-LB", column: "PL-LB" },
  attrank: { title: "AttRank", column: "AttRank" },
  ranknet: { title: "RankNet", column: "R-Net" },
  ranksvm: { title: "RankSVM", column: "R-SVM" },
  "pl-topk": { title: "PL-TopK", column: "PL-TopK" },
};

/** The names of the losses, in the order of {@link lossCatalog}. */
export const lossNames: readonly LossName[] = Object.keys(lossCatalog) as LossName[];

/**
 * Returns the name of the loss with a given title.
 *
 * @param title - A title of {@link lossCatalog}.
 * @throws RangeError if no loss has this title.
 *
 * @example
 * ```ts
 * import { lossNameOf } from "@tierwise/losses/catalog";
 *
 * console.log(lossNameOf("PL-Partition")); // pl-partition
 * ```
 */
export function lossNameOf(title: LossTitle): LossName {
  const name = lossNames.find((each) => lossCatalog[each].title === title);
  if (name !== undefined) return name;
  const titles = lossNames.map((each) => lossCatalog[each].title);
  throw new RangeError(`title is ${JSON.stringify(title)}; expected one of ${titles.join(", ")}`);
}
