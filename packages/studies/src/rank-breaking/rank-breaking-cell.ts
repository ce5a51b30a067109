import { lbfgs } from "@tierwise/aggregate";
import { fitFromGraphs, type GraphFitOptions } from "@tierwise/rank-breaking";
import type { StudyCell } from "../study/study.ts";
import { enumerationRule } from "./enumeration-rule.ts";
import { CUT_RATES, type GraphSimulation, REVEALED, simulateGraphs } from "./simulate-graphs.ts";

/** Settings of the study: sizes, estimators and seeds. */
export interface RankBreakingSettings {
  /** N, the number of items. */
  readonly itemCount: number;
  /** κ, the number of items offered to each user. */
  readonly offered: number;
  /** The numbers of users; each number gives one series of results. */
  readonly users: readonly number[];
  /** The orders M of the estimators. The unlimited estimator and pairwise breaking are always included. */
  readonly orders: readonly number[];
  /** For M up to this value, the fits for the first entry of `users` are repeated by enumerating the orders of every tier. */
  readonly enumerateUpTo: number;
  /** The seeds, one repetition each. */
  readonly seeds: readonly number[];
}

/** A fit of one estimator to one dataset. */
export interface RankBreakingCell extends StudyCell {
  /** The name of the study. */
  readonly study: "rank-breaking";
  /** N, the number of items. */
  readonly itemCount: number;
  /** κ, the number of items offered to each user. */
  readonly offered: number;
  /** `"pairs"`, an order M such as `"3"`, or `"unlimited"`. */
  readonly estimator: string;
  /** How likelihoods are computed: by the integral, or by enumerating orders. */
  readonly by: "integral" | "enumeration";
  /** The number of users. */
  readonly users: number;
  /** The seed of the data. */
  readonly seed: number;
}

/** The result of a fit. */
export interface RankBreakingResult extends RankBreakingCell {
  /** The mean over items of (ŵ − w)², both centered. */
  readonly meanSquaredError: number;
  /** The time of the fit, including the time to break the graphs. */
  readonly seconds: number;
  /** Whether the solver reached its tolerance. */
  readonly converged: boolean;
}

/** The cells of the study: every estimator on the same data, for each seed. */
export function rankBreakingCells(settings: RankBreakingSettings): RankBreakingCell[] {
  const { itemCount, offered, users, orders, enumerateUpTo, seeds } = settings;
  return seeds.flatMap((seed) =>
    users.flatMap((count) => {
      const cell = { study: "rank-breaking", itemCount, offered, users: count, seed } as const;
      return ["pairs", ...orders.map(String), "unlimited"].flatMap((estimator): RankBreakingCell[] => [
        { ...cell, estimator, by: "integral" },
        ...(count === users[0] && Number(estimator) <= enumerateUpTo
          ? [{ ...cell, estimator, by: "enumeration" } as const]
          : []),
      ]);
    }),
  );
}

const SOLVER = { tolerance: 1e-8, maxIterations: 1000 } as const;

/** The estimator of a cell, as JSON options of `fitFromGraphs`. */
function estimatorOf({ estimator }: RankBreakingCell): Pick<GraphFitOptions, "breaking" | "maxTier"> {
  if (estimator === "pairs") return { breaking: "pairs" };
  return { breaking: "partition", ...(estimator === "unlimited" ? {} : { maxTier: Number(estimator) }) };
}

/** Everything that determines the result of a cell: its own settings, and the simulation and fit settings that all cells share. */
export function rankBreakingIdentity(cell: RankBreakingCell): object {
  const simulation = { cutRates: CUT_RATES, revealed: REVEALED };
  return { ...cell, simulation, fit: { ...estimatorOf(cell), prior: 0, solver: SOLVER } };
}

let last: { readonly key: string; readonly data: GraphSimulation } | undefined;

/** Fits the utilities of one dataset, and caches the data for the next cell. */
export function runRankBreakingCell(cell: RankBreakingCell): RankBreakingResult {
  const { itemCount, offered, users, seed, by } = cell;
  const key = [itemCount, offered, users, seed].join();
  if (last?.key !== key) last = { key, data: simulateGraphs({ itemCount, offered, users, seed }) };
  const { utilities, graphs } = last.data;
  const how = { ...estimatorOf(cell), prior: 0, solver: lbfgs(SOLVER) };
  const rule = by === "enumeration" ? { rule: enumerationRule() } : {};
  const start = performance.now();
  const fit = fitFromGraphs(graphs, { items: utilities.length, interval: false, ...how, ...rule });
  const seconds = (performance.now() - start) / 1000;
  const squares = fit.utilities.map((w, i) => (w - utilities[i]) ** 2);
  return {
    ...cell,
    meanSquaredError: squares.reduce((sum, square) => sum + square, 0) / utilities.length,
    seconds,
    converged: fit.converged,
  };
}
