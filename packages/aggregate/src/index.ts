export type { FitOptions, FitSettings } from "./fit-options.ts";
export { fitUtilities } from "./fit-utilities.ts";
export { information } from "./intervals/information.ts";
export type {
  FittedMaximum,
  FittedObservations,
  Interval,
  Uncertainty,
  UtilityDraws,
} from "./intervals/interval.ts";
export type { NamedPreferences } from "./observations/named-preferences.ts";
export type { NormalizedWeights } from "./observations/normalized-weights.ts";
export { type NamedRankedItem, type RankedItem, rankedItems } from "./ranked-items.ts";
export { adaGrad } from "./solvers/ada-grad.ts";
export type { Fit, IntervalSummary, NamedFit } from "./solvers/fit.ts";
export { type LbfgsOptions, lbfgs } from "./solvers/lbfgs.ts";
export type { AdaGradOptions } from "./solvers/mini-batch-descent.ts";
export type { AdaGradProgress, FitProgress, LbfgsProgress } from "./solvers/progress.ts";
export type { FitProblem, Solver } from "./solvers/solver.ts";
