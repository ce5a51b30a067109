import { type BattleFit, fitUtilities, type NamedFit, rankedItems } from "@tierwise/aggregate";
import {
  intervalOf,
  itemCounts,
  type Leaderboard,
  leaderboardOf,
  scaleOf,
  unbeatenItemsProblem,
  unconvergedProblem,
} from "@tierwise/cli/ranking";
import type { RankSettings } from "../state/settings.ts";
import type { Votes } from "./read-votes.ts";

/** A fit of votes, with the ranking on the chosen scale. */
export interface FittedVotes {
  readonly votes: Votes;
  readonly fit: NamedFit | BattleFit;
  readonly board: Leaderboard;
  /** The number of observations that mention each item. */
  readonly counts: Float64Array;
}

/** Thrown if the most likely utilities are infinite or were not found. */
export class FitError extends Error {
  override readonly name = "FitError";
}

/** Fits votes as `tierwise fit` does with the same settings. */
export async function fitVotes(votes: Votes, settings: RankSettings): Promise<FittedVotes> {
  const { itemNames, preferences, weights, battles } = votes;
  const { prior, ties } = settings;
  const interval = settings.interval === "information" ? undefined : intervalOf({ interval: settings.interval });
  const options = { prior, ...(interval && { interval }) };
  const fit =
    battles === undefined
      ? fitUtilities({ itemNames, preferences, weights }, options)
      : (await import("./fit-battles.ts")).fitBattles({ ...battles, itemNames }, { ...options, ties });
  if (fit.unbeatenItems !== undefined) throw new FitError(unbeatenItemsProblem(fit, itemNames));
  if (!fit.converged) throw new FitError(unconvergedProblem(fit, false));
  const scale = scaleOf(settings.scale === "utility" ? {} : { scale: settings.scale }, itemNames);
  return {
    votes,
    fit,
    board: leaderboardOf(fit, rankedItems(fit), scale),
    counts: itemCounts({ itemNames, preferences, weights }),
  };
}
