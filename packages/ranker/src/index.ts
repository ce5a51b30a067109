export { type ProductWidth, widenProducts } from "@tierwise/kernels";
export type { LossName } from "@tierwise/losses";
export { loadRanker } from "./checkpoint/load-ranker.ts";
export { type ResumedTraining, type ResumeOptions, resumeTraining } from "./checkpoint/resume-training.ts";
export type { SparseRow, SparseRows } from "./data/sparse-rows.ts";
export type { PreferenceRows, TrainingData } from "./data/training-data.ts";
export { type EvaluateRankerOptions, evaluate } from "./evaluation/evaluate.ts";
export { loadModel } from "./models/load-model.ts";
export type { Model } from "./models/model.ts";
export type {
  DamagedStatus,
  EmptyStatus,
  HeldStatus,
  ModelStatus,
  TrainingStatus,
} from "./models/model-status.ts";
export { type ModelDirectory, openModelDirectory } from "./models/open-model-directory.ts";
export { type ResumeModelOptions, resumeModel } from "./models/resume-model.ts";
export type { MemberProgress } from "./models/train-members.ts";
export { type TrainModelOptions, trainModel } from "./models/train-model.ts";
export type { NetworkShape } from "./network/shape.ts";
export type { Layer, Weights } from "./network/weights.ts";
export { createRanker, type Ranker, type RankerOptions, type TopK, type TopKOptions } from "./ranker.ts";
export type { EngineChoice, EngineName, TfjsBackend } from "./training/choose-engine.ts";
export { DivergenceError } from "./training/divergence-error.ts";
export type { PhaseSeconds } from "./training/engine.ts";
export { fittedHidden } from "./training/fitted-hidden.ts";
export { type Preset, type PresetName, presets } from "./training/presets.ts";
export type { EpochReport, TrainingEvent, ValidationReport } from "./training/progress.ts";
export type { Criterion, TrainingSettings } from "./training/settings.ts";
export { train } from "./training/train.ts";
export {
  type CheckpointOptions,
  type RunOptions,
  resolveSettings,
  type TrainOptions,
} from "./training/train-options.ts";
export type { TrainingRecord } from "./training/training-record.ts";
export type { TrainingResult } from "./training/training-result.ts";
