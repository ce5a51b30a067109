import type { LossName } from "@tierwise/ranker";

/** The losses, and what they are called at the head of a column, as in the paper's tables. */
export const lossTitles: Readonly<Record<LossName, string>> = {
  "pl-partition": "PL-P",
  "pl-lb": "PL-LB",
  attrank: "AttRank",
  ranknet: "R-Net",
  ranksvm: "R-SVM",
  "pl-topk": "PL-TopK",
};

/** Their names; here and not taken from the ranker, so that `--help` need not load it. */
export const lossNames = Object.keys(lossTitles) as readonly LossName[];
