import { shellQuoted } from "@tierwise/cli/ranking";

/** The device to train on: all cores, one core, or the graphics card through WebGPU. */
type ComputeOn = "all-cores" | "one-core" | "webgpu";

/** The adjustable settings of a training run; the default preset determines all others. */
export interface TrainSettings {
  readonly epochs: number;
  readonly hidden: number;
  readonly learningRate: number;
  readonly computeOn: ComputeOn;
}

/** The settings of a new page. */
export const usualTraining: TrainSettings = { epochs: 15, hidden: 64, learningRate: 0.01, computeOn: "all-cores" };

/** The values that the page offers for each setting. */
export const choices = {
  epochs: [5, 15, 30, 60],
  hidden: [16, 64, 256, 512],
  learningRate: [0.001, 0.004, 0.01, 0.03],
} as const;

/** The `tierwise` command that trains the same model from a file in the current folder. */
export function trainCommand(file: string, { epochs, hidden, learningRate }: TrainSettings): string {
  const path = file.startsWith("-") ? `./${file}` : file;
  const flags = `--hidden ${hidden} --epochs ${epochs} --learning-rates ${learningRate} --no-refit`;
  return `tierwise train ${shellQuoted(path)} --model model ${flags}`;
}
