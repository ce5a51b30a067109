/**
 * The names and titles of the methods that the studies compare. This module loads little else, so listing the methods is fast.
 *
 * @module
 */
import { type LossName, lossCatalog, lossNames } from "@tierwise/losses/catalog";

/** Baselines whose settings are chosen by a small search. */
export type PlainMethod = "linear-ranking" | "logistic" | "neighbors";

/** Baselines that predict labels from low-dimensional embeddings or with a low-rank map. */
export type EmbeddingMethod = "leml" | "sleec";

/** The methods: the ranker with any loss, the embedding methods of Table 2, plain baselines, and a popularity baseline. */
export type MethodName = EmbeddingMethod | LossName | PlainMethod | "popularity";

/** The titles of a method. */
export interface MethodEntry {
  /** The title in text and figures. */
  readonly title: string;
  /** The title in a table header, as in the paper's tables. */
  readonly column: string;
}

/** The titles of every method: first the losses, starting with PL-Partition, then the other methods. */
export const methodCatalog: Readonly<Record<MethodName, MethodEntry>> = {
  ...lossCatalog,
  sleec: { title: "SLEEC", column: "SLEEC" },
  leml: { title: "LEML", column: "LEML" },
  logistic: { title: "Logistic regression", column: "Logistic" },
  "linear-ranking": { title: "Linear ranking", column: "Linear" },
  neighbors: { title: "Nearest neighbors", column: "kNN" },
  popularity: { title: "Popularity", column: "Popular" },
};

/** The names of the methods. */
export const methodNames: readonly MethodName[] = Object.keys(methodCatalog) as MethodName[];

/** All losses except PL-TopK, which needs an order among the labels of a row; multi-label data have no such order. */
export const defaultMethods: readonly MethodName[] = lossNames.filter((name) => name !== "pl-topk");

/** Whether a method is a baseline whose settings are chosen by a small search. */
export function isPlain(method: MethodName): method is PlainMethod {
  return method === "logistic" || method === "linear-ranking" || method === "neighbors";
}

/** The datasets for which the authors of SLEEC chose settings. */
export type SleecPreset = "bibtex" | "delicious" | "delicious-200k" | "eurlex" | "wiki10";

/** The names of SLEEC's presets. */
export const sleecPresetNames: readonly SleecPreset[] = ["bibtex", "delicious", "eurlex", "wiki10", "delicious-200k"];
