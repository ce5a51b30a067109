import { checkDocumentLists, type DocumentLists } from "../lists/document-lists.ts";
import { resolveTraining, type TrainingOptions } from "../training/training.ts";
import { type BoostedTreesScorer, boostedTrees } from "../trees/boosted-trees.ts";
import { trainTrees } from "../trees/train-trees.ts";
import type { TreesModel } from "../trees/trees-model.ts";

/** Options for {@link trainDocuments}. */
export interface TrainDocumentsOptions extends TrainingOptions {
  /** How documents are scored. Default: `boostedTrees()`. */
  readonly scorer?: BoostedTreesScorer;
}

/**
 * Trains a model that ranks the documents of lists by their features. Lists may differ in length; nothing is padded. Grades become tiers: the
 * order of documents with equal grades is unknown. Lists with a single grade carry no information and are ignored.
 *
 * @param lists - Lists with features and grades.
 * @param options - The scorer, the loss, and how to stop.
 *
 * @example
 * ```ts
 * import { boostedTrees, generateDocuments, evaluateDocuments, trainDocuments } from "@tierwise/documents";
 *
 * const { lists } = generateDocuments({ lists: 200, documents: 20, features: 5, seed: 1 });
 * const scorer = boostedTrees({ trees: 50, leaves: 7 });
 * const model = await trainDocuments(lists, { scorer, threads: 1 });
 * console.log(model.bestStep, evaluateDocuments(model, lists).result().ndcg[10].toFixed(3)); // 31 0.656
 * ```
 */
export async function trainDocuments(lists: DocumentLists, options: TrainDocumentsOptions = {}): Promise<TreesModel> {
  checkDocumentLists(lists);
  const { scorer = boostedTrees() } = options;
  return trainTrees(scorer, resolveTraining(lists, options));
}
