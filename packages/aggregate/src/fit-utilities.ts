import { type Preference, packPreferences } from "@tierwise/core-integrator";
import type { Fit } from "./fit.ts";
import { fitByAdaGrad } from "./fit-by-ada-grad.ts";
import { fitByLbfgs } from "./fit-by-lbfgs.ts";
import { checkItems, checkOptions, type FitOptions } from "./fit-options.ts";
import { normalizeWeights } from "./normalized-weights.ts";

/**
 * The most likely utilities of N items given many preferences, under the Plackett-Luce model with tiers:
 *
 *     maximise Σ_b weight_b · log P(preference_b; w) − λ/2 · Σ w²
 *
 * by L-BFGS on the exact gradient: the function is concave, and there is no learning rate to choose. Or, with another `loss`,
 *
 *     minimise Σ_b weight_b · loss_b(w) + λ/2 · Σ w²
 *
 * by AdaGrad over mini-batches until the loss of held-out observations rises, as in the paper; PL-Partition too with
 * `solver: "adagrad"`. A step costs O(N + what its observations name).
 *
 * Where some items are never ranked below the others no finite utilities are the most likely ones (Ford 1957). The fit says
 * so, naming the items, instead of running away; a small `prior` makes the answer finite.
 *
 * Multiplying all weights by a constant changes no utility; with a prior, multiply it by the same constant, since λ counts
 * in observations. A fit that has not converged has `converged: false`, a `problem` in a sentence, and no standard errors.
 *
 * @param preferences - One preference an observation, of `items` items.
 * @param options - The number of items, and what else there is to know.
 *
 * @example
 * ```ts
 * import { fitUtilities } from "@tierwise/aggregate";
 *
 * // Three voters put four dishes into tiers.
 * const votes = [{ tiers: [[0, 1], [2]] }, { tiers: [[2], [0, 1]] }, { tiers: [[3], [1, 2]] }, { tiers: [[0]] }];
 * const { utilities, standardErrors, converged } = fitUtilities(votes, { items: 4 });
 * console.log(converged); // true
 * console.log(Array.from(utilities, (w) => w.toFixed(2)).join(" ")); // 0.27 0.40 0.31 -0.98
 * console.log(standardErrors?.length); // 4
 * ```
 *
 * @example
 * ```ts
 * import { fitUtilities } from "@tierwise/aggregate";
 * import { rankNetLoss } from "@tierwise/losses";
 *
 * const races = Array.from({ length: 200 }, (_, b) => ({ tiers: b % 4 === 0 ? [[1], [0]] : [[0], [2]] }));
 * const { utilities, converged } = fitUtilities(races, { items: 3, loss: rankNetLoss(), seed: 1 });
 * console.log(converged, utilities[0] > utilities[1]); // true true
 * ```
 */
export function fitUtilities(preferences: readonly Preference[], options: FitOptions): Fit {
  checkItems(options);
  const packed = packPreferences(preferences, options.items);
  const solver = checkOptions(options);
  const normalized = normalizeWeights(options.weights, packed.count, options.prior ?? 0);
  return solver === "adagrad" ? fitByAdaGrad(packed, options, normalized) : fitByLbfgs(packed, options, normalized);
}
