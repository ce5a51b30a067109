import type { LossSpec } from "@tierwise/losses";
import { topK } from "@tierwise/metrics";
import { type DocumentLists, documentCount, listCount } from "../lists/document-lists.ts";

/** Documents to score: lists whose grades may be unknown. */
export type UnratedLists = Pick<DocumentLists, "featureCount" | "featureNames" | "features" | "offsets">;

/** The documents of every list, best first. */
export interface DocumentRankings {
  /** The index of each list's first entry in `documents` and `scores`, then the number of entries. */
  readonly offsets: Int32Array;
  /** The 0-based positions of documents in their list, by descending score, then by ascending position. */
  readonly documents: Int32Array;
  /** The score of each entry. */
  readonly scores: Float64Array;
}

/** The progress of training after one tree or one epoch. */
export interface DocumentProgress {
  /** The number of trees or epochs so far. */
  readonly step: number;
  /** The mean training loss per list before this step (trees) or during it (networks). */
  readonly loss: number;
  /** The value of the criterion on the validation lists; undefined without validation. */
  readonly validation?: number;
}

/** A scorer as a value: its kind and its options. */
export interface ScorerKind {
  /** The kind of scorer, such as `"trees"`. */
  readonly kind: string;
}

/** A model that ranks the documents of lists by their features. */
export interface DocumentModel<Scorer extends ScorerKind = ScorerKind> {
  /** The kind of scorer and its options. */
  readonly scorer: Scorer;
  /** F, the number of features. */
  readonly featureCount: number;
  /** The names of the features, if known. */
  readonly featureNames?: readonly string[];
  /** The loss that the model was trained with, if it has a spec. */
  readonly loss?: LossSpec;
  /** The progress of training, step by step. */
  readonly history: readonly DocumentProgress[];
  /** The number of trees or epochs after which training reached the model that was kept. */
  readonly bestStep: number;
  /**
   * The score of each document.
   *
   * @param lists - Lists with F features per document.
   */
  scores(lists: UnratedLists): Float64Array;
  /**
   * The documents of every list, best first.
   *
   * @param lists - Lists with F features per document.
   * @param options - `k`: the number of documents to keep per list. Default: all.
   */
  rank(lists: UnratedLists, options?: { readonly k?: number }): DocumentRankings;
}

/** Adds `rank` and input checks to a model. */
export function completeModel<Scorer extends ScorerKind, Content extends object>(
  content: Content & Omit<DocumentModel<Scorer>, "rank" | "scores">,
  score: (lists: UnratedLists) => Float64Array,
): Content & DocumentModel<Scorer> {
  const scores = (lists: UnratedLists): Float64Array => {
    checkFeatures(lists, content);
    return score(lists);
  };
  return { ...content, scores, rank: (lists, { k } = {}) => rankLists(lists, scores(lists), k) };
}

function checkFeatures(
  lists: UnratedLists,
  { featureCount: expected, featureNames: names }: Pick<DocumentModel, "featureCount" | "featureNames">,
): void {
  if (lists.featureCount !== expected) {
    throw new RangeError(`lists.featureCount is ${lists.featureCount}; expected ${expected}, as in training`);
  }
  const other = names && lists.featureNames?.findIndex((name, f) => name !== names[f]);
  if (other !== undefined && other >= 0) {
    const found = JSON.stringify(lists.featureNames?.[other]);
    throw new RangeError(
      `featureNames[${other}] is ${found}; expected ${JSON.stringify(names?.[other])}, as in training`,
    );
  }
  const length = documentCount(lists) * expected;
  if (lists.features.length !== length) {
    throw new RangeError(`features.length is ${lists.features.length}; expected ${length}, ${expected} per document`);
  }
}

function rankLists(lists: UnratedLists, scores: Float64Array, k = Number.POSITIVE_INFINITY): DocumentRankings {
  if (!(k >= 1)) throw new RangeError(`k is ${k}; expected a number of at least 1`);
  const { offsets } = lists;
  const ends = new Int32Array(offsets.length);
  for (let l = 0; l < listCount(lists); l++) ends[l + 1] = ends[l] + Math.min(k, offsets[l + 1] - offsets[l]);
  const documents = new Int32Array(ends[ends.length - 1]);
  for (let l = 0; l < listCount(lists); l++) {
    const size = ends[l + 1] - ends[l];
    if (size > 0) documents.set(topK(scores.subarray(offsets[l], offsets[l + 1]), size), ends[l]);
  }
  const ranked = new Float64Array(documents.length);
  for (let l = 0; l < listCount(lists); l++) {
    for (let i = ends[l]; i < ends[l + 1]; i++) ranked[i] = scores[offsets[l] + documents[i]];
  }
  return { offsets: ends, documents, scores: ranked };
}
