import type { ValuedCsr, Vocabulary } from "@tierwise/data/rows";
import type { DocumentRankings, UnratedLists } from "@tierwise/documents";
import type { Rankings, RankOptions } from "@tierwise/metrics";

/** The kind of model at a path: a ranker, a document model, or a two-tower model. */
export type TrainedKind = "documents" | "ranker" | "two-tower";

export interface ThreadData {
  /** The directory or file of the model. */
  readonly path: string;
  readonly kind: TrainedKind;
  /** Whether to try to use 256-bit vectors. */
  readonly wide: boolean;
}

/** The properties that every loaded model has. */
interface LoadedVersion {
  readonly version: string;
  readonly written: string;
  readonly featureCount: number;
}

/** A loaded model of items, without its weights. */
export interface LoadedItems extends LoadedVersion, Vocabulary {
  readonly kind: "ensemble" | "ranker" | "two-tower";
  readonly itemCount: number;
}

/** A loaded document model, without its weights. */
export interface LoadedDocuments extends LoadedVersion {
  readonly kind: "documents";
  readonly featureNames?: readonly string[];
}

export interface RankCall {
  readonly rows: ValuedCsr;
  readonly options: Pick<RankOptions, "candidates" | "exclude" | "k">;
}

export interface ListCall {
  readonly lists: UnratedLists;
  readonly k: number;
}

/** A message from the thread: first the model, or the reason why it cannot be loaded; then one message per call, in order. */
export type ThreadMessage =
  | { readonly type: "failed"; readonly message: string }
  | { readonly type: "lists-ranked"; readonly rankings: DocumentRankings }
  | { readonly type: "loaded"; readonly model: LoadedDocuments | LoadedItems }
  | { readonly type: "not-finite" }
  | { readonly type: "ranked"; readonly rankings: Rankings };
