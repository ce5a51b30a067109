/**
 * Lists of documents with features and grades. Lists may differ in length: the documents of list l are
 * `offsets[l]` … `offsets[l + 1] − 1`. A list usually contains the candidates for one query.
 */
export interface DocumentLists {
  /** F, the number of features. */
  readonly featureCount: number;
  /** The index of the first document of each list, then the number of documents. */
  readonly offsets: Int32Array;
  /** Documents × F features, row by row, all finite. */
  readonly features: Float32Array;
  /** The grade of each document, nonnegative; higher is better, and 0 means not relevant. */
  readonly grades: Float32Array;
  /** The weight of each list in training. Default: 1. */
  readonly weights?: Float64Array;
  /** The name of each list, such as its query. Default: its 1-based number. */
  readonly listNames?: readonly string[];
  /** The name of each document. Default: its 1-based position in the list. */
  readonly documentNames?: readonly string[];
  /** The name of each feature. Default: its 0-based number. */
  readonly featureNames?: readonly string[];
  /** The columns of the file that were ignored because they contain text. */
  readonly ignoredColumns?: readonly string[];
}

export function listCount({ offsets }: Pick<DocumentLists, "offsets">): number {
  return offsets.length - 1;
}

export function documentCount({ offsets }: Pick<DocumentLists, "offsets">): number {
  return offsets[offsets.length - 1];
}

/**
 * Throws an error unless the lengths of the arrays match and all numbers are valid.
 *
 * @param lists - The lists to check.
 *
 * @example
 * ```ts
 * import { checkDocumentLists } from "@tierwise/documents";
 *
 * const lists = {
 *   featureCount: 2,
 *   offsets: Int32Array.of(0, 2, 3),
 *   features: Float32Array.of(0.5, 1, 0.2, 0, 0.9, 1),
 *   grades: Float32Array.of(2, 0, -1),
 * };
 * try {
 *   checkDocumentLists(lists);
 * } catch (error) {
 *   console.log((error as Error).message); // grades[2] is -1; expected a nonnegative finite number
 * }
 * ```
 */
export function checkDocumentLists(lists: DocumentLists): void {
  const { featureCount, offsets, features, grades, weights, listNames, documentNames, featureNames } = lists;
  if (!Number.isInteger(featureCount) || featureCount < 1) {
    throw new RangeError(`featureCount is ${featureCount}; expected a positive integer`);
  }
  if (!(offsets instanceof Int32Array) || offsets[0] !== 0) {
    throw new TypeError(
      "offsets is not an Int32Array that starts with 0; expected the index of the first document of each list",
    );
  }
  for (let l = 1; l < offsets.length; l++) {
    if (offsets[l] < offsets[l - 1]) {
      throw new RangeError(`offsets[${l}] is ${offsets[l]}; expected at least ${offsets[l - 1]}, the previous offset`);
    }
  }
  const count = documentCount(lists);
  checkLength("features", features, count * featureCount, `${count} documents × ${featureCount} features`);
  checkLength("grades", grades, count, "one per document");
  if (weights) checkLength("weights", weights, listCount(lists), "one per list");
  if (listNames) checkLength("listNames", listNames, listCount(lists), "one per list");
  if (documentNames) checkLength("documentNames", documentNames, count, "one per document");
  if (featureNames) checkLength("featureNames", featureNames, featureCount, "one per feature");
  checkNumbers(lists);
}

function checkLength(name: string, array: { readonly length: number }, expected: number, meaning: string): void {
  if (array?.length === expected) return;
  throw new RangeError(`${name}.length is ${array?.length}; expected ${expected}, ${meaning}`);
}

function checkNumbers({ featureCount, features, grades, weights = new Float64Array(0) }: DocumentLists): void {
  for (let i = 0; i < features.length; i++) {
    if (Number.isFinite(features[i])) continue;
    const place = `feature ${i % featureCount} of document ${Math.floor(i / featureCount)}`;
    throw new RangeError(`${place} is ${features[i]}; expected a finite number; replace missing values first`);
  }
  for (const [name, numbers] of Object.entries({ grades, weights })) {
    for (let i = 0; i < numbers.length; i++) {
      if (numbers[i] >= 0 && numbers[i] < Number.POSITIVE_INFINITY) continue;
      throw new RangeError(`${name}[${i}] is ${numbers[i]}; expected a nonnegative finite number`);
    }
  }
}

/** Allocates floats, in shared memory if the platform supports it. */
export function sharedFloats(length: number): Float32Array {
  const bytes = 4 * length;
  return new Float32Array(
    typeof SharedArrayBuffer === "undefined" ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes),
  );
}
