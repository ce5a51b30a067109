import { type TowerData, told } from "./tower-data.ts";

/** The learning rate of the current step. It falls along half a cosine from the given rate in the first step to 0 after the last step. */
export function learningRateAt({ options, told: now }: Pick<TowerData, "options" | "told">): number {
  return 0.5 * options.learningRate * (1 + Math.cos((Math.PI * (now[told.step] - 1)) / now[told.steps]));
}
