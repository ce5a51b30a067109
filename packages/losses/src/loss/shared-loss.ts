import { checkEvaluation, weightOf } from "@tierwise/core-integrator/passes";
import { rowLoss } from "./loss-rows.ts";
import type { RankingLoss, SharedLoss } from "./ranking-loss.ts";

/**
 * Returns a function that sums a loss over many observations with the same scores. The losses in this package make one pass over the N
 * scores and then process only the items that each observation names: B observations that name S items each cost O(N + B·S), up to
 * logarithmic factors, instead of O(B·N). Custom losses and losses with negative sampling are summed observation by observation.
 *
 * @param loss - Any {@link RankingLoss}.
 *
 * @example
 * ```ts
 * import { packPreferences } from "@tierwise/core-integrator";
 * import { rankNetLoss, sharedLoss } from "@tierwise/losses";
 *
 * const preferences = packPreferences([{ tiers: [[0, 1]] }, { tiers: [[3], [2]] }], 4);
 * const gradient = new Float64Array(4);
 * console.log(sharedLoss(rankNetLoss())([2, 1, 0, -1], preferences, { gradient }).toFixed(5)); // 10.54467
 * console.log(Array.from(gradient, (g) => g.toFixed(3)).join(" ")); // 1.667 1.224 -0.493 -2.398
 * ```
 */
export function sharedLoss(loss: RankingLoss): SharedLoss {
  return loss.shared ?? byRows(loss);
}

function byRows(loss: RankingLoss): SharedLoss {
  const row = rowLoss(loss);
  return (scores, preferences, options = {}) => {
    checkEvaluation("shared", scores, preferences, options);
    const { gradient, weights, subset } = options;
    const part = gradient && new Float64Array(gradient.length);
    gradient?.fill(0);
    let total = 0;
    for (let k = 0; k < (subset?.length ?? preferences.count); k++) {
      const b = subset?.[k] ?? k;
      const weight = weightOf(weights, b);
      total += weight * row(scores, 0, preferences, b, part, weight);
      if (gradient && part) for (let i = 0; i < part.length; i++) gradient[i] += part[i];
    }
    return total;
  };
}
