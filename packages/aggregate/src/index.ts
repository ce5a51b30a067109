export type { AcceptableItem, BattleFit } from "./battles/battle-fit.ts";
export type { BattleOptions } from "./battles/battle-options.ts";
export { type BattleFactor, type BattleOutcome, type Battles, battleOutcomes } from "./battles/battles.ts";
export { type Control, control, type Effect, position } from "./battles/controls.ts";
export { fitBattles } from "./battles/fit-battles.ts";
export {
  type JudgeReliability,
  type JudgeSummary,
  type Reliability,
  type ReliabilityOptions,
  reliability,
} from "./battles/reliability.ts";
export { type BattleSlice, fitSlices } from "./battles/slices.ts";
export { davidson, drop, half, type TieSummary, type Ties } from "./battles/ties.ts";
export type { FitOptions, FitSettings } from "./fit-options.ts";
export { fitUtilities } from "./fit-utilities.ts";
export { type BootstrapOptions, bootstrap } from "./intervals/bootstrap.ts";
export { information } from "./intervals/information.ts";
export type {
  FittedMaximum,
  FittedObservations,
  Interval,
  Uncertainty,
  UtilityDraws,
} from "./intervals/interval.ts";
export { type SandwichOptions, sandwich } from "./intervals/sandwich.ts";
export type { NamedPreferences } from "./observations/named-preferences.ts";
export type { NormalizedWeights } from "./observations/normalized-weights.ts";
export { type NamedRankedItem, type RankedItem, rankedItems } from "./ranked-items.ts";
export { adaGrad } from "./solvers/ada-grad.ts";
export type { Fit, IntervalSummary, NamedFit } from "./solvers/fit.ts";
export { type LbfgsOptions, lbfgs } from "./solvers/lbfgs.ts";
export type { AdaGradOptions } from "./solvers/mini-batch-descent.ts";
export type { AdaGradProgress, FitProgress, LbfgsProgress } from "./solvers/progress.ts";
export type { FitProblem, Solver } from "./solvers/solver.ts";
export { difference, type UtilityDifference } from "./summaries/difference.ts";
export {
  type SimultaneousIntervals,
  type SimultaneousOptions,
  simultaneousIntervals,
} from "./summaries/simultaneous.ts";
