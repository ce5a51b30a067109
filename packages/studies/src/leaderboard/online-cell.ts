import { fitUtilities, replayVotes, type Vote } from "@tierwise/aggregate";
import { spearman } from "@tierwise/metrics";
import { randomPermutation, randomStream } from "@tierwise/random";
import { type RealSet, readRealSet } from "../data/real-sets.ts";
import { mean } from "../statistics/mean-and-error.ts";
import type { StudyCell } from "../study/study.ts";
import { centeredErrors } from "./centered-errors.ts";

/** A real dataset whose votes are replayed one by one. */
export interface OnlineCell extends StudyCell {
  /** The name of the study. */
  readonly study: "online";
  /** The directory of the real datasets. */
  readonly root: string;
  /** The dataset, one of `realSetNames`. */
  readonly name: string;
  /** The number of passes over the votes. */
  readonly passes: number;
  /** The seed for the order of the votes. */
  readonly seed: number;
}

/** The result of a cell. */
export interface OnlineResult extends OnlineCell {
  /** N, the number of items. */
  readonly itemCount: number;
  /** The number of votes. */
  readonly votes: number;
  /** The largest distance between the replayed and the fitted utility of an item. */
  readonly largest: number;
  /** The mean of these distances. */
  readonly mean: number;
  /** The mean of these distances in units of the standard errors of the fitted utilities. */
  readonly inErrors: number;
  /** Spearman's correlation of the ranks. */
  readonly correlation: number;
}

const PRIOR = 0.25;

/** Replays the votes in random order and compares the centered utilities with a fit to all votes with the same prior. */
export async function runOnlineCell(cell: OnlineCell): Promise<OnlineResult> {
  const set = await readRealSet(cell.root, cell.name);
  const stream = votesOf(set);
  const order = randomPermutation(stream.length, randomStream(cell.seed));
  const votes = Array.from(order, (at) => stream[at]);
  const rating = replayVotes(votes, { items: set.itemNames, passes: cell.passes, prior: PRIOR });
  const replayed = set.itemNames.map((name) => rating.get(name)?.utility ?? 0);
  const center = mean(replayed);
  const fit = fitUtilities(set, { prior: PRIOR });
  const { utilities } = fit;
  const errors = centeredErrors(fit);
  const distances = replayed.map((utility, i) => Math.abs(utility - center - utilities[i]));
  return {
    ...cell,
    itemCount: set.itemNames.length,
    votes: votes.length,
    largest: Math.max(...distances),
    mean: mean(distances),
    inErrors: mean(distances.map((distance, i) => distance / errors[i])),
    correlation: spearman(replayed, utilities),
  };
}

/** Repeats each preference as often as it was cast. Items that are not in its tiers form its lowest tier unless they are unobserved. */
function votesOf({ itemNames, preferences, weights }: RealSet): Vote[] {
  return preferences.flatMap(({ tiers, rest }, b) => {
    const named = tiers.map((tier) => Array.from(tier, (item) => itemNames[item]));
    const known = new Set(named.flat());
    const others = rest === "unobserved" ? [] : itemNames.filter((name) => !known.has(name));
    return Array.from({ length: weights?.[b] ?? 1 }, () => ({ tiers: [...named, others] }));
  });
}
