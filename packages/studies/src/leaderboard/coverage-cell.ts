import {
  type BattleFit,
  bootstrap,
  coversRanks,
  difference,
  fitBattles,
  type Interval,
  information,
  rankUncertainty,
  sandwich,
  simultaneousIntervals,
} from "@tierwise/aggregate";
import { randomStream } from "@tierwise/random";
import type { StudyCell } from "../study/study.ts";
import { type CoverageSetting, coverageDesign } from "./coverage-data.ts";

/** The names of the intervals in the study. */
export const coverageIntervals = ["information", "sandwich", "bootstrap"] as const;

/** Simulated datasets of one setting. */
export interface CoverageCell extends StudyCell {
  /** The name of the study. */
  readonly study: "coverage";
  /** How the battles are generated. */
  readonly setting: CoverageSetting;
  /** The number of datasets to simulate. */
  readonly simulations: number;
  /** The number of resamples of the bootstrap. */
  readonly resamples: number;
  /** The seed, which differs between the cells of a setting. */
  readonly seed: number;
}

/** How often the intervals of one method covered the true values. */
export interface CoverageCounts {
  /** The number of covered utilities. */
  readonly utilities: number;
  /** The number of covered differences between two utilities. */
  readonly differences: number;
  /** The number of datasets in which the simultaneous intervals covered all utilities. */
  readonly tables: number;
  /** The number of ranks covered by the intervals of `rankUncertainty`. */
  readonly ranks: number;
  /** The sum of the standard errors of all utilities. */
  readonly standardErrors: number;
}

/** The result of a cell. */
export interface CoverageResult extends CoverageCell {
  /** N, the number of items. */
  readonly itemCount: number;
  /** The counts for each kind of interval, in the order information, sandwich, bootstrap. */
  readonly counts: readonly CoverageCounts[];
  /** The number of datasets that were drawn again because their utilities were infinite. */
  readonly redrawn: number;
}

const LEVEL = 0.95;
const Z = 1.959963984540054;

/** Simulates datasets and counts how often each interval covers the true value. */
export function runCoverageCell(cell: CoverageCell): CoverageResult {
  const { setting, simulations, resamples, seed } = cell;
  const { truth, draw } = coverageDesign(setting);
  const totals = coverageIntervals.map(() => ({
    utilities: 0,
    differences: 0,
    tables: 0,
    ranks: 0,
    standardErrors: 0,
  }));
  let redrawn = 0;
  for (let k = 0; k < simulations + redrawn; k++) {
    const battles = draw(randomStream(seed, k));
    const intervals: Interval[] = [information(), sandwich(), bootstrap({ resamples, seed: k })];
    if (!fitBattles(battles, { interval: false }).converged) {
      redrawn++;
      continue;
    }
    for (const [m, interval] of intervals.entries()) {
      const found = coverageOf(fitBattles(battles, { interval }), truth, k);
      for (const key of Object.keys(found) as (keyof CoverageCounts)[]) totals[m][key] += found[key];
    }
  }
  return { ...cell, itemCount: truth.length, counts: totals, redrawn };
}

function coverageOf(fit: BattleFit, truth: Float64Array, seed: number): CoverageCounts {
  const { utilities, standardErrors = new Float64Array(truth.length).fill(Number.NaN) } = fit;
  const [utilitiesCovered, all] = [
    utilities.map((w, i) => (Math.abs(w - truth[i]) <= Z * standardErrors[i] ? 1 : 0)),
    [...truth],
  ];
  let differences = 0;
  for (let i = 0; i < truth.length; i++) {
    for (let j = 0; j < i; j++) {
      const { interval } = difference(fit, i, j, { level: LEVEL });
      const d = truth[i] - truth[j];
      if (interval[0] <= d && d <= interval[1]) differences++;
    }
  }
  const { intervals } = simultaneousIntervals(fit, { level: LEVEL, draws: 1000, seed });
  const ranks = rankUncertainty(fit, { level: LEVEL, draws: 1000, seed }).items;
  return {
    utilities: utilitiesCovered.reduce((sum, hit) => sum + hit, 0),
    differences,
    tables: all.every((w, i) => intervals[2 * i] <= w && w <= intervals[2 * i + 1]) ? 1 : 0,
    ranks: coversRanks(ranks, truth).filter(Boolean).length,
    standardErrors: standardErrors.reduce((sum, error) => sum + error, 0),
  };
}
