import { fitFromGraphs, type GraphFitOptions } from "@tierwise/rank-breaking";
import { enumerationRule } from "../enumeration-rule.ts";
import { type GraphSimulation, simulateGraphs } from "./simulate-graphs.ts";

/** What is studied: sizes, estimators and seeds. */
export interface RankBreakingStudyOptions {
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
  /** Called after every fit, to show progress. */
  readonly onFit?: (fit: StudyFit) => void;
}

/** One fit of one data set. */
export interface StudyFit {
  /** `"pairs"`, an order M such as `"3"`, or `"unlimited"`. */
  readonly estimator: string;
  /** How likelihoods were computed. */
  readonly by: "integral" | "enumeration";
  /** How many users there were. */
  readonly users: number;
  /** The seed of the data. */
  readonly seed: number;
  /** Mean over items of (ŵ − w)², both centred. */
  readonly meanSquaredError: number;
  /** Time of the fit, the breaking of the graphs included. */
  readonly seconds: number;
  /** Whether the solver reached its tolerance. */
  readonly converged: boolean;
}

/**
 * How well utilities are recovered from graphs, and in what time, by pairwise breaking, by the estimators of order M, and by
 * the whole partition (section 3.3): every estimator on the same data, seed by seed.
 */
export function rankBreakingStudy(options: RankBreakingStudyOptions): StudyFit[] {
  const { items, offered, users, orders, enumerateUpTo, seeds, onFit } = options;
  const estimators: [string, Partial<GraphFitOptions>][] = [
    ["pairs", { breaking: "pairs" }],
    ...orders.map((maxTier): [string, Partial<GraphFitOptions>] => [String(maxTier), { maxTier }]),
    ["unlimited", {}],
  ];
  const fits: StudyFit[] = [];
  const add = (fit: StudyFit): void => {
    fits.push(fit);
    onFit?.(fit);
  };
  for (const seed of seeds) {
    for (const count of users) {
      const data = simulateGraphs({ items, offered, users: count, seed });
      for (const [estimator, how] of estimators) {
        add({ estimator, by: "integral", users: count, seed, ...measuredFit(data, how) });
        if (count === users[0] && how.maxTier !== undefined && how.maxTier <= enumerateUpTo) {
          const rule = enumerationRule();
          add({ estimator, by: "enumeration", users: count, seed, ...measuredFit(data, { ...how, rule }) });
        }
      }
    }
  }
  return fits;
}

function measuredFit(
  { utilities, graphs }: GraphSimulation,
  how: Partial<GraphFitOptions>,
): Pick<StudyFit, "meanSquaredError" | "seconds" | "converged"> {
  const start = performance.now();
  const fit = fitFromGraphs(graphs, { items: utilities.length, interval: false, ...how });
  const seconds = (performance.now() - start) / 1000;
  const squares = fit.utilities.map((w, i) => (w - utilities[i]) ** 2);
  return {
    meanSquaredError: squares.reduce((sum, square) => sum + square, 0) / utilities.length,
    seconds,
    converged: fit.converged,
  };
}
