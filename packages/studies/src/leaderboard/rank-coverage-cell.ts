import { coversRanks, type FitOptions, fitUtilities, rankUncertainty } from "@tierwise/aggregate";
import type { Preference } from "@tierwise/core-integrator";
import { normal, type Random, randomStream } from "@tierwise/random";
import { mean } from "../statistics/mean-and-error.ts";
import type { StudyCell } from "../study/study.ts";

/** Simulated leaderboards with known ranks. */
export interface RankCoverageCell extends StudyCell {
  /** The name of the study. */
  readonly study: "rank-coverage";
  /** N, the number of items. */
  readonly itemCount: number;
  /** The distance between neighboring true utilities; 0 makes all items equal. */
  readonly gap: number;
  /** The number of battles for each pair of items. */
  readonly battles: number;
  /** The level of the rank intervals. */
  readonly level: number;
  /** The number of simulated leaderboards. */
  readonly simulations: number;
  /** The seed. */
  readonly seed: number;
}

/** Coverage and length of rank intervals. */
export interface RankIntervalQuality {
  /** The share of intervals that contain the true ranks, over all items. */
  readonly coverage: number;
  /** The same share for the item whose interval misses its ranks most often. */
  readonly worstItem: number;
  /** The share of leaderboards in which all intervals contain the true ranks. */
  readonly wholeTable: number;
  /** The mean number of ranks in an interval. */
  readonly ranks: number;
}

/** The result of a cell. */
export interface RankCoverageResult extends RankCoverageCell {
  /** Intervals of `rankUncertainty` for each item. */
  readonly perItem: RankIntervalQuality;
  /** Intervals of `rankUncertainty` for the whole table. */
  readonly perTable: RankIntervalQuality;
  /** Percentiles of drawn ranks, for comparison. */
  readonly percentiles: RankIntervalQuality;
  /** The number of leaderboards without finite utilities, which were drawn again. */
  readonly redrawn: number;
}

type Ranks = Parameters<typeof coversRanks>[0];

const DRAWS = 1000;

/** Simulates leaderboards from battles and counts how often rank intervals contain the true ranks. */
export function runRankCoverageCell(cell: RankCoverageCell): RankCoverageResult {
  const { itemCount, gap, battles, level, simulations, seed } = cell;
  const truth = Float64Array.from({ length: itemCount }, (_, i) => gap * ((itemCount - 1) / 2 - i));
  const [perItem, perTable, percentiles] = [newTally(truth), newTally(truth), newTally(truth)];
  let redrawn = 0;
  for (let attempt = 0; attempt < simulations + redrawn; attempt++) {
    const random = randomStream(seed, attempt);
    const fit = fitUtilities(...drawBattles(truth, battles, random));
    if (fit.covariance === undefined) {
      redrawn++;
      continue;
    }
    const options = { draws: DRAWS, seed: attempt, level };
    perItem.add(rankUncertainty(fit, options).items);
    perTable.add(rankUncertainty(fit, { ...options, simultaneous: "table" }).items);
    percentiles.add(percentileIntervals(fit.utilities, fit.covariance, level, random));
  }
  return {
    ...cell,
    perItem: perItem.quality(),
    perTable: perTable.quality(),
    percentiles: percentiles.quality(),
    redrawn,
  };
}

/** The arguments for a fit to `battles` battles per pair: the winners, and how often they won. */
function drawBattles(truth: Float64Array, battles: number, random: Random): [Preference[], FitOptions] {
  const preferences: Preference[] = [];
  const weights: number[] = [];
  for (let i = 0; i < truth.length; i++) {
    for (let j = 0; j < i; j++) {
      const chance = 1 / (1 + Math.exp(truth[j] - truth[i]));
      let wins = 0;
      for (let b = 0; b < battles; b++) if (random() < chance) wins++;
      preferences.push({ tiers: [[i], [j]], rest: "unobserved" }, { tiers: [[j], [i]], rest: "unobserved" });
      weights.push(wins, battles - wins);
    }
  }
  return [preferences, { items: truth.length, weights }];
}

/** For comparison: the percentiles of each item's rank when utilities are drawn from their normal distribution. */
function percentileIntervals(utilities: Float64Array, covariance: Float64Array, level: number, random: Random): Ranks {
  const n = utilities.length;
  const root = semidefiniteRoot(covariance, n);
  const ranks = Array.from(utilities, () => new Float64Array(DRAWS));
  for (let d = 0; d < DRAWS; d++) {
    const z = Float64Array.from(utilities, () => normal(random));
    const drawn = utilities.map((u, i) => z.reduce((sum, value, k) => sum + root[i * n + k] * value, u));
    for (let i = 0; i < n; i++) ranks[i][d] = 1 + drawn.filter((u) => u > drawn[i]).length;
  }
  const tail = Math.floor(((1 - level) / 2) * DRAWS);
  return ranks.map((values, item) => {
    values.sort();
    return { item, rankInterval: [values[tail], values[DRAWS - 1 - tail]] };
  });
}

/** The Cholesky factor L with L·Lᵀ = A, for a covariance of centered utilities, whose last pivot is 0. */
function semidefiniteRoot(matrix: Float64Array, n: number): Float64Array {
  const root = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * n + j];
      for (let k = 0; k < j; k++) sum -= root[i * n + k] * root[j * n + k];
      if (i === n - 1 && j === n - 1) break;
      root[i * n + j] = i === j ? Math.sqrt(sum) : sum / root[j * n + j];
    }
  }
  return root;
}

function newTally(truth: Float64Array): { add: (ranks: Ranks) => void; quality: () => RankIntervalQuality } {
  const covered = new Float64Array(truth.length);
  let [tables, whole, length] = [0, 0, 0];
  return {
    add(ranks) {
      const hits = coversRanks(ranks, truth);
      for (const [item, hit] of hits.entries()) covered[item] += hit ? 1 : 0;
      for (const { rankInterval } of ranks) length += rankInterval[1] - rankInterval[0] + 1;
      tables++;
      whole += hits.every(Boolean) ? 1 : 0;
    },
    quality() {
      const shares = Array.from(covered, (count) => count / tables);
      const ranks = length / (tables * truth.length);
      return { coverage: mean(shares), worstItem: Math.min(...shares), wholeTable: whole / tables, ranks };
    },
  };
}
