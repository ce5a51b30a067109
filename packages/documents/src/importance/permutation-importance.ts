import { randomPermutation, randomStream } from "@tierwise/random";
import { type DocumentLists, documentCount } from "../lists/document-lists.ts";
import type { DocumentModel } from "../model/document-model.ts";
import { gradedEvaluator } from "../model/evaluate-documents.ts";

/** Options for {@link permutationImportance}. */
export interface PermutationOptions {
  /** The cutoff of nDCG. Default: 10. */
  readonly k?: number;
  /** The seed of the permutations. Default: 0. */
  readonly seed?: number;
}

/**
 * Measures how much a model relies on each feature: the decrease in nDCG@k when the values of that feature are shuffled among all
 * documents. This works with any model, and scores all documents F + 1 times. Features that carry the same information share their importance.
 *
 * L. Breiman, Random forests, Machine Learning 45, 2001.
 *
 * @param model - Any document model.
 * @param lists - Lists with grades that the model was not trained on.
 * @param options - The cutoff and the seed.
 * @returns F differences: nDCG@k with the original feature minus nDCG@k with the shuffled feature.
 *
 * @example
 * ```ts
 * import { permutationImportance } from "@tierwise/documents";
 *
 * const features = Float32Array.of(3, 9, 1, 9, 5, 9, 2, 9);
 * const lists = { featureCount: 2, offsets: Int32Array.of(0, 4), features, grades: Float32Array.of(1, 0, 2, 0) };
 * const byFirst = { scores: ({ features }: { features: Float32Array }) => Float64Array.from(features.filter((_, i) => i % 2 === 0)) };
 * const [first, second] = permutationImportance(byFirst, lists, { seed: 1 });
 * console.log(first > 0.1, second); // true 0
 * ```
 */
export function permutationImportance(
  model: Pick<DocumentModel, "scores">,
  lists: DocumentLists,
  { k = 10, seed = 0 }: PermutationOptions = {},
): Float64Array {
  const { featureCount, features } = lists;
  const count = documentCount(lists);
  const maxGrade = lists.grades.reduce((most, grade) => Math.max(most, grade), 4);
  const ndcg = (changed: DocumentLists): number =>
    gradedEvaluator(model.scores(changed), changed, { ks: [k], maxGrade, ties: "mean" }).result().ndcg[k];
  const whole = ndcg(lists);
  const permuted = { ...lists, features: features.slice() };
  return Float64Array.from({ length: featureCount }, (_, f) => {
    const order = randomPermutation(count, randomStream(seed, f));
    for (let i = 0; i < count; i++) permuted.features[i * featureCount + f] = features[order[i] * featureCount + f];
    const without = ndcg(permuted);
    for (let i = 0; i < count; i++) permuted.features[i * featureCount + f] = features[i * featureCount + f];
    return whole - without;
  });
}
