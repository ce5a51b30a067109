export type { LemlOptions } from "./leml/leml-options.ts";
export { type LemlModel, trainLeml } from "./leml/train-leml.ts";
export { type SleecOptions, type SleecPresetName, type SleecSettings, sleecPresets } from "./sleec/sleec-options.ts";
export { type SleecModel, trainSleec } from "./sleec/train-sleec.ts";
export type { TrainingOptions, TrainingProgress } from "./training/training-options.ts";
