/**
 * The methods that the studies compare, by name, with their titles. Nothing else is loaded: a command line may list them.
 *
 * @module
 */
import { type LossName, lossCatalog, lossNames } from "@tierwise/losses/catalog";

/** What can be compared: the ranker with any loss, the embedding methods of Table 2, and a popularity baseline. */
export type MethodName = LossName | "leml" | "popularity" | "sleec";

/** What a method is called. */
export interface MethodEntry {
  /** Its title in text and figures. */
  readonly title: string;
  /** Its title at the head of a column, as in the paper's tables. */
  readonly column: string;
}

/** What each method is called: the losses, PL-Partition first, then the methods that are no loss. */
export const methodCatalog: Readonly<Record<MethodName, MethodEntry>> = {
  ...lossCatalog,
  sleec: { title: "SLEEC", column: "SLEEC" },
  leml: { title: "LEML", column: "LEML" },
  popularity: { title: "Popularity", column: "Popular" },
};

/** The names of the methods. */
export const methodNames: readonly MethodName[] = Object.keys(methodCatalog) as MethodName[];

/** PL-TopK reads an order inside the labels of a row, which multi-label data do not have: it is not among the defaults. */
export const defaultMethods: readonly MethodName[] = lossNames.filter((name) => name !== "pl-topk");

/** The shapes of data for which SLEEC's authors chose settings. */
export type SleecPreset = "bibtex" | "delicious" | "delicious-200k" | "eurlex" | "wiki10";

/** Their names. */
export const sleecPresetNames: readonly SleecPreset[] = ["bibtex", "delicious", "eurlex", "wiki10", "delicious-200k"];
