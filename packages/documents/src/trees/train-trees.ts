import type { DocumentProgress } from "../model/document-model.ts";
import { criterionOn, trackBest } from "../training/criterion.ts";
import type { ResolvedTraining } from "../training/training.ts";
import { boost } from "./boost.ts";
import type { BoostedTreesScorer } from "./boosted-trees.ts";
import { addTree, type Tree } from "./tree.ts";
import { type TreesModel, treesModel } from "./trees-model.ts";

/** Trees without improvement after which training stops. */
const defaultPatience = 100;

/** Trains boosted trees and keeps those up to the best step on the validation lists. */
export async function trainTrees(scorer: BoostedTreesScorer, training: ResolvedTraining): Promise<TreesModel> {
  const { lists, validation, loss, patience = defaultPatience, criterion, signal, onProgress } = training;
  const { featureCount, featureNames } = lists;
  const trees: Tree[] = [];
  const history: DocumentProgress[] = [];
  const measured = validation && criterionOn(criterion, validation, loss);
  const best = trackBest(measured?.higherIsBetter ?? true, patience);
  const heldScores = new Float64Array(validation?.grades.length ?? 0);
  signal?.throwIfAborted();
  await boost(lists, scorer, {
    ...training,
    onTree(tree, value) {
      signal?.throwIfAborted();
      trees.push(tree);
      const step = trees.length;
      if (validation) addTree(tree, validation.features, featureCount, heldScores);
      const held = measured?.value(heldScores);
      const progress = { step, loss: value, ...(held !== undefined && { validation: held }) };
      history.push(progress);
      onProgress(progress);
      return held === undefined || best.record(step, held);
    },
  });
  const bestStep = measured ? best.step() : trees.length;
  return treesModel({
    scorer,
    featureCount,
    ...(featureNames && { featureNames }),
    ...(loss.spec && { loss: loss.spec }),
    history,
    bestStep,
    trees: trees.slice(0, bestStep),
  });
}
