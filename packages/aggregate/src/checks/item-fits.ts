import type { PairCounts } from "./pair-counts.ts";
import { checkUtilities, winProbabilityOf } from "./win-matrix.ts";

/** How well a fit explains an item's comparisons. */
export interface ItemFit {
  /** The index of the item. */
  readonly item: number;
  /** The name of the item, if the data have names. */
  readonly name?: string;
  /** The number of comparisons that include the item. */
  readonly count: number;
  /** The number of other items with which the item was compared. */
  readonly opponents: number;
  /**
   * The standardized misfit: by how many standard deviations Pearson's Σ z² over opponents exceeds its expectation. About 0 if the model is
   * correct; a value above 3 means that the item's results depend on the opponent in a way that one utility cannot express.
   */
  readonly misfit: number;
  /** The deviance 2·Σ wins·log(observed/predicted) of the item's comparisons. */
  readonly deviance: number;
  /** The opponent against which the item's result is furthest from the prediction. */
  readonly worstOpponent: number;
  /** The standardized residual against that opponent, (wins − expected)/√(n·p·(1 − p)); positive if the item won more than predicted. */
  readonly worstResidual: number;
}

/**
 * Sorts the items by how badly the fit explains their comparisons, worst first.
 *
 * A fitted utility makes the total wins of an item match their expectation, so only the pattern over opponents can deviate. For an opponent
 * met n times with predicted win probability p = 1 − q, z = (wins − n·p)/√(n·p·q) has exactly E[z²] = 1 and
 * Var[z²] = 2 + (1 − 6·p·q)/(n·p·q), for every n. The misfit of an item is Σ(z² − 1)/√(Σ Var[z²]). Ties, counted as half wins, make the misfit smaller.
 *
 * @param pairs - The result of {@link pairCounts}.
 * @param utilities - One utility per item.
 *
 * @example
 * ```ts
 * import { itemFits, pairCounts } from "@tierwise/aggregate";
 *
 * // Rock beats scissors, scissors beat paper, paper beats rock; lizard wins half of its battles.
 * const names = ["rock", "paper", "scissors", "lizard"];
 * const wins = [[0, 2, 90], [2, 0, 10], [2, 1, 90], [1, 2, 10], [1, 0, 90], [0, 1, 10], [3, 0, 50], [0, 3, 50], [3, 1, 50], [1, 3, 50]];
 * const preferences = wins.map(([better, worse]) => ({ tiers: [[better], [worse]], rest: "unobserved" as const }));
 * const pairs = pairCounts({ itemNames: names, preferences, weights: wins.map(([, , count]) => count) });
 * const fits = itemFits(pairs, [0, 0, 0, 0]);
 * console.log(fits.map(({ name, misfit }) => `${name} ${misfit.toFixed(1)}`).join(", ")); // scissors 63.3, rock 51.3, paper 51.3, lizard -1.0
 * ```
 */
export function itemFits({ itemCount: n, itemNames, wins }: PairCounts, utilities: ArrayLike<number>): ItemFit[] {
  checkUtilities(utilities, n);
  const fits = Array.from({ length: n }, (_, item) => ({
    item,
    ...(itemNames && { name: itemNames[item] }),
    ...fitOf(item, wins, n, utilities),
  }));
  return fits.filter(({ count }) => count > 0).sort((a, b) => b.misfit - a.misfit || a.item - b.item);
}

function fitOf(i: number, wins: Float64Array, n: number, utilities: ArrayLike<number>): Omit<ItemFit, "item" | "name"> {
  let [count, opponents, excess, variance, deviance] = [0, 0, 0, 0, 0];
  let [worstOpponent, worstResidual] = [-1, 0];
  for (let j = 0; j < n; j++) {
    const [won, lost] = [wins[i * n + j], wins[j * n + i]];
    const met = won + lost;
    if (met === 0) continue;
    const p = winProbabilityOf(utilities[i] - utilities[j]);
    const q = winProbabilityOf(utilities[j] - utilities[i]);
    // Keeps the variance positive if a probability rounds to 0.
    const spread = Math.max(met * p * q, 1e-200);
    const residual = (won * q - lost * p) / Math.sqrt(spread);
    count += met;
    opponents++;
    excess += residual * residual - 1;
    variance += 2 + (1 - 6 * p * q) / spread;
    deviance += 2 * (timesLog(won, met, p) + timesLog(lost, met, q));
    if (worstOpponent < 0 || Math.abs(residual) > Math.abs(worstResidual)) {
      [worstOpponent, worstResidual] = [j, residual];
    }
  }
  const misfit = variance > 0 ? excess / Math.sqrt(variance) : 0;
  return { count, opponents, misfit, deviance, worstOpponent, worstResidual };
}

/** k·log((k/n)/p), which is 0 for k = 0. */
function timesLog(k: number, n: number, p: number): number {
  return k === 0 ? 0 : k * (Math.log(k / n) - Math.log(Math.max(p, 1e-300)));
}
