import type { BatchLimits, RankAnswer } from "../batching/batcher.ts";
import type { ListJob, RankedLists } from "../batching/list-job.ts";
import type { RankedRows, RankJob } from "../batching/rank-job.ts";
import type { ItemLookup } from "./item-lookup.ts";

/** Options for loading a model and ranking with it. */
export interface LoadOptions extends BatchLimits {
  /** Whether to try to use 256-bit vectors. */
  readonly wide: boolean;
}

/** One version of a model, loaded and ready to answer. */
export type ServedModel = ServedDocuments | ServedItems;

type ServedKind = "custom" | "documents" | "ensemble" | "fitted" | "ranker" | "two-tower";

/** The properties that all served models have. */
interface ServedVersion {
  readonly kind: ServedKind;
  /** Identifies the version in answers and metrics. */
  readonly version: string;
  /** The time at which the model was written, as an ISO date, if known. */
  readonly written: string | undefined;
  /** The number of rows or lists that are waiting or being ranked. */
  readonly pendingRows: () => number;
  /** Resolves when no request is waiting or being ranked. */
  readonly drained: () => Promise<void>;
  /** Whether the model can still answer. */
  readonly isAlive: () => boolean;
  /** Releases the model's thread, if it has one. */
  readonly stop: () => Promise<void>;
}

/** A model that ranks items for rows of features, or without features. */
export interface ServedItems extends ServedVersion {
  readonly ranks: "items";
  readonly items: ItemLookup;
  readonly hasItemNames: boolean;
  /** The features that rows may have; undefined for a ranking without features. */
  readonly features: FeatureLookup | undefined;
  /** The utility of each item; undefined for models with features. */
  readonly utilities: Float64Array | undefined;
  /** Ranks the rows of a request and calls `answer` once; `answer` must not throw. */
  readonly rank: (job: RankJob, answer: RankAnswer<RankedRows>) => void;
}

/** A model that ranks the documents of lists. */
export interface ServedDocuments extends ServedVersion {
  readonly ranks: "documents";
  readonly features: FeatureLookup;
  /** Ranks the lists of a request and calls `answer` once; `answer` must not throw. */
  readonly rank: (job: ListJob, answer: RankAnswer<RankedLists>) => void;
}

/** Looks up the features of a model by name or index. */
export interface FeatureLookup {
  /** D, the number of features. */
  readonly featureCount: number;
  /** The index of each feature name; undefined if the model has no names. */
  readonly indexOf: ReadonlyMap<string, number> | undefined;
  /** The item that each feature refers to, for requests with `newOnly`; undefined if unknown. */
  readonly featureItems: readonly number[] | undefined;
}
