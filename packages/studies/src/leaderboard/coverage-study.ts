import { groupBy } from "../statistics/group-by.ts";
import type { Study } from "../study/study.ts";
import {
  type CoverageCell,
  type CoverageCounts,
  type CoverageResult,
  coverageIntervals,
  runCoverageCell,
} from "./coverage-cell.ts";
import type { CoverageSetting } from "./coverage-data.ts";

/** Settings of the study of interval coverage. */
export interface CoverageSettings {
  /** The settings to simulate. */
  readonly settings: readonly CoverageSetting[];
  /** The number of simulated datasets per setting; they are divided into cells of 100. */
  readonly simulations: number;
  /** The number of resamples of the bootstrap. */
  readonly resamples: number;
}

/** The settings of the published table. */
export const fullCoverage: CoverageSettings = {
  settings: ["well specified", "small", "misspecified", "clustered"],
  simulations: 1000,
  resamples: 400,
};

/** The coverage of one kind of interval in one setting, as fractions. */
export interface CoverageSummary {
  /** How the battles are generated. */
  readonly setting: CoverageSetting;
  /** The interval. */
  readonly interval: (typeof coverageIntervals)[number];
  /** The number of simulated datasets. */
  readonly simulations: number;
  /** The coverage of individual utilities. */
  readonly utilities: number;
  /** The coverage of individual differences. */
  readonly differences: number;
  /** How often simultaneous intervals cover all utilities. */
  readonly tables: number;
  /** The coverage of ranks. */
  readonly ranks: number;
  /** The mean standard error. */
  readonly standardError: number;
  /** The number of datasets that were drawn again because their utilities were infinite. */
  readonly redrawn: number;
}

/**
 * Measures the coverage of 95% intervals from `information()`, `sandwich()` and `bootstrap()` in simulated battles of ten items. The
 * settings are: a correct model, with many or few battles; ties and coin flips that the model ignores; and judges with individual tastes.
 *
 * @example
 * ```ts
 * import { coverageStudy, runStudy } from "@tierwise/studies";
 *
 * const cells = coverageStudy.cells({ settings: ["well specified"], simulations: 20, resamples: 50 });
 * const { summary } = await runStudy(coverageStudy, { cells, threads: 1 });
 * console.log(summary.map(({ interval }) => interval).join(" ")); // information sandwich bootstrap
 * console.log(summary[0].utilities > 0.85); // true
 * ```
 */
export const coverageStudy: Study<CoverageCell, CoverageResult, readonly CoverageSummary[], CoverageSettings> = {
  name: "coverage",
  revision: 1,
  place: "processes",
  cells: ({ settings, simulations, resamples }) =>
    settings.flatMap((setting) =>
      Array.from({ length: Math.ceil(simulations / 100) }, (_, part) => {
        const size = Math.min(100, simulations - 100 * part);
        return { study: "coverage" as const, setting, simulations: size, resamples, seed: part + 1 };
      }),
    ),
  run: runCoverageCell,
  summarize: (results) => groupBy(results, ({ setting }) => setting).flatMap(summarizeSetting),
  table: (summaries) =>
    [
      "setting         interval     utilities  differences  whole table    ranks  mean s.e.",
      ...summaries.map(lineOf),
    ].join("\n"),
};

function summarizeSetting(results: readonly CoverageResult[]): CoverageSummary[] {
  const [{ setting, itemCount }] = results;
  const simulations = results.reduce((sum, one) => sum + one.simulations, 0);
  return coverageIntervals.map((interval, m) => {
    const total = (key: keyof CoverageCounts): number => results.reduce((sum, { counts }) => sum + counts[m][key], 0);
    return {
      setting,
      interval,
      simulations,
      utilities: total("utilities") / (simulations * itemCount),
      differences: total("differences") / ((simulations * itemCount * (itemCount - 1)) / 2),
      tables: total("tables") / simulations,
      ranks: total("ranks") / (simulations * itemCount),
      standardError: total("standardErrors") / (simulations * itemCount),
      redrawn: results.reduce((sum, one) => sum + one.redrawn, 0),
    };
  });
}

function lineOf(summary: CoverageSummary): string {
  const { setting, interval, standardError, redrawn } = summary;
  const percent = (share: number, width: number): string => `${(100 * share).toFixed(1)} %`.padStart(width);
  const shares = [
    percent(summary.utilities, 9),
    percent(summary.differences, 13),
    percent(summary.tables, 13),
    percent(summary.ranks, 9),
  ];
  const note = redrawn > 0 ? `  (${redrawn} datasets without finite utilities drawn again)` : "";
  return `${setting.padEnd(16)}${interval.padEnd(13)}${shares.join("")}${standardError.toFixed(4).padStart(11)}${note}`;
}
