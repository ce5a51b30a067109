import type { BattleFit } from "./battle-fit.ts";
import type { BattleOptions } from "./battle-options.ts";
import type { Battles } from "./battles.ts";
import { fitBattles } from "./fit-battles.ts";

/** The fit to the battles of one category, from {@link fitSlices}. */
export interface BattleSlice {
  /** The name of the category. */
  readonly name: string;
  /** The total weight of the battles of the category. */
  readonly battles: number;
  /** The fit to the battles of the category, with a utility for every item. */
  readonly fit: BattleFit;
}

/**
 * Fits the battles in each category of a factor separately, for example to get a leaderboard per language, or per month to see drift. If an
 * item has no battles in a category, the fit for that category fails unless there is a `prior`.
 *
 * @param battles - The battles of all categories.
 * @param by - The name of the factor.
 * @param options - The same options as for {@link fitBattles}.
 *
 * @example
 * ```ts
 * import { fitSlices } from "@tierwise/aggregate";
 *
 * const battles = {
 *   itemNames: ["soup", "stew"],
 *   left: Int32Array.of(0, 0, 0, 0),
 *   right: Int32Array.of(1, 1, 1, 1),
 *   outcomes: Uint8Array.of(0, 1, 0, 1),
 *   weights: Float64Array.of(30, 10, 10, 30),
 *   factors: { season: { codes: Int32Array.of(0, 0, 1, 1), names: ["winter", "summer"] } },
 * };
 * for (const { name, fit } of fitSlices(battles, "season")) console.log(name, fit.utilities[0].toFixed(2));
 * // winter 0.55
 * // summer -0.55
 * ```
 */
export function fitSlices(battles: Battles, by: string, options: BattleOptions = {}): BattleSlice[] {
  const factor = battles.factors?.[by];
  if (factor === undefined) {
    const known = Object.keys(battles.factors ?? {}).join(", ") || "none";
    throw new RangeError(`by is ${JSON.stringify(by)}; expected a factor of the battles: ${known}`);
  }
  return factor.names.flatMap((name, code) => {
    const slice = selectRows(battles, (r) => factor.codes[r] === code);
    if (slice.left.length === 0) return [];
    const count = slice.weights.reduce((sum, weight) => sum + weight, 0);
    return [{ name, battles: count, fit: fitBattles(slice, options) }];
  });
}

function selectRows(battles: Battles, isKept: (row: number) => boolean): Battles {
  const rows = Int32Array.from(battles.left.keys()).filter(isKept);
  const { clusters, factors, numbers } = battles;
  const pick = <Column extends Float64Array | Int32Array | Uint8Array>(column: Column): Column =>
    column.filter((_, r) => isKept(r)) as Column;
  return {
    ...battles,
    left: rows.map((r) => battles.left[r]),
    right: rows.map((r) => battles.right[r]),
    outcomes: pick(battles.outcomes),
    weights: pick(battles.weights),
    ...(clusters && { clusters: pick(clusters) }),
    ...(factors && {
      factors: Object.fromEntries(
        Object.entries(factors).map(([name, { codes, names }]) => [name, { codes: pick(codes), names }]),
      ),
    }),
    ...(numbers && {
      numbers: Object.fromEntries(Object.entries(numbers).map(([name, column]) => [name, pick(column)])),
    }),
  };
}
