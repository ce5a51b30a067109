import type { DocumentProgress } from "../model/document-model.ts";
import { openCheckpoint, type StoredProgress } from "../training/checkpoint.ts";
import { criterionOn, trackBest } from "../training/criterion.ts";
import type { ResolvedTraining } from "../training/training.ts";
import { boost } from "./boost.ts";
import type { BoostedTreesScorer } from "./boosted-trees.ts";
import { checkedTree } from "./check-tree.ts";
import { addTree, type Tree } from "./tree.ts";
import { type TreesModel, treesModel } from "./trees-model.ts";

/** Training stops after this many trees without improvement. */
const defaultPatience = 100;

interface TreesState extends StoredProgress {
  readonly trees: readonly Tree[];
}

/** Trains boosted trees and keeps those up to the best step on the validation lists. */
export async function trainTrees(scorer: BoostedTreesScorer, training: ResolvedTraining): Promise<TreesModel> {
  const { lists, validation, loss, patience = defaultPatience, criterion, signal, onProgress } = training;
  const { featureCount, featureNames } = lists;
  const measured = validation && criterionOn(criterion, validation, loss);
  const best = trackBest(measured?.higherIsBetter ?? true, patience);
  const heldScores = new Float64Array(validation?.grades.length ?? 0);
  signal?.throwIfAborted();
  const { restored, save } = await openCheckpoint<TreesState>(scorer, training);
  const trees = (restored?.trees ?? []).map((tree, t) => checkedTree({ ...tree }, featureCount, `trees[${t}]`));
  const history: DocumentProgress[] = [...(restored?.history ?? [])];
  if (validation) for (const tree of trees) addTree(tree, validation.features, featureCount, heldScores);
  const goesOn = ({ step, validation: held }: DocumentProgress): boolean =>
    held === undefined || best.record(step, held);
  if (history.map(goesOn).every((more) => more)) {
    await boost(lists, scorer, {
      ...training,
      fitted: trees.slice(),
      async onTree(tree, value) {
        trees.push(tree);
        if (validation) addTree(tree, validation.features, featureCount, heldScores);
        const held = measured?.value(heldScores);
        const progress = { step: trees.length, loss: value, ...(held !== undefined && { validation: held }) };
        history.push(progress);
        onProgress(progress);
        await save(() => ({ trees, history }));
        signal?.throwIfAborted();
        return goesOn(progress);
      },
    });
  }
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
