import type { DocumentRankings, UnratedLists } from "@tierwise/documents";

/** A request to rank lists of documents, after validation. */
export interface ListJob {
  readonly rowCount: number;
  /** The index of the first document of each list, then the number of documents. */
  readonly offsets: readonly number[];
  /** Documents × F features, row by row. */
  readonly features: Float32Array;
  /** The number of documents per list in the answer. */
  readonly k: number;
}

/** The rankings of a request: the ranking of its list l is number `start + l` in `rankings`. */
export interface RankedLists {
  readonly start: number;
  readonly rankings: DocumentRankings;
}

/** Ranks lists, one call at a time; rejects with `not_finite` if a score is infinite or NaN. */
export type RankLists = (lists: UnratedLists, k: number) => Promise<DocumentRankings>;
