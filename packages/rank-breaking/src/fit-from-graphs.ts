import { type Fit, type FitOptions, fitUtilities } from "@tierwise/aggregate";
import { breakIntoPairs } from "./break-into-pairs.ts";
import { type GraphPreference, preferencesFromGraphs } from "./preference-from-graph.ts";
import type { PreferenceGraph } from "./preference-graph.ts";

/** Options for {@link fitFromGraphs}: the options of `fitUtilities`, and `breaking`. */
export interface GraphFitOptions extends FitOptions {
  /**
   * What each graph is broken into before the fit. Default: `"partition"`.
   *
   * - `"partition"`: into the tiers of the maximal ordered partition. With `maxTier`, only tiers of at most that many
   *   items are used, which is the order-M estimator of Khetan & Oh (2018).
   * - `"pairs"`: into the weighted comparisons of {@link breakIntoPairs}, as a baseline. There are no standard errors, because the
   *   pairs of one graph depend on each other.
   */
  readonly breaking?: "partition" | "pairs";
}

/** The result of {@link fitFromGraphs}. */
export interface GraphFit extends Fit {
  /** The indices of the graphs that contain no information because their partition has at most one tier. */
  readonly uninformative: Int32Array;
}

/**
 * Fits the utilities of N items to the preference graphs of many users by maximum likelihood. Each graph is broken into its maximal ordered
 * partition, and `fitUtilities` of @tierwise/aggregate fits the partitions.
 *
 * @param graphs - One graph per user, over item indices 0 … N − 1.
 * @param options - `items` (N), `breaking`, and the options of `fitUtilities`.
 *
 * @example
 * ```ts
 * import { fitFromGraphs, type PreferenceGraph } from "@tierwise/rank-breaking";
 *
 * const graphs: PreferenceGraph[] = [
 *   { items: [0, 1, 2], edges: [[0, 1], [0, 2]] },
 *   { items: [0, 1, 2, 3], edges: [[0, 3], [1, 3], [2, 3]] },
 *   { items: [0, 1, 3], edges: [[1, 0], [3, 0]] },
 *   { items: [2, 3], edges: [[2, 3]] },
 *   { items: [1, 2], edges: [[2, 1]] },
 *   { items: [0, 1, 2, 3], edges: [[0, 1], [2, 3]] }, // two unconnected pairs: a single tier
 * ];
 * const { utilities, uninformative } = fitFromGraphs(graphs, { items: 4 });
 * console.log(Array.from(utilities, (w) => w.toFixed(2)).join(" ")); // -0.03 0.06 0.84 -0.87
 * console.log(uninformative.join()); // 5
 * ```
 */
export function fitFromGraphs(graphs: readonly PreferenceGraph[], options: GraphFitOptions): GraphFit {
  const { breaking = "partition", ...forFit } = options;
  const preferences = preferencesFromGraphs(graphs);
  const uninformative = Int32Array.from(preferences.keys()).filter((g) => !preferences[g].informative);
  return { ...fitBroken(preferences, breaking, forFit), uninformative };
}

function fitBroken(preferences: readonly GraphPreference[], breaking: string, options: FitOptions): Fit {
  if (breaking === "partition") return fitUtilities(preferences, options);
  if (breaking !== "pairs") {
    throw new RangeError(`breaking is ${JSON.stringify(breaking)}; expected "partition" or "pairs"`);
  }
  const { interval = false } = options;
  if (interval !== false && interval !== "none") {
    const name = typeof interval === "string" ? interval : interval.name;
    throw new RangeError(`interval is ${name}; expected "none" if breaking is "pairs", because pairs are dependent`);
  }
  const pairs = breakIntoPairs(preferences, options.weights);
  return fitUtilities(pairs.preferences, { ...options, weights: pairs.weights, interval: false });
}
