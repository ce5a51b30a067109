import { createGradedEvaluator, type GradedEvaluator, type GradedEvaluatorOptions } from "@tierwise/metrics";
import { type DocumentLists, listCount } from "../lists/document-lists.ts";
import type { DocumentModel } from "./document-model.ts";

/**
 * Evaluates a model on graded lists.
 *
 * @param model - Any document model.
 * @param lists - Lists with grades.
 * @param options - The cutoffs and conventions of `createGradedEvaluator`.
 * @returns The evaluator, with the means in `result()` and the value of each list in `lists()`.
 */
export function evaluateDocuments(
  model: Pick<DocumentModel, "scores">,
  lists: DocumentLists,
  options: GradedEvaluatorOptions = {},
): GradedEvaluator {
  return gradedEvaluator(model.scores(lists), lists, options);
}

export function gradedEvaluator(
  scores: Float64Array,
  lists: Pick<DocumentLists, "grades" | "offsets">,
  options: GradedEvaluatorOptions,
): GradedEvaluator {
  const evaluator = createGradedEvaluator(options);
  const { offsets, grades } = lists;
  for (let l = 0; l < listCount(lists); l++) {
    evaluator.add(scores.subarray(offsets[l], offsets[l + 1]), grades.subarray(offsets[l], offsets[l + 1]));
  }
  return evaluator;
}
