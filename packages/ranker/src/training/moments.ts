import { adamFactors } from "@tierwise/kernels";
import type { Moments, TrainingNetwork } from "../engines/kernels/training-arrays.ts";
import { fillNewRows } from "../model/fill-new-rows.ts";
import type { Weights } from "../model/layers.ts";
import type { StoredArray } from "../store/files.ts";
import { weightArrays } from "../store/header.ts";
import type { Training } from "./prepare.ts";
import type { TrainingSettings } from "./settings.ts";
import type { TrainingState } from "./state.ts";

/** The moments of Adam at the end of a training run. */
export interface StoredMoments {
  readonly first: Weights;
  readonly second: Weights;
  /** The step at which each feature was last updated. */
  readonly lastSteps: Int32Array;
  /** The step at which each item was last updated; undefined if every step updated all items. */
  readonly outputLastSteps?: Int32Array | undefined;
  /** The number of steps taken to compute the moments. */
  readonly steps: number;
}

/** Whether a finished model stores its moments. If training diverged after its best epoch, the moments are NaN and are not stored. */
export function storesMoments({ keepMoments }: TrainingSettings, { diverged }: TrainingState): boolean {
  return keepMoments === true && !diverged;
}

/** The moment arrays of a network, by their names in a header. */
export function momentArrays(network: TrainingNetwork): Record<string, StoredArray> {
  const { inputMoments, outputMoments, lastSteps, sampled } = network;
  return namedMoments({
    first: { input: inputMoments.first, output: outputMoments.first },
    second: { input: inputMoments.second, output: outputMoments.second },
    lastSteps,
    outputLastSteps: sampled?.lastSteps,
  });
}

export function namedMoments({
  first,
  second,
  lastSteps,
  outputLastSteps,
}: Omit<StoredMoments, "steps">): Record<string, StoredArray> {
  return {
    ...weightArrays("first", first),
    ...weightArrays("second", second),
    "last-steps": lastSteps,
    ...(outputLastSteps && { [outputSteps]: outputLastSteps }),
  };
}

/** The name of the array of {@link StoredMoments.outputLastSteps} in a header. */
export const outputSteps = "output-last-steps";

/** Whether an array in a header belongs to the moments. */
export function isMomentArray(name: string): boolean {
  return name.startsWith("first.") || name.startsWith("second.") || name === "last-steps" || name === outputSteps;
}

/**
 * Initializes a training run with the moments of a smaller network, whose features and items come first. New features and items start with
 * first moments of 0 and the mean second moments of the known features or items. With second moments of 0, their first steps would be
 * several times as large as the learning rate, because Adam corrects its bias only at the start.
 */
export function continueFrom(
  { network, state }: Training,
  { first, second, lastSteps, outputLastSteps, steps }: StoredMoments,
): void {
  const { inputMoments, outputMoments, sampled, shape } = network;
  const known = lastSteps.length;
  const knownItems = first.output.bias.length;
  for (const [moments, old] of [
    [inputMoments, { first: first.input, second: second.input }],
    [outputMoments, { first: first.output, second: second.output }],
  ] as const) {
    for (const which of ["first", "second"] as const) {
      moments[which].weights.set(old[which].weights);
      moments[which].bias.set(old[which].bias);
    }
  }
  sampled?.lastSteps.fill(steps);
  if (sampled !== undefined && outputLastSteps !== undefined) sampled.lastSteps.set(outputLastSteps);
  else if (outputLastSteps !== undefined) decayMoments(outputMoments, outputLastSteps, steps, shape.hidden);
  fillNewRows(inputMoments.second.weights, known, shape.hidden);
  fillNewRows(outputMoments.second.weights, knownItems, shape.hidden);
  fillNewRows(outputMoments.second.bias, knownItems, 1);
  network.lastSteps.set(lastSteps);
  network.lastSteps.fill(steps, known);
  state.steps = steps;
  // The step count of the ranker includes only the steps of this run.
  state.stepsBefore = -steps;
}

/** Multiplies the moments of each item by β₁ or β₂ for each step since the item was last updated, as in a sampled output layer. */
function decayMoments({ first, second }: Moments, lastSteps: Int32Array, steps: number, hidden: number): void {
  const { beta1, beta2 } = adamFactors({ step: 1, learningRate: 0 });
  for (const [moment, beta] of [
    [first, beta1],
    [second, beta2],
  ] as const) {
    for (let item = 0; item < lastSteps.length; item++) {
      const factor = beta ** (steps - lastSteps[item]);
      moment.bias[item] *= factor;
      for (let i = item * hidden; i < (item + 1) * hidden; i++) moment.weights[i] *= factor;
    }
  }
}
