import { completeModel, type DocumentModel, type UnratedLists } from "../model/document-model.ts";
import type { BoostedTreesScorer } from "./boosted-trees.ts";
import { addTree, type Tree } from "./tree.ts";

/** A model of boosted trees. */
export interface TreesModel extends DocumentModel<BoostedTreesScorer> {
  /** The trees; the score of a document is the sum of their values. */
  readonly trees: readonly Tree[];
}

export type TreesContent = Omit<TreesModel, "rank" | "scores">;

export function treesModel(content: TreesContent): TreesModel {
  return completeModel(content, ({ features, featureCount, offsets }: UnratedLists) => {
    const scores = new Float64Array(offsets[offsets.length - 1]);
    for (const tree of content.trees) addTree(tree, features, featureCount, scores);
    return scores;
  });
}

/**
 * The importance of each feature: the gain of the splits that use it as a fraction of the gain of all splits, where the gain is the
 * reduction of the training loss to second order.
 *
 * @param model - A model of boosted trees.
 * @returns F numbers that sum to 1, or zeros if there is no split.
 */
export function gainImportance({ trees, featureCount }: Pick<TreesModel, "featureCount" | "trees">): Float64Array {
  const gains = new Float64Array(featureCount);
  let total = 0;
  for (const { features, gains: ofNodes } of trees) {
    for (const [node, feature] of features.entries()) {
      gains[feature] += ofNodes[node];
      total += ofNodes[node];
    }
  }
  return total > 0 ? gains.map((gain) => gain / total) : gains;
}
