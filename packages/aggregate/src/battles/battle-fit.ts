import type { NamedFit } from "../solvers/fit.ts";
import type { Effect } from "./controls.ts";
import type { JudgeSummary } from "./reliability.ts";
import type { TieSummary } from "./ties.ts";

/** The virtual item of the option `bothBad`, on the same scale as the real items. */
export interface AcceptableItem {
  /** The utility at which an answer is acceptable with probability 1/2. */
  readonly utility: number;
  /** The standard error of the utility; undefined if no interval was computed. */
  readonly standardError?: number;
  /** The rank of the virtual item, which is 1 if it is above all real items. */
  readonly place: number;
  /** The probability that an answer is acceptable, averaged over all answers in the battles. */
  readonly share: number;
}

/** The result of {@link fitBattles}. */
export interface BattleFit extends NamedFit {
  /** The ties in the data and how they were counted. */
  readonly ties: TieSummary;
  /** The estimated effect of each control, in the order given; undefined if there are no controls. */
  readonly effects?: readonly Effect[];
  /** The virtual item, if the option `bothBad` adds it. */
  readonly acceptable?: AcceptableItem;
  /** The reliability of each judge, if it was estimated. */
  readonly judges?: JudgeSummary;
}
