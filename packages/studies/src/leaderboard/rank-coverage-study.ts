import type { Study } from "../study/study.ts";
import {
  type RankCoverageCell,
  type RankCoverageResult,
  type RankIntervalQuality,
  runRankCoverageCell,
} from "./rank-coverage-cell.ts";

/** Settings of the study of rank intervals; all combinations of them are simulated. */
export interface RankCoverageSettings {
  /** Numbers of items. */
  readonly itemCounts: readonly number[];
  /** Distances between neighboring true utilities. */
  readonly gaps: readonly number[];
  /** Numbers of battles per pair of items. */
  readonly battles: readonly number[];
  /** The level of the rank intervals. */
  readonly level: number;
  /** The number of simulated leaderboards per cell. */
  readonly simulations: number;
  /** The seed. */
  readonly seed: number;
}

/** The settings of the published table. */
export const fullRankCoverage: RankCoverageSettings = {
  itemCounts: [10],
  gaps: [0, 0.02, 0.1, 0.3],
  battles: [10, 100],
  level: 0.95,
  simulations: 1000,
  seed: 1,
};

/**
 * Measures the coverage of rank intervals on simulated leaderboards: how often the true ranks are in the intervals of `rankUncertainty`
 * (for each item and for the whole table), and in intervals between percentiles of drawn ranks.
 *
 * @example
 * ```ts
 * import { rankCoverageStudy, runStudy } from "@tierwise/studies";
 *
 * const settings = { itemCounts: [5], gaps: [0.1], battles: [50], level: 0.9, simulations: 20, seed: 1 };
 * const { results } = await runStudy(rankCoverageStudy, { cells: rankCoverageStudy.cells(settings), threads: 1 });
 * console.log(results[0].perTable.coverage >= results[0].perItem.coverage); // true
 * ```
 */
export const rankCoverageStudy: Study<
  RankCoverageCell,
  RankCoverageResult,
  readonly RankCoverageResult[],
  RankCoverageSettings
> = {
  name: "rank-coverage",
  revision: 1,
  place: "processes",
  cells: ({ itemCounts, gaps, battles, ...rest }) =>
    itemCounts.flatMap((count) =>
      battles.flatMap((number) =>
        gaps.map((gap) => ({ study: "rank-coverage" as const, itemCount: count, gap, battles: number, ...rest })),
      ),
    ),
  run: runRankCoverageCell,
  summarize: (results) => results,
  table: (results) =>
    [
      "                      each item                    whole table                  percentiles of draws",
      "items  battles   gap  coverage  worst item  ranks  whole table  ranks          coverage  worst item  ranks",
      ...results.map(lineOf),
    ].join("\n"),
};

function lineOf({ itemCount, battles, gap, perItem, perTable, percentiles }: RankCoverageResult): string {
  const each = ({ coverage, worstItem, ranks }: RankIntervalQuality): string =>
    `${percent(coverage)}      ${percent(worstItem)}  ${ranks.toFixed(1).padStart(5)}`;
  const table = `${percent(perTable.wholeTable).padStart(11)}  ${perTable.ranks.toFixed(1).padStart(5)}`;
  const cell = `${String(itemCount).padStart(5)}  ${String(battles).padStart(7)}  ${gap.toFixed(2)}`;
  return `${cell}  ${each(perItem)}  ${table}          ${each(percentiles)}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`.padStart(8);
}
