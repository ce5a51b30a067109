/**
 * The six losses by name, with their titles. Nothing else is loaded: a command line may list them without loading the losses.
 *
 * @module
 */
import type { LossName } from "./loss/loss-spec.ts";

export type { LossName } from "./loss/loss-spec.ts";

/** The titles of the losses, as the paper spells them. */
export type LossTitle = "AttRank" | "PL-LB" | "PL-Partition" | "PL-TopK" | "RankNet" | "RankSVM";

/** What a loss is called. */
export interface LossEntry {
  /** Its title in text and figures. */
  readonly title: LossTitle;
  /** Its title at the head of a column, as in the paper's tables. */
  readonly column: string;
}

/** What each loss is called, PL-Partition first and the oracle, PL-TopK, last. */
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
 * The name of the loss that has a title.
 *
 * @param title - A title of {@link lossCatalog}.
 * @throws RangeError where no loss has it.
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
