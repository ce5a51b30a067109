import type { Study } from "../study/study.ts";
import {
  type RankBreakingCell,
  type RankBreakingResult,
  type RankBreakingSettings,
  rankBreakingCells,
  rankBreakingIdentity,
  runRankBreakingCell,
} from "./rank-breaking-cell.ts";
import { type EstimatorSummary, rankBreakingTable, summarizeFits } from "./summary.ts";

/** The sizes of the study that docs/rank-breaking.md reports. */
export const fullRankBreaking: RankBreakingSettings = {
  itemCount: 100,
  offered: 40,
  users: [500, 2000],
  orders: [1, 2, 3, 5, 7],
  enumerateUpTo: 7,
  seeds: [1, 2, 3, 4, 5],
};

/** A smaller version of the study that takes less than a minute. */
export const quickRankBreaking: RankBreakingSettings = {
  ...fullRankBreaking,
  users: [500],
  enumerateUpTo: 5,
  seeds: [1, 2],
};

/**
 * Measures how accurately and how fast utilities are recovered from graphs by pairwise breaking, by the estimators of order M, and by the
 * complete partition (section 3.3). Every estimator fits the same data, for each seed.
 *
 * @example
 * ```ts
 * import { rankBreakingStudy, runStudy } from "@tierwise/studies";
 *
 * const settings = { itemCount: 12, offered: 10, users: [150], orders: [1], enumerateUpTo: 0, seeds: [1] };
 * const { summary } = await runStudy(rankBreakingStudy, { cells: rankBreakingStudy.cells(settings) });
 * console.log(summary.map(({ estimator }) => estimator)); // [ 'pairs', '1', 'unlimited' ]
 * ```
 */
export const rankBreakingStudy: Study<
  RankBreakingCell,
  RankBreakingResult,
  readonly EstimatorSummary[],
  RankBreakingSettings
> = {
  name: "rank-breaking",
  revision: 1,
  // Fits run one at a time, because they are timed.
  place: "here",
  cells: rankBreakingCells,
  identity: rankBreakingIdentity,
  run: runRankBreakingCell,
  summarize: summarizeFits,
  table: rankBreakingTable,
  figures: async (summaries) => {
    const { rankBreakingErrorFigure, rankBreakingTimeFigure } = await import("./rank-breaking-figures.ts");
    return {
      "rank-breaking-error": rankBreakingErrorFigure(summaries),
      "rank-breaking-time": rankBreakingTimeFigure(summaries),
    };
  },
};
