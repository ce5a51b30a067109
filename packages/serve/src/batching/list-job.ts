import type { DocumentRankings, UnratedLists } from "@tierwise/documents";

/** A request to rank lists of documents, after validation. */
export interface ListJob {
  /** The number of lists. */
  readonly rowCount: number;
  /** The first document of each list; one entry more than there are lists. */
  readonly offsets: readonly number[];
  /** Documents × F features, row by row. */
  readonly features: Float32Array;
  /** The number of documents per list in the answer. */
  readonly k: number;
}

/** The rankings of a request: those of its list l are list `start + l` of `rankings`. */
export interface RankedLists {
  readonly start: number;
  readonly rankings: DocumentRankings;
}

/** Ranks lists, one call at a time; rejects with `not_finite` if a score is infinite or NaN. */
export type RankLists = (lists: UnratedLists, k: number) => Promise<DocumentRankings>;
