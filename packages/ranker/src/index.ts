export type { Vocabulary } from "@tierwise/data/rows";
export { type ProductWidth, widenProducts } from "@tierwise/kernels";
export type { LossName } from "@tierwise/losses";
export type { Model, Rankings, RankOptions, RankProgress } from "@tierwise/metrics";
export type { AutoOptions } from "./auto/auto-options.ts";
export { defaultBudget } from "./auto/budget.ts";
export { type ChosenOptions, type ChosenSettings, chooseSettings } from "./auto/choose-settings.ts";
export { type FeatureKind, type FeatureSummary, summarizeFeatures } from "./auto/feature-kind.ts";
export { measureSpeed } from "./auto/measure-speed.ts";
export { type ExtendModelOptions, extendModel } from "./checkpoint/extend-model.ts";
export { listModels, type ModelListing } from "./checkpoint/list-models.ts";
export type { ModelSource } from "./checkpoint/model-source.ts";
export { readModelVersion } from "./checkpoint/model-version.ts";
export {
  type DamagedStatus,
  type EmptyStatus,
  type ModelDirectory,
  type ModelStatus,
  type OccupiedStatus,
  openModelDirectory,
  type TrainingStatus,
} from "./checkpoint/open-model-directory.ts";
export { type ResumeModelOptions, type ResumeOptions, resumeModel, resumeTraining } from "./checkpoint/resume.ts";
export { type MemberEvent, type TrainModelOptions, trainModel } from "./checkpoint/train-model.ts";
export { loadModel, loadRanker, type TrainedModel } from "./checkpoint/trained-model.ts";
export type { PreferenceRows, TrainingData } from "./data/training-data.ts";
export type { EngineChoice, EngineName, TfjsBackend } from "./engines/choose-engine.ts";
export type { PhaseSeconds } from "./engines/kernels/engine.ts";
export type {
  AutoProgress,
  AutoReport,
  AutoSettings,
  AutoTrial,
  LinearTrial,
  NeighborTrial,
} from "./model/auto-report.ts";
export type { Layer, NetworkShape, Weights } from "./model/layers.ts";
export type { LinearPart } from "./model/linear-part.ts";
export type { NeighborSettings, NeighborsPart } from "./model/neighbors-part.ts";
export type { Ranker, RankerOptions, SparseRow, TopKOptions } from "./model/ranker.ts";
export type { ExtensionRecord, RatingsRecord, TrainingRecord } from "./model/training-record.ts";
export { type ModelVocabulary, seenItems } from "./model/vocabulary.ts";
export { createEnsemble, type Ensemble } from "./network/ensemble.ts";
export { evaluate } from "./network/evaluate.ts";
export { type ExtendRankerOptions, extendRanker } from "./network/extend-ranker.ts";
export { createRanker } from "./network/ranker.ts";
export { DivergenceError } from "./training/divergence-error.ts";
export { type LinearMemberRun, trainLinearMember } from "./training/linear-part.ts";
export type { EpochReport, TrainingEvent, TrainingWork, ValidationReport } from "./training/progress.ts";
export {
  type Criterion,
  defaultHidden,
  type Preset,
  type PresetName,
  presets,
  type TrainingSettings,
} from "./training/settings.ts";
export type { TrainingResult } from "./training/state.ts";
export { storedNeighbors } from "./training/stored-neighbors.ts";
export {
  type NewRankerOptions,
  type TrainedRanker,
  type TrainRankerOptions,
  train,
  trainRanker,
} from "./training/train.ts";
export {
  type CheckpointOptions,
  type RunOptions,
  resolveSettings,
  type TrainOptions,
} from "./training/train-options.ts";
export { criterionValue } from "./training/validate.ts";
export { createTransform, describeTransforms, transformNames } from "./transforms/catalog.ts";
export { fitTransforms } from "./transforms/fit-transforms.ts";
export { log1p } from "./transforms/log1p.ts";
export { type StandardizeOptions, standardize } from "./transforms/standardize.ts";
export { tfidf } from "./transforms/tfidf.ts";
export type {
  FittedTransform,
  Transform,
  TransformChoice,
  TransformName,
  TransformSpec,
} from "./transforms/transform.ts";
export { transformRows } from "./transforms/transform-rows.ts";
export { unitRows } from "./transforms/unit-rows.ts";
