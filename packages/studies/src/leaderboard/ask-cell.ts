import { fitUtilities, nextQuestions } from "@tierwise/aggregate";
import type { Preference } from "@tierwise/core-integrator";
import { gumbel, normal, type Random, randomPermutation, randomStream } from "@tierwise/random";
import { mean } from "../statistics/mean-and-error.ts";
import type { StudyCell } from "../study/study.ts";
import { centeredErrors } from "./centered-errors.ts";

/** A simulated poll that continues until the intervals of the utilities are, on average, half as long as at the start. */
export interface AskCell extends StudyCell {
  /** The name of the study. */
  readonly study: "ask";
  /** N, the number of items. */
  readonly itemCount: number;
  /** The standard deviation of the true utilities. */
  readonly spread: number;
  /** The number of items per question. Each answer is a full ranking of these items. */
  readonly size: number;
  /** How the items of a question are chosen: by `nextQuestions`, or at random. */
  readonly strategy: "ask" | "random";
  /** The number of random pairs per known item with which both strategies start. */
  readonly startVotes: number;
  /** The number of items that have no votes at the start. */
  readonly newItems: number;
  /** The seed for utilities, questions and answers. */
  readonly seed: number;
}

/** The result of a cell. */
export interface AskResult extends AskCell {
  /** The number of additional votes until the mean length of the intervals was at most half its initial value. */
  readonly votes: number;
  /** The mean standard error at the start. */
  readonly startError: number;
}

/** The number of votes between two fits. */
const BATCH = 5;
const PRIOR = 0.25;
const MOST_VOTES = 100_000;

/** Runs a poll. True utilities and starting votes do not depend on the strategy. Intervals are those of centered utilities. */
export function runAskCell(cell: AskCell): AskResult {
  const { itemCount, spread, size, strategy, startVotes, newItems, seed } = cell;
  const known = itemCount - newItems;
  const truth = drawUtilities(itemCount, spread, randomStream(seed, 0));
  const start = randomStream(seed, 1);
  const preferences = Array.from({ length: startVotes * known }, () =>
    answer(truth, randomSet(known, 2, start), start),
  );
  const answers = randomStream(seed, 2);
  let startError: number | undefined;
  for (let votes = 0; votes <= MOST_VOTES; votes += BATCH) {
    const fit = fitUtilities(preferences, { items: itemCount, prior: PRIOR });
    const error = mean([...centeredErrors(fit)]);
    startError ??= error;
    if (error <= startError / 2) return { ...cell, votes, startError };
    const sets =
      strategy === "random"
        ? Array.from({ length: BATCH }, () => randomSet(itemCount, size, answers))
        : nextQuestions(fit, { sets: BATCH, size, seed: votes }).questions.map((question) => question.items);
    for (const set of sets) preferences.push(answer(truth, set, answers));
  }
  throw new Error(`the mean length of the intervals did not fall to half its initial value within ${MOST_VOTES} votes`);
}

function drawUtilities(itemCount: number, spread: number, random: Random): Float64Array {
  return Float64Array.from({ length: itemCount }, () => spread * normal(random));
}

function randomSet(itemCount: number, size: number, random: Random): ArrayLike<number> {
  return randomPermutation(itemCount, random).subarray(0, size);
}

/** Draws a full ranking of a set from the Plackett-Luce model. */
function answer(truth: Float64Array, set: ArrayLike<number>, random: Random): Preference {
  const keyed = Array.from(set, (item) => ({ item, key: truth[item] + gumbel(random) }));
  return { tiers: keyed.sort((a, b) => b.key - a.key).map(({ item }) => [item]), rest: "unobserved" };
}
