import {
  type BattleFit,
  type BattleOptions,
  type BattleSlice,
  type Battles,
  control,
  type FitSettings,
  fitBattles,
  fitSlices,
  fitUtilities,
  type Interval,
  lbfgs,
  type NamedFit,
  position,
  type ReliabilityOptions,
  reliability,
} from "@tierwise/aggregate";
import type { Preference } from "@tierwise/core-integrator";

/** A fit to battles, described as data: the table and the settings of `fitBattles`. */
export interface DescribedBattles {
  /** The battles. */
  readonly battles: Battles;
  /** How ties are counted. Default: `"half"`. */
  readonly ties?: "davidson" | "drop" | "half";
  /** How votes for "both bad" are counted. Default: `"tie"`. */
  readonly bothBad?: "below" | "tie";
  /** The strength λ of the prior. Default: 0. */
  readonly prior?: number;
  /** The names of controls: `"position"`, a column, or the difference between two columns. Default: none. */
  readonly controls?: readonly string[];
  /** The options of `reliability`, for judges who differ in reliability. Default: all judges are equally reliable. */
  readonly judges?: ReliabilityOptions;
  /** The factor whose categories are also fitted separately, without judges' reliabilities. Default: none. */
  readonly by?: string;
}

/** A fit to preferences, described as data: the preferences and the settings of `fitUtilities`. */
export interface DescribedPreferences {
  /** The names of the items. */
  readonly itemNames: readonly string[];
  /** The preferences. */
  readonly preferences: readonly Preference[];
  /** How often each preference was observed. Default: once. */
  readonly weights?: Float64Array;
  /** The strength λ of the prior. Default: 0. */
  readonly prior?: number;
  /** The maximum size of a tier; the terms of larger tiers are omitted. Default: no limit. */
  readonly maxTier?: number;
  /** The maximum number of iterations of L-BFGS. Default: 1000. */
  readonly maxIterations?: number;
}

/** A fit that another process can run: data and settings without functions. */
export type DescribedFit = DescribedBattles | DescribedPreferences;

/** The result of a described fit: the fit to all data, and the fits to each category if there are any. */
export interface DescribedFits {
  /** The fit. */
  readonly fit: BattleFit | NamedFit;
  /** The fit of each category. */
  readonly slices?: readonly BattleSlice[];
}

/** Runs a described fit, and computes intervals with the method `interval`. */
export function runDescribedFit(described: DescribedFit, interval: Interval): DescribedFits {
  if ("battles" in described) {
    const { battles, by } = described;
    const { judges, ...options } = battleOptions(described, interval);
    const fit = fitBattles(battles, { ...options, ...(judges && { judges }) });
    return by === undefined ? { fit } : { fit, slices: fitSlices(battles, by, options) };
  }
  const { itemNames, preferences, weights, prior, maxTier, maxIterations } = described;
  const settings: FitSettings = {
    interval,
    ...(prior !== undefined && { prior }),
    ...(maxTier !== undefined && { maxTier }),
    ...(maxIterations !== undefined && { solver: lbfgs({ maxIterations }) }),
  };
  return { fit: fitUtilities({ itemNames, preferences, ...(weights && { weights }) }, settings) };
}

function battleOptions(described: DescribedBattles, interval: Interval): BattleOptions {
  const { ties, bothBad, prior, controls = [], judges } = described;
  return {
    interval,
    ...(ties !== undefined && { ties }),
    ...(bothBad !== undefined && { bothBad }),
    ...(prior !== undefined && { prior }),
    controls: controls.map((name) => (name === "position" ? position() : control(name))),
    ...(judges && { judges: reliability(judges) }),
  };
}
