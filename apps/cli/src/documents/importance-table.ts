import type { DocumentLists } from "@tierwise/documents";
import { percent } from "../metrics/metrics-table.ts";
import type { Colors } from "../terminal/session.ts";
import { renderTable } from "../terminal/table.ts";
import type { ListModel } from "./train-best.ts";

/** How much a model relies on one feature. */
export interface FeatureImportance {
  readonly feature: string;
  /** The drop in nDCG@10 when the feature's values are permuted among documents. */
  readonly permutation: number;
  /** For trees: the feature's share of the reduction in training loss. */
  readonly gain?: number;
}

/** The importance of every feature, the most important first. */
export async function importanceOfFeatures(model: ListModel, lists: DocumentLists): Promise<FeatureImportance[]> {
  const { gainImportance, permutationImportance } = await import("@tierwise/documents");
  const permutation = permutationImportance(model, lists);
  const gains = "trees" in model ? gainImportance(model) : undefined;
  return Array.from(permutation, (loss, f) => ({
    feature: model.featureNames?.[f] ?? String(f),
    permutation: loss,
    ...(gains && { gain: gains[f] }),
  })).sort((one, other) => other.permutation - one.permutation);
}

/** The most important features in percent. */
export function importanceTable(ranked: readonly FeatureImportance[], most: number, colors: Colors): string {
  const hasGains = ranked.some(({ gain }) => gain !== undefined);
  return renderTable(
    {
      head: ["feature", "nDCG@10 lost", ...(hasGains ? ["gain"] : [])],
      rows: ranked
        .slice(0, most)
        .map(({ feature, permutation, gain }) => [
          feature,
          percent(permutation),
          ...(hasGains ? [percent(gain ?? 0)] : []),
        ]),
      align: ["left", "right", "right"],
    },
    colors,
  );
}
