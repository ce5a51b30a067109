/** How ties between two items are counted: {@link half}, {@link davidson} or {@link drop}. */
export interface Ties {
  /** The name of the method. */
  readonly name: "davidson" | "drop" | "half";
}

/**
 * Counts a tie as half a win for each side. This is the default for battles. The estimates are consistent if ties are equally likely for
 * all pairs. In that case, standard errors are slightly too large with {@link information}, and correct with {@link sandwich}.
 *
 * @example
 * ```ts
 * import { fitBattles, half } from "@tierwise/aggregate";
 *
 * // 2 wins, 1 loss and 3 ties: 3.5 to 2.5.
 * const battles = {
 *   itemNames: ["soup", "stew"],
 *   left: Int32Array.of(0, 0, 0),
 *   right: Int32Array.of(1, 1, 1),
 *   outcomes: Uint8Array.of(0, 1, 2),
 *   weights: Float64Array.of(2, 1, 3),
 * };
 * const { utilities } = fitBattles(battles, { ties: half() });
 * console.log((utilities[0] - utilities[1]).toFixed(4), Math.log(3.5 / 2.5).toFixed(4)); // 0.3365 0.3365
 * ```
 */
export function half(): Ties {
  return { name: "half" };
}

/**
 * Treats a tie as a third outcome with its own probability (Davidson, JASA 65, 1970). The odds of the three outcomes are
 *
 *     P(left) : P(right) : P(tie) = e^{w_left} : e^{w_right} : ν·e^{(w_left + w_right)/2}.
 *
 * ν is estimated together with the utilities and reported with its standard error: two equal items tie with probability ν/(2 + ν), and
 * items with very different utilities rarely tie.
 *
 * @example
 * ```ts
 * import { davidson, fitBattles } from "@tierwise/aggregate";
 *
 * const battles = {
 *   itemNames: ["soup", "stew"],
 *   left: Int32Array.of(0, 0, 0),
 *   right: Int32Array.of(1, 1, 1),
 *   outcomes: Uint8Array.of(0, 1, 2),
 *   weights: Float64Array.of(8, 2, 4),
 * };
 * const { utilities, ties } = fitBattles(battles, { ties: davidson() });
 * // With two items, the model is exact: the odds are 8 : 2, and ν = 4/√(8·2).
 * console.log((utilities[0] - utilities[1]).toFixed(4), Math.log(8 / 2).toFixed(4)); // 1.3863 1.3863
 * console.log(ties.nu?.toFixed(4), ties.standardError?.toFixed(4)); // 1.0000 0.6374
 * ```
 */
export function davidson(): Ties {
  return { name: "davidson" };
}

/**
 * Ignores ties, and thus loses the information that the two items are close.
 *
 * @example
 * ```ts
 * import { drop, fitBattles } from "@tierwise/aggregate";
 *
 * const battles = {
 *   itemNames: ["soup", "stew"],
 *   left: Int32Array.of(0, 0, 0),
 *   right: Int32Array.of(1, 1, 1),
 *   outcomes: Uint8Array.of(0, 1, 2),
 *   weights: Float64Array.of(2, 1, 3),
 * };
 * const { utilities, ties } = fitBattles(battles, { ties: drop() });
 * console.log((utilities[0] - utilities[1]).toFixed(4), Math.log(2).toFixed(4)); // 0.6931 0.6931
 * console.log(ties.count, ties.share); // 3 0.5
 * ```
 */
export function drop(): Ties {
  return { name: "drop" };
}

/** The ties in the data of a fit, and how they were counted. */
export interface TieSummary {
  /** How ties were counted. */
  readonly method: Ties["name"];
  /** The total weight of ties in the data, including "both bad" and "both good" if they count as ties. */
  readonly count: number;
  /** The share of battles that are ties, or 0 if there are no battles. */
  readonly share: number;
  /** The parameter ν of {@link davidson}, or 0 if there are no ties. */
  readonly nu?: number;
  /** The standard error of ν; undefined if no interval was computed. */
  readonly standardError?: number;
}
