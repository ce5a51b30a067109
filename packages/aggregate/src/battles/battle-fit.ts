import type { NamedFit } from "../solvers/fit.ts";
import type { Effect } from "./controls.ts";
import type { JudgeSummary } from "./reliability.ts";
import type { TieSummary } from "./ties.ts";

/** The virtual item of `bothBad: "below"`, on the scale of the utilities. */
export interface AcceptableItem {
  /** Its utility: an answer of this utility is acceptable half of the time. */
  readonly utility: number;
  /** The standard error of its utility; undefined without an interval. */
  readonly standardError?: number;
  /** Its place among the items: 1 if it is above all of them. */
  readonly place: number;
  /** The probability that an answer is acceptable, on average over all answers in the battles. */
  readonly share: number;
}

/** The result of {@link fitBattles}. */
export interface BattleFit extends NamedFit {
  /** The ties in the data and how they were counted. */
  readonly ties: TieSummary;
  /** The effects of the controls, in their order; undefined if there are none. */
  readonly effects?: readonly Effect[];
  /** The virtual item of `bothBad: "below"`. */
  readonly acceptable?: AcceptableItem;
  /** The reliability of each judge, if it was estimated. */
  readonly judges?: JudgeSummary;
}
