export type { LemlOptions } from "./leml/leml-options.ts";
export { type LemlModel, trainLeml } from "./leml/train-leml.ts";
export { type LinearRankingOptions, trainLinearRanking } from "./linear-ranking/train-linear-ranking.ts";
export { type LogisticOptions, trainLogistic } from "./logistic/train-logistic.ts";
export { type NeighborsOptions, trainNeighbors } from "./neighbors/train-neighbors.ts";
export { type SleecOptions, type SleecPresetName, type SleecSettings, sleecPresets } from "./sleec/sleec-options.ts";
export { type SleecModel, trainSleec } from "./sleec/train-sleec.ts";
export type { TrainingOptions, TrainingProgress } from "./training/training-options.ts";
