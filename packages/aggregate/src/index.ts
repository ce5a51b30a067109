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
export { type Calibration, type CalibrationBin, type CalibrationOptions, calibration } from "./checks/calibration.ts";
export { type Cycle, type CycleOptions, type CycleStep, findCycles } from "./checks/find-cycles.ts";
export { type ItemFit, itemFits } from "./checks/item-fits.ts";
export {
  type CountedPreferences,
  type PairCounts,
  type PairCountsOptions,
  pairCounts,
} from "./checks/pair-counts.ts";
export { type WinMatrix, winMatrix } from "./checks/win-matrix.ts";
export type { Answer } from "./design/expected-information.ts";
export {
  type CastVotes,
  type NextQuestions,
  nextQuestions,
  type Question,
  type QuestionOptions,
} from "./design/next-questions.ts";
export type { FitOptions, FitSettings } from "./fit-options.ts";
export { fitUtilities } from "./fit-utilities.ts";
export { type BootstrapOptions, bootstrap } from "./intervals/bootstrap.ts";
export type {
  FittedMaximum,
  FittedObservations,
  Interval,
  Uncertainty,
  UtilityDraws,
} from "./intervals/interval.ts";
export { type Resamples, type ResamplesOptions, refitResamples } from "./intervals/resamples.ts";
export { type SandwichOptions, sandwich } from "./intervals/sandwich.ts";
export { information } from "./intervals/standard-errors.ts";
export {
  type ChooseMixtureOptions,
  type ChosenMixture,
  chooseMixture,
  type HeldOutMixture,
} from "./mixture/choose-mixture.ts";
export { fitMixture } from "./mixture/fit-mixture.ts";
export type {
  MixtureComponent,
  MixtureFit,
  MixtureOptions,
  MixtureSettings,
  NamedMixtureFit,
} from "./mixture/mixture-fit.ts";
export type { NamedPreferences } from "./observations/named-preferences.ts";
export type { NormalizedWeights } from "./observations/weighted-preferences.ts";
export { createRating, type Rating, type RatingOptions, restoreRating } from "./online/create-rating.ts";
export type { ItemRating } from "./online/item-rating.ts";
export type { Battle, Vote } from "./online/named-vote.ts";
export { type ReplayOptions, replayVotes } from "./online/replay-votes.ts";
export type { SavedRating } from "./online/saved-rating.ts";
export { type NamedRankedItem, type RankedItem, rankedItems } from "./ranked-items.ts";
export { coversRanks } from "./ranks/covers-ranks.ts";
export type { RankInterval } from "./ranks/rank-uncertainty.ts";
export {
  type ItemRank,
  type RankUncertainty,
  type RankUncertaintyOptions,
  rankUncertainty,
} from "./ranks/rank-uncertainty.ts";
export { type EloOptions, elo } from "./scales/elo.ts";
export { type LogOddsOptions, logOdds } from "./scales/log-odds.ts";
export { type Anchor, parseAnchor, type Scale } from "./scales/scale.ts";
export {
  type ScalableFit,
  type ScaledDifference,
  type ScaledUtilities,
  type ScaleOptions,
  scaleDifference,
  scaleUtilities,
} from "./scales/scale-utilities.ts";
export { winProbability } from "./scales/win-probability.ts";
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
export type { UncertainFit } from "./uncertainty/uncertain-fit.ts";
