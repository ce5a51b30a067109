import { groupBy } from "../statistics/group-by.ts";
import { mean } from "../statistics/mean-and-error.ts";
import type { Study } from "../study/study.ts";
import { type AskCell, type AskResult, runAskCell } from "./ask-cell.ts";

/** Settings of the study of `nextQuestions`. */
export interface AskSettings {
  /** N, the number of items. */
  readonly itemCount: number;
  /** Standard deviations of the true utilities. */
  readonly spreads: readonly number[];
  /** The numbers of items per question. Size 2 is always included for comparison. */
  readonly sizes: readonly number[];
  /** The number of random pairs at the start of a poll, per known item. */
  readonly startVotes: number;
  /** Numbers of items without votes at the start. */
  readonly newItems: readonly number[];
  /** The seeds. */
  readonly seeds: readonly number[];
}

/** The number of votes that a strategy needs, relative to random pairs on the same data. */
export interface AskSummary {
  /** The standard deviation of the true utilities. */
  readonly spread: number;
  /** The number of items without votes at the start. */
  readonly newItems: number;
  /** The number of items per question. */
  readonly size: number;
  /** How the items of a question are chosen. */
  readonly strategy: AskCell["strategy"];
  /** The mean number of votes. */
  readonly votes: number;
  /** For each seed, the number of votes divided by the number that random pairs need. */
  readonly ratios: readonly number[];
}

/** The settings of the published table. */
export const fullAskSettings: AskSettings = {
  itemCount: 30,
  spreads: [1, 2],
  sizes: [2, 4],
  startVotes: 5,
  newItems: [0, 10],
  seeds: [1, 2, 3, 4, 5],
};

/**
 * Measures how many votes `nextQuestions` saves. Simulated polls, with questions chosen by `nextQuestions` or at random, run until the
 * intervals of the utilities are, on average, half as long as at the start. Polls with the same seed have the same true utilities and
 * starting votes.
 *
 * @example
 * ```ts
 * import { askStudy, runStudy } from "@tierwise/studies";
 *
 * const cells = askStudy.cells({ itemCount: 6, spreads: [1], sizes: [2, 3], startVotes: 2, newItems: [0], seeds: [1] });
 * const { summary } = await runStudy(askStudy, { cells, threads: 1 });
 * console.log(summary.length, summary[0].ratios); // 4 [ 1 ]
 * ```
 */
export const askStudy: Study<AskCell, AskResult, readonly AskSummary[], AskSettings> = {
  name: "ask",
  revision: 1,
  place: "processes",
  cells: (settings) => pollsOf(settings).flatMap((poll) => settings.seeds.map((seed) => ({ ...poll, seed }))),
  run: runAskCell,
  summarize,
  table: (summary) =>
    [
      "spread  new items  size  sets chosen by   votes  share of random pairs, per seed",
      ...summary.map(
        ({ spread, newItems, size, strategy, votes, ratios }) =>
          `${spread.toFixed(1).padStart(6)}  ${String(newItems).padStart(9)}  ${String(size).padStart(4)}  ${(strategy === "ask" ? "nextQuestions" : "chance").padEnd(13)} ${votes.toFixed(0).padStart(7)}  ${(100 * mean(ratios)).toFixed(0)} %: ${ratios.map((ratio) => (100 * ratio).toFixed(0)).join(", ")}`,
      ),
    ].join("\n"),
};

function pollsOf({ itemCount, spreads, sizes, startVotes, newItems }: AskSettings): Omit<AskCell, "seed">[] {
  const starts = spreads.flatMap((spread) => newItems.map((count) => ({ spread, newItems: count })));
  const strategies = [...new Set([2, ...sizes])].flatMap((size) =>
    (["random", "ask"] as const).map((strategy) => ({ size, strategy })),
  );
  return starts.flatMap((start) =>
    strategies.map((how) => ({ study: "ask" as const, itemCount, startVotes, ...start, ...how })),
  );
}

function summarize(results: readonly AskResult[]): AskSummary[] {
  const reference = new Map(
    results
      .filter(({ size, strategy }) => size === 2 && strategy === "random")
      .map(({ spread, newItems, seed, votes }) => [`${spread}, ${newItems}, ${seed}`, votes]),
  );
  return groupBy(results, ({ spread, newItems, size, strategy }) => [spread, newItems, size, strategy].join()).map(
    (group) => {
      const [{ spread, newItems, size, strategy }] = group;
      const votes = mean(group.map((result) => result.votes));
      const ratios = group.map(
        (result) => result.votes / (reference.get(`${spread}, ${newItems}, ${result.seed}`) ?? Number.NaN),
      );
      return { spread, newItems, size, strategy, votes, ratios };
    },
  );
}
