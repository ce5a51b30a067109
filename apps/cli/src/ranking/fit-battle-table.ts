import {
  type BattleFit,
  type BattleOptions,
  type BattleSlice,
  control,
  fitBattles,
  fitSlices,
  position,
  reliability,
} from "@tierwise/aggregate";
import type { BattleTable } from "@tierwise/data";
import { UsageError } from "../errors/usage-error.ts";
import type { BattleFlags, RankingFlags } from "../options/ranking-options.ts";
import { byMonth } from "./by-month.ts";
import { intervalOf } from "./ranking-settings.ts";

/** The flags that determine how battles are fitted. */
export interface BattleFitFlags extends BattleFlags, RankingFlags {
  readonly prior?: number;
  readonly seed?: number;
  readonly maxTier?: number;
  readonly maxIterations?: number;
}

/** The fit of all battles and, with `--by`, the fits of the slices. */
export interface BattleFits {
  readonly fit: BattleFit;
  readonly slices?: readonly BattleSlice[];
}

/** Fits battles with the settings that the flags choose. */
export function fitBattleTable(battles: BattleTable, flags: BattleFitFlags): BattleFits {
  refuseTierFlags(flags);
  const options = battleOptions(flags);
  const fit = fitBattles(battles, options);
  if (flags.by === undefined) return { fit };
  const sliced = flags.by === "month" ? byMonth(battles, flags.by) : battles;
  // Slices are fitted without judges, because they have too few battles per judge to estimate reliabilities.
  const { judges: _, ...withoutJudges } = options;
  return { fit, slices: fitSlices(sliced, flags.by, withoutJudges) };
}

function battleOptions(flags: BattleFitFlags): BattleOptions {
  const { ties, bothBad, prior, judges, judgePrior, control: controls = [] } = flags;
  if (judgePrior !== undefined && judges !== true) throw new UsageError("--judge-prior requires --judges");
  if (bothBad === "below") {
    const other =
      controls.length > 0 ? "--control" : judges ? "--judges" : ties === "davidson" ? "--ties davidson" : "";
    if (other !== "") throw new UsageError(`--both-bad below cannot be combined with ${other}; omit one of the two`);
  }
  const interval = intervalOf(flags);
  return {
    ...(ties !== undefined && { ties }),
    ...(bothBad !== undefined && { bothBad }),
    ...(prior !== undefined && { prior }),
    ...(interval !== undefined && { interval }),
    ...(controls.length > 0 && {
      controls: controls.map((name) => (name === "position" ? position() : control(name))),
    }),
    ...(judges === true && {
      judges: reliability({ factor: "judge", ...(judgePrior !== undefined && { prior: judgePrior }) }),
    }),
  };
}

function refuseTierFlags({ maxTier, maxIterations }: BattleFitFlags): void {
  if (maxTier !== undefined)
    throw new UsageError("--max-tier limits the size of tiers, which battles do not have; omit it");
  if (maxIterations !== undefined) {
    throw new UsageError(
      "--max-iterations does not apply to battles, which Newton's method fits in a few steps; omit it",
    );
  }
}
