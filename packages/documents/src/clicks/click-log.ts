import type { DocumentLists } from "../lists/document-lists.ts";
import { selectLists } from "../lists/select-lists.ts";

/** Documents that users saw, and which of them they clicked: one entry per document shown, list by list. A list is one page shown to one user. */
export interface ClickLog {
  /** The index of the first entry of each list, then the number of entries. */
  readonly offsets: Int32Array;
  /** The position at which each document was shown, from 1. */
  readonly positions: Int32Array;
  /** 1 if the document was clicked, otherwise 0. */
  readonly clicks: Uint8Array;
}

/** Returns the largest position. Throws an error unless there is one position of at least 1 and one click of 0 or 1 per document. */
export function checkClickLog({ offsets, positions, clicks }: ClickLog): number {
  const count = offsets[offsets.length - 1];
  for (const [name, array] of Object.entries({ positions, clicks })) {
    if (array.length === count) continue;
    throw new RangeError(`${name}.length is ${array.length}; expected ${count}, one per document`);
  }
  let most = 0;
  for (let i = 0; i < count; i++) {
    if (!(positions[i] >= 1)) throw new RangeError(`positions[${i}] is ${positions[i]}; expected at least 1`);
    if (clicks[i] > 1) throw new RangeError(`clicks[${i}] is ${clicks[i]}; expected 0 or 1`);
    most = Math.max(most, positions[i]);
  }
  return most;
}

/** 1/θ for the position of each document, at most `clip`. Throws an error if a clicked position has a propensity θ outside (0, 1]. */
export function inversePropensities(log: ClickLog, propensities: ArrayLike<number>, clip: number): Float64Array {
  checkClickLog(log);
  if (!(clip >= 1)) throw new RangeError(`clip is ${clip}; expected a number of at least 1`);
  return Float64Array.from(log.positions, (position, i) => {
    const propensity = propensities[position - 1];
    if (propensity > 0 && propensity <= 1) return Math.min(clip, 1 / propensity);
    if (log.clicks[i] === 0) return 0;
    throw new RangeError(
      `propensities[${position - 1}] is ${propensity}; expected a number above 0 and at most 1, since position ${position} was clicked`,
    );
  });
}

/** Options for {@link clickedLists}. */
export interface ClickedListsOptions {
  /** The largest weight of a click. Smaller values reduce the variance and add bias. Default: no limit. */
  readonly clip?: number;
}

/**
 * Converts clicks to training lists without position bias: each click on document i becomes a list of weight 1/θ_i in which i is above all other
 * documents shown (Joachims, Swaminathan and Schnabel, WSDM 2017). If users click a document exactly when it is examined and relevant, then
 *
 *     E[Σ_i click_i/θ_i · loss_i] = Σ_i P(relevant_i) · loss_i,
 *
 * which would be the loss if users examined all documents. Weights of 1 would favor the documents shown at the top.
 *
 * @param lists - The documents shown, with their features; grades are ignored.
 * @param log - The positions and clicks of the same documents.
 * @param propensities - θ_k, the probability that a user examines position k, for k = 1, 2, …; only their ratios matter.
 * @param options - The largest weight of a click.
 * @returns One list per click, for `trainDocuments` with any scorer and loss.
 *
 * @example
 * ```ts
 * import { clickedLists } from "@tierwise/documents";
 *
 * const offsets = Int32Array.of(0, 3);
 * const lists = { featureCount: 1, offsets, features: Float32Array.of(1, 2, 3), grades: new Float32Array(3) };
 * const log = { offsets, positions: Int32Array.of(1, 2, 3), clicks: Uint8Array.of(1, 0, 1) };
 * const { grades, weights } = clickedLists(lists, log, [1, 0.5, 0.25]);
 * console.log(grades.join(" "), weights?.join(" ")); // 1 0 0 0 0 1 1 4
 * ```
 */
export function clickedLists(
  lists: DocumentLists,
  log: ClickLog,
  propensities: ArrayLike<number>,
  { clip = Number.POSITIVE_INFINITY }: ClickedListsOptions = {},
): DocumentLists {
  if (lists.offsets.length !== log.offsets.length || lists.offsets.some((at, l) => at !== log.offsets[l])) {
    throw new RangeError("lists.offsets and log.offsets differ; expected the same documents in the same order");
  }
  const inverse = inversePropensities(log, propensities, clip);
  const clicked: { readonly list: number; readonly document: number }[] = [];
  for (let list = 0; list + 1 < log.offsets.length; list++) {
    for (let i = log.offsets[list]; i < log.offsets[list + 1]; i++) {
      if (log.clicks[i] === 1) clicked.push({ list, document: i });
    }
  }
  const copies = selectLists(
    lists,
    clicked.map(({ list }) => list),
  );
  const grades = new Float32Array(copies.grades.length);
  for (const [c, { list, document }] of clicked.entries()) grades[copies.offsets[c] + document - log.offsets[list]] = 1;
  const weights = Float64Array.from(clicked, ({ list, document }) => inverse[document] * (lists.weights?.[list] ?? 1));
  return { ...copies, grades, weights };
}
