import { fitFromGraphs, type GraphFitOptions } from "@tierwise/rank-breaking";
import type { StudyCell } from "../study/study.ts";
import { enumerationRule } from "./enumeration-rule.ts";
import { type GraphSimulation, simulateGraphs } from "./simulate-graphs.ts";

/** What is studied: sizes, estimators and seeds. */
export interface RankBreakingSettings {
  /** N, the number of items. */
  readonly items: number;
  /** κ, how many items a user is offered. */
  readonly offered: number;
  /** Numbers of users; each is a series. */
  readonly users: readonly number[];
  /** M of the estimators of order M; the unlimited one and pairwise breaking are always there. */
  readonly orders: readonly number[];
  /** Up to this M the fits of the first number of users are also made by enumerating the orders of every tier. */
  readonly enumerateUpTo: number;
  /** One repetition each. */
  readonly seeds: readonly number[];
}

/** One fit of one data set. */
export interface RankBreakingCell extends StudyCell {
  /** Which study. */
  readonly study: "rank-breaking";
  /** N. */
  readonly items: number;
  /** κ. */
  readonly offered: number;
  /** `"pairs"`, an order M such as `"3"`, or `"unlimited"`. */
  readonly estimator: string;
  /** How likelihoods are computed. */
  readonly by: "integral" | "enumeration";
  /** How many users there are. */
  readonly users: number;
  /** The seed of the data. */
  readonly seed: number;
}

/** The result of a fit. */
export interface RankBreakingResult extends RankBreakingCell {
  /** Mean over items of (ŵ − w)², both centered. */
  readonly meanSquaredError: number;
  /** Time of the fit, the breaking of the graphs included. */
  readonly seconds: number;
  /** Whether the solver reached its tolerance. */
  readonly converged: boolean;
}

/** Every estimator on the same data, seed by seed. */
export function rankBreakingCells(settings: RankBreakingSettings): RankBreakingCell[] {
  const { items, offered, users, orders, enumerateUpTo, seeds } = settings;
  return seeds.flatMap((seed) =>
    users.flatMap((count) => {
      const cell = { study: "rank-breaking", items, offered, users: count, seed } as const;
      return ["pairs", ...orders.map(String), "unlimited"].flatMap((estimator): RankBreakingCell[] => [
        { ...cell, estimator, by: "integral" },
        ...(count === users[0] && Number(estimator) <= enumerateUpTo
          ? [{ ...cell, estimator, by: "enumeration" } as const]
          : []),
      ]);
    }),
  );
}

let last: { readonly key: string; readonly data: GraphSimulation } | undefined;

/** Fits the utilities of one data set, which is kept for the next cell. */
export function runRankBreakingCell(cell: RankBreakingCell): RankBreakingResult {
  const { items, offered, users, seed, estimator, by } = cell;
  const key = [items, offered, users, seed].join();
  if (last?.key !== key) last = { key, data: simulateGraphs({ items, offered, users, seed }) };
  const { utilities, graphs } = last.data;
  const how: Partial<GraphFitOptions> =
    estimator === "pairs" ? { breaking: "pairs" } : estimator === "unlimited" ? {} : { maxTier: Number(estimator) };
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
