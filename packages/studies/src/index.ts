export type {
  DescribedBattles,
  DescribedFit,
  DescribedFits,
  DescribedPreferences,
} from "./bootstrap/described-fit.ts";
export { findStudy, studyNames } from "./catalog.ts";
export {
  type ComparisonCell,
  type ComparisonResult,
  type ComparisonSettings,
  comparisonStudy,
  type EvaluationPlan,
} from "./comparison/comparison-study.ts";
export { leadingMethods, pairedBootstrap, type RowDifference, type RowMetric } from "./comparison/paired-bootstrap.ts";
export { type PairedDifference, pairedDifferences } from "./comparison/paired-differences.ts";
export {
  comparisonMarkdown,
  type PaperTable,
  type PaperTableEntry,
  type PaperTableHalf,
  paperTables,
} from "./comparison/paper-tables.ts";
export { largestError, type MethodRun, type MethodSummary } from "./comparison/summary.ts";
export {
  type MethodValidation,
  type ValidationEntry,
  validationSummary,
} from "./comparison/validation-summary.ts";
export { createDataReference, type DataReference, loadData } from "./data/data-reference.ts";
export { type RealSet, readRealSet, realSetNames } from "./data/real-sets.ts";
export {
  type DataSource,
  type HeldOutRows,
  holdOut,
  holdOutFold,
  type RatingsSource,
  readStudyData,
  type StudyData,
} from "./data/study-data.ts";
export { readXmlFolder, type XmlFolder } from "./data/xml-folder.ts";
export { type FitWithBootstrapOptions, fitWithBootstrap } from "./fit-with-bootstrap.ts";
export type { GlasCell, GlasPoint, GlasResult, GlasSettings } from "./glas/cell.ts";
export { type GlasSource, generatedGlasSets, glasDataNames, glasSources } from "./glas/data-sets.ts";
export { glasStudy } from "./glas/glas-study.ts";
export type { GlasSeries } from "./glas/summary.ts";
export { jobKinds } from "./jobs.ts";
export type { AskCell, AskResult } from "./leaderboard/ask-cell.ts";
export { type AskSettings, type AskSummary, askStudy, fullAskSettings } from "./leaderboard/ask-study.ts";
export type { CoverageCell, CoverageCounts, CoverageResult } from "./leaderboard/coverage-cell.ts";
export type { CoverageSetting } from "./leaderboard/coverage-data.ts";
export {
  type CoverageSettings,
  type CoverageSummary,
  coverageStudy,
  fullCoverage,
} from "./leaderboard/coverage-study.ts";
export type { OnlineCell, OnlineResult } from "./leaderboard/online-cell.ts";
export {
  fullOnlineSettings,
  type OnlineSettings,
  type OnlineSummary,
  onlineStudy,
} from "./leaderboard/online-study.ts";
export type { RankCoverageCell, RankCoverageResult, RankIntervalQuality } from "./leaderboard/rank-coverage-cell.ts";
export {
  fullRankCoverage,
  type RankCoverageSettings,
  rankCoverageStudy,
} from "./leaderboard/rank-coverage-study.ts";
export type { MethodEntry, MethodName, PlainMethod, SleecPreset } from "./methods/method-names.ts";
export { type PsndcgCell, type PsndcgResult, type PsndcgSettings, psndcgStudy } from "./psndcg/psndcg-study.ts";
export { type PaperFigures, paperFigures, type Reported } from "./quality/paper-figures.ts";
export {
  ensembleFigures,
  type Figures,
  type QualityCell,
  type QualityMethod,
  type QualityResult,
  type QualitySettings,
} from "./quality/quality-cell.ts";
export { qualityStudy } from "./quality/quality-study.ts";
export { type QualityLine, qualityTables } from "./quality/quality-tables.ts";
export { enumerationRule } from "./rank-breaking/enumeration-rule.ts";
export type {
  RankBreakingCell,
  RankBreakingResult,
  RankBreakingSettings,
} from "./rank-breaking/rank-breaking-cell.ts";
export { fullRankBreaking, quickRankBreaking, rankBreakingStudy } from "./rank-breaking/rank-breaking-study.ts";
export { type GraphSimulation, type GraphSimulationOptions, simulateGraphs } from "./rank-breaking/simulate-graphs.ts";
export type { EstimatorSummary } from "./rank-breaking/summary.ts";
export {
  type RealFitCell,
  type RealFitResult,
  type RealFitSettings,
  realFitsStudy,
} from "./real-fits/real-fits-study.ts";
export { type RunStudyOptions, runStudy, type StudyProgress, type StudyRun } from "./run-study.ts";
export { type RunSweepOptions, runSweep, type SweepProgress, type SweepTrial } from "./run-sweep.ts";
export { interpolatedMidpoint } from "./sensitivity/interpolated-midpoint.ts";
export {
  type CrossedRulesOptions,
  crossedRules,
  type PaperSensitivityOptions,
  paperSensitivity,
  type SensitivityCross,
} from "./sensitivity/rule-grids.ts";
export type {
  MidpointPlan,
  SensitivityCell,
  SensitivityResult,
  SensitivitySettings,
} from "./sensitivity/sensitivity-cell.ts";
export { sensitivityStudy } from "./sensitivity/sensitivity-study.ts";
export type { SensitivitySummary } from "./sensitivity/sensitivity-summary.ts";
export { type CostCell, type CostGrid, type CostResult, costCells, runCostCell } from "./simulation/cost-cell.ts";
export { costStudy } from "./simulation/cost-study.ts";
export { fullCostGrid, fullMseGrid, quickCostGrid, quickMseGrid } from "./simulation/grids.ts";
export { lossOf, type Method, methods } from "./simulation/methods.ts";
export {
  fitMseCell,
  type MseCell,
  type MseFit,
  type MseGrid,
  type MseResult,
  mseCells,
  runMseCell,
} from "./simulation/mse-cell.ts";
export { type MseStudySummary, mseStudy } from "./simulation/mse-study.ts";
export {
  type Disagreement,
  disagreements,
  type MseSlope,
  type MseSummary,
  mseSlopes,
  summarizeMse,
} from "./simulation/mse-summary.ts";
export { mseTable } from "./simulation/mse-table.ts";
export {
  type Shrinkage,
  type ShrinkageCell,
  type ShrinkageResult,
  type ShrinkageSummary,
  shrinkageStudy,
} from "./simulation/shrinkage-study.ts";
export { growthExponent } from "./statistics/growth-exponent.ts";
export { type MeanAndError, meanAndError } from "./statistics/mean-and-error.ts";
export { medianOf, quantile } from "./statistics/quantile.ts";
export { cellJob, cellKey } from "./study/cell-job.ts";
export { type ResultLine, type ResultsFileOptions, readResultsFile } from "./study/results-file.ts";
export type { CellContext, CellPlace, CellProgress, Study, StudyCell } from "./study/study.ts";
export {
  type Halving,
  type Rung,
  type SweepPlan,
  type SweepRange,
  type SweepSettings,
  type SweepSpace,
  sweepRungs,
  sweepTrials,
} from "./sweep/sweep-plan.ts";
export type { TrialResult } from "./sweep/sweep-trial.ts";
export { type EnsembleExtension, type EnsembleOptions, trainEnsemble } from "./train-ensemble.ts";
export type { MemberOptions } from "./training/member-job.ts";
export type { RowRatios, RowValues } from "./training/row-values.ts";
export type { AutoPlan, JsonTrainOptions, TrainingCell, TrainingPlan } from "./training/training-cell.ts";
