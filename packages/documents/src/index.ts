export { type ClickedListsOptions, type ClickLog, clickedLists } from "./clicks/click-log.ts";
export { type ClickedDocuments, type ClickSplit, splitClicks } from "./clicks/clicked-documents.ts";
export {
  type CounterfactualEstimate,
  type CounterfactualOptions,
  counterfactualValue,
} from "./clicks/counterfactual.ts";
export {
  type EstimatePropensitiesOptions,
  estimatePropensities,
  type PropensityEstimate,
} from "./clicks/estimate-propensities.ts";
export { documentOnnx } from "./export/document-onnx.ts";
export {
  type GenerateDocumentsOptions,
  type GeneratedDocuments,
  generateDocuments,
} from "./generation/generate-documents.ts";
export { type PermutationOptions, permutationImportance } from "./importance/permutation-importance.ts";
export { checkDocumentLists, type DocumentLists } from "./lists/document-lists.ts";
export { type ListSplit, selectLists, splitLists } from "./lists/select-lists.ts";
export type {
  DocumentModel,
  DocumentProgress,
  DocumentRankings,
  ScorerKind,
  UnratedLists,
} from "./model/document-model.ts";
export { evaluateDocuments } from "./model/evaluate-documents.ts";
export type { AttentionOptions } from "./network/attention-weights.ts";
export {
  type DocumentsOptions,
  documents,
  type NetworkScorer,
  type ResolvedDocumentsOptions,
} from "./network/documents-scorer.ts";
export type { NetworkModel } from "./network/network-model.ts";
export { fitNormalization, type LogTransform, type Normalization } from "./normalization/normalization.ts";
export type { LossChoice } from "./objective/list-loss.ts";
export type { CsvColumns } from "./reading/csv-lines.ts";
export { type ClickColumns, type ParseClicksOptions, parseClicks, readClicks } from "./reading/read-clicks.ts";
export {
  type ParseDocumentsOptions,
  parseDocuments,
  type ReadDocumentsOptions,
  readDocuments,
} from "./reading/read-documents.ts";
export { writeDocuments } from "./reading/write-documents.ts";
export {
  type DocumentScorer,
  type ModelOf,
  type TrainDocumentsOptions,
  trainDocuments,
} from "./scorers/train-documents.ts";
export { loadDocumentModel, saveDocumentModel } from "./store/save-model.ts";
export { type ItemFeatures, selectItems } from "./towers/items/item-features.ts";
export { type ParseItemsOptions, parseItems, readItems } from "./towers/items/parse-items.ts";
export type { SparseScaling } from "./towers/items/scaling.ts";
export type { TowerWeights } from "./towers/layers/parameters.ts";
export { loadTwoTowerModel, saveTwoTowerModel } from "./towers/store/save-two-tower.ts";
export { type TrainTwoTowerOptions, trainTwoTower } from "./towers/train-two-tower.ts";
export type { TowerRows } from "./towers/training/tower-rows.ts";
export type { TwoTowerContent, TwoTowerModel } from "./towers/two-tower-model.ts";
export { type TwoTowerOptions, type TwoTowerScorer, twoTower } from "./towers/two-tower-scorer.ts";
export type { CheckpointOptions } from "./training/checkpoint-options.ts";
export type { DocumentCriterion } from "./training/criterion.ts";
export type { TrainingOptions } from "./training/training.ts";
export { type BoostedTreesOptions, type BoostedTreesScorer, boostedTrees } from "./trees/boosted-trees.ts";
export type { Tree } from "./trees/tree.ts";
export { gainImportance, type TreesModel } from "./trees/trees-model.ts";
