import { randomSplit, randomStream } from "@tierwise/random";
import { type DocumentLists, listCount, sharedFloats } from "./document-lists.ts";

/**
 * Copies the chosen lists, in the given order.
 *
 * @param lists - The lists to choose from.
 * @param chosen - The indices of the chosen lists.
 */
export function selectLists(lists: DocumentLists, chosen: ArrayLike<number>): DocumentLists {
  const { featureCount, offsets, features, grades, weights, listNames, documentNames, featureNames } = lists;
  const sizes = Array.from(chosen, (l) => offsets[l + 1] - offsets[l]);
  const ends = Int32Array.from([0, ...sizes]);
  for (let l = 1; l < ends.length; l++) ends[l] += ends[l - 1];
  const total = ends[sizes.length];
  const selected = {
    features: sharedFloats(total * featureCount),
    grades: new Float32Array(total),
    documentNames: [] as string[],
  };
  for (let l = 0; l < sizes.length; l++) {
    const [from, to] = [offsets[chosen[l]], offsets[chosen[l] + 1]];
    selected.features.set(features.subarray(from * featureCount, to * featureCount), ends[l] * featureCount);
    selected.grades.set(grades.subarray(from, to), ends[l]);
    if (documentNames) for (let i = from; i < to; i++) selected.documentNames.push(documentNames[i]);
  }
  return {
    featureCount,
    offsets: ends,
    features: selected.features,
    grades: selected.grades,
    ...(weights && { weights: Float64Array.from(chosen, (l) => weights[l]) }),
    ...(listNames && { listNames: Array.from(chosen, (l) => listNames[l]) }),
    ...(documentNames && { documentNames: selected.documentNames }),
    ...(featureNames && { featureNames }),
  };
}

/** The result of {@link splitLists}. */
export interface ListSplit {
  /** The lists to train on. */
  readonly train: DocumentLists;
  /** The lists that are held out. */
  readonly validation: DocumentLists;
}

/**
 * Splits lists at random into training and validation lists. All documents of a list stay together.
 *
 * @param lists - The lists to split.
 * @param options - `validation`: the fraction of lists to hold out; at least one list is held out, and at least one remains for training. Default: 0.2.
 *   `seed`: the seed of the split. Default: 0.
 *
 * @example
 * ```ts
 * import { parseDocuments, splitLists } from "@tierwise/documents";
 *
 * const lists = parseDocuments("1 qid:1 1:1\n0 qid:2 1:0\n2 qid:3 1:1\n");
 * const { train, validation } = splitLists(lists, { validation: 1 / 3, seed: 1 });
 * console.log(train.listNames, validation.listNames); // [ '1', '3' ] [ '2' ]
 * ```
 */
export function splitLists(
  lists: DocumentLists,
  { validation = 0.2, seed = 0 }: { readonly validation?: number; readonly seed?: number } = {},
): ListSplit {
  const count = listCount(lists);
  if (!(validation > 0 && validation < 1)) {
    throw new RangeError(`validation is ${validation}; expected a number between 0 and 1`);
  }
  if (count < 2)
    throw new RangeError(`the number of lists is ${count}; expected at least 2, so that one can be held out`);
  const held = Math.min(count - 1, Math.max(1, Math.round(validation * count)));
  const split = randomSplit(count, held, randomStream(seed));
  return { train: selectLists(lists, split.rest), validation: selectLists(lists, split.held) };
}
