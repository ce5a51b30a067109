import { type Preference, packPreferences } from "@tierwise/core-integrator";
import { checkItems, type FitOptions, type FitSettings, resolveOptions } from "./fit-options.ts";
import type { NamedPreferences } from "./observations/named-preferences.ts";
import { checkedClusters, normalizeWeights } from "./observations/weighted-preferences.ts";
import type { Fit, NamedFit } from "./solvers/fit.ts";

/**
 * Finds the most likely utilities of N items given many preferences, under the Plackett-Luce model with tiers. The fit solves
 *
 *     maximize Σ_b weight_b · log P(preference_b; w) − λ/2 · Σ w²
 *
 * by L-BFGS on the exact gradient ({@link lbfgs}) or, if every preference is a duel of two items, by Newton's method on the counts of each
 * pair. The function is concave, and there is no learning rate to choose. With any `loss` other than PL-Partition, the fit solves
 *
 *     minimize Σ_b weight_b · loss_b(w) + λ/2 · Σ w²
 *
 * by AdaGrad over mini-batches until the loss of held-out observations rises, as in the paper ({@link adaGrad}). `solver: adaGrad()` fits
 * PL-Partition this way too. The cost of a step is proportional to N plus the number of items that its observations name.
 *
 * If some items are never ranked below the others, the most likely utilities are infinite (Ford 1957). The fit then reports
 * these items instead of diverging; a small `prior` makes the utilities finite.
 *
 * A fit that has not converged has `converged: false`, a `problem` that explains why, and no standard errors.
 *
 * @param dataset - Preferences with item names, which are copied to the result, or an array of preferences, one per observation.
 * @param options - Options for the fit, including `items` and `weights` if `dataset` is a plain array of preferences.
 *
 * @example
 * ```ts
 * import { fitUtilities } from "@tierwise/aggregate";
 *
 * // Four voters sort four dishes into tiers.
 * const votes = [{ tiers: [[0, 1], [2]] }, { tiers: [[2], [0, 1]] }, { tiers: [[3], [1, 2]] }, { tiers: [[0]] }];
 * const { utilities, standardErrors, converged } = fitUtilities(votes, { items: 4 });
 * console.log(converged); // true
 * console.log(Array.from(utilities, (w) => w.toFixed(2)).join(" ")); // 0.27 0.40 0.31 -0.98
 * console.log(standardErrors?.length); // 4
 *
 * // The same with names, which the result includes.
 * const fit = fitUtilities({ itemNames: ["soup", "stew", "rice", "bread"], preferences: votes });
 * const best = fit.utilities.indexOf(Math.max(...fit.utilities));
 * console.log(fit.itemNames[best]); // stew
 * ```
 *
 * @example
 * ```ts
 * import { adaGrad, fitUtilities } from "@tierwise/aggregate";
 * import { rankNetLoss } from "@tierwise/losses";
 *
 * const races = Array.from({ length: 200 }, (_, b) => ({ tiers: b % 4 === 0 ? [[1], [0]] : [[0], [2]] }));
 * const { utilities, converged } = fitUtilities(races, { items: 3, loss: rankNetLoss(), solver: adaGrad({ seed: 1 }) });
 * console.log(converged, utilities[0] > utilities[1]); // true true
 * ```
 */
export function fitUtilities(dataset: NamedPreferences, options?: FitSettings): NamedFit;
export function fitUtilities(preferences: readonly Preference[], options: FitOptions): Fit;
export function fitUtilities(
  dataset: NamedPreferences | readonly Preference[],
  options: FitSettings = {},
): Fit | NamedFit {
  if (!isNamed(dataset)) return fit(dataset, options as FitOptions);
  const { itemNames, preferences, weights, clusters } = dataset;
  for (const name of ["items", "weights", "clusters"] as const) {
    if ((options as Partial<FitOptions>)[name] !== undefined) {
      throw new RangeError(`${name} cannot be combined with a dataset, which already defines it; omit ${name}`);
    }
  }
  const found = fit(preferences, {
    ...options,
    items: itemNames.length,
    ...(weights && { weights }),
    ...(clusters && { clusters }),
  });
  return { ...found, itemNames };
}

function isNamed(data: NamedPreferences | readonly Preference[]): data is NamedPreferences {
  return typeof data === "object" && data !== null && "itemNames" in data;
}

function fit(preferences: readonly Preference[], options: FitOptions): Fit {
  checkItems(options);
  const packed = packPreferences(preferences, options.items);
  const { solver, ...resolved } = resolveOptions(options, packed);
  const normalized = normalizeWeights(options.weights, packed.count, resolved.prior);
  resolved.signal?.throwIfAborted();
  const clusters = options.clusters && checkedClusters(options.clusters, packed.count);
  return solver.fit({ ...resolved, ...normalized, preferences: packed, ...(clusters && { clusters }) });
}
