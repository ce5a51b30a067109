import { type RankingLoss, rowLoss } from "@tierwise/losses";
import { type DocumentLists, listCount } from "../lists/document-lists.ts";
import { packLists, viewList } from "../lists/packed-lists.ts";
import { gradedEvaluator } from "../model/evaluate-documents.ts";

/**
 * The criterion for early stopping: the mean validation loss per list, or the mean nDCG@k (with gains 2^g − 1) over the lists that have a
 * relevant document. The mean is weighted if lists have weights.
 */
export type DocumentCriterion = "loss" | `ndcg@${number}`;

/** A function that computes the criterion from the scores of the validation lists, and whether higher is better. */
export interface CriterionOf {
  readonly value: (scores: Float64Array) => number;
  readonly higherIsBetter: boolean;
}

/** Creates the criterion for validation lists. Throws an error if the criterion is undefined for these lists. */
export function criterionOn(criterion: DocumentCriterion, lists: DocumentLists, loss: RankingLoss): CriterionOf {
  if (criterion === "loss") return { value: meanLoss(lists, loss), higherIsBetter: false };
  const k = Number(/^ndcg@(\d+)$/.exec(criterion)?.[1]);
  if (!(k >= 1)) throw new RangeError(`criterion is ${JSON.stringify(criterion)}; expected "loss" or "ndcg@10"`);
  if (lists.grades.every((grade) => grade === 0)) {
    throw new RangeError(`no validation list has a relevant document; expected one, or the criterion "loss"`);
  }
  const maxGrade = lists.grades.reduce((most, grade) => Math.max(most, grade), 4);
  return {
    value(scores) {
      const evaluator = gradedEvaluator(scores, lists, { ks: [k], maxGrade });
      return lists.weights ? weightedMean(evaluator.lists().ndcg[k], lists.weights) : evaluator.result().ndcg[k];
    },
    higherIsBetter: true,
  };
}

/** The weighted mean of the values that are not NaN. */
function weightedMean(values: Float64Array, weights: Float64Array): number {
  let [sum, total] = [0, 0];
  for (let l = 0; l < values.length; l++) {
    if (Number.isNaN(values[l])) continue;
    sum += weights[l] * values[l];
    total += weights[l];
  }
  return sum / total;
}

/** The mean loss per list, weighted if lists have weights. */
function meanLoss(lists: DocumentLists, loss: RankingLoss): (scores: Float64Array) => number {
  const packed = packLists(lists);
  const row = rowLoss(loss);
  const all = lists.weights?.reduce((sum, weight) => sum + weight, 0) ?? listCount(lists);
  return (scores) => {
    let total = 0;
    for (let l = 0; l < listCount(lists); l++) {
      if (viewList(packed, l)) total += (lists.weights?.[l] ?? 1) * row(scores, packed.offsets[l], packed, l);
    }
    return total / all;
  };
}

/** Keeps track of the best step of a training run. */
export interface BestStep {
  /** The best step so far, or 0 before the first step. */
  readonly step: () => number;
  /** Records the criterion after a step and returns whether to continue. */
  readonly record: (step: number, value: number) => boolean;
}

/** Tracks the best step, and stops training once `patience` steps in a row have not improved the criterion. */
export function trackBest(higherIsBetter: boolean, patience: number): BestStep {
  let best = higherIsBetter ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  let at = 0;
  return {
    step: () => at,
    record(step, value) {
      if (higherIsBetter ? value > best : value < best) {
        best = value;
        at = step;
      }
      return step - at < patience;
    },
  };
}
