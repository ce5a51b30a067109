import type { ValuedCsr, Vocabulary } from "@tierwise/data/rows";
import type { Rankings, RankOptions } from "@tierwise/metrics";

/** The startup data of a ranking thread. */
export interface ThreadData {
  /** The directory or file of the model. */
  readonly path: string;
  /** Whether to try to use 256-bit vectors. */
  readonly wide: boolean;
}

/** A loaded model, without its weights. */
export interface LoadedModel extends Vocabulary {
  readonly kind: "ensemble" | "ranker";
  readonly version: string;
  readonly written: string;
  readonly featureCount: number;
  readonly itemCount: number;
}

/** A call of `Model.rank`; calls are answered in order. */
export interface RankCall {
  readonly rows: ValuedCsr;
  readonly options: Pick<RankOptions, "candidates" | "exclude" | "k">;
}

/** A message from the thread: first the model, or the reason why it cannot be loaded; then one message per call. */
export type ThreadMessage =
  | { readonly type: "failed"; readonly message: string }
  | { readonly type: "loaded"; readonly model: LoadedModel }
  | { readonly type: "not-finite" }
  | { readonly type: "ranked"; readonly rankings: Rankings };
