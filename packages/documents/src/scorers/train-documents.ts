import { checkDocumentLists, type DocumentLists } from "../lists/document-lists.ts";
import type { NetworkScorer } from "../network/documents-scorer.ts";
import type { NetworkModel } from "../network/network-model.ts";
import { trainNetwork } from "../network/train-network.ts";
import { resolveTraining, type TrainingOptions } from "../training/training.ts";
import { type BoostedTreesScorer, boostedTrees } from "../trees/boosted-trees.ts";
import { trainTrees } from "../trees/train-trees.ts";
import type { TreesModel } from "../trees/trees-model.ts";

/** A scorer: the result of `boostedTrees()` or `documents()`. */
export type DocumentScorer = BoostedTreesScorer | NetworkScorer;

/** The type of model that each scorer trains. */
export type ModelOf<Scorer extends DocumentScorer> = Scorer extends NetworkScorer ? NetworkModel : TreesModel;

/** Options for {@link trainDocuments}. */
export interface TrainDocumentsOptions<Scorer extends DocumentScorer = BoostedTreesScorer> extends TrainingOptions {
  /** The scorer to train. Default: `boostedTrees()`. */
  readonly scorer?: Scorer;
}

/**
 * Trains a model that ranks the documents of lists by their features. Lists may differ in length; nothing is padded. Grades become tiers: the
 * order of documents with equal grades is unknown. Lists with a single grade carry no information and are ignored.
 *
 * @param lists - Lists with features and grades.
 * @param options - The scorer, the loss, and when to stop.
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
export async function trainDocuments<Scorer extends DocumentScorer = BoostedTreesScorer>(
  lists: DocumentLists,
  options: TrainDocumentsOptions<Scorer> = {},
): Promise<ModelOf<Scorer>> {
  checkDocumentLists(lists);
  const scorer: DocumentScorer = options.scorer ?? boostedTrees();
  const training = resolveTraining(lists, options);
  const model = scorer.kind === "network" ? trainNetwork(scorer, training) : trainTrees(scorer, training);
  return (await model) as ModelOf<Scorer>;
}
