import type { TrainingNetwork } from "../engines/kernels/training-arrays.ts";
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
  /** The number of steps taken to compute the moments. */
  readonly steps: number;
}

/** Whether a finished model stores its moments. If training diverged after its best epoch, they are NaN and are not stored. */
export function storesMoments({ keepMoments }: TrainingSettings, { diverged }: TrainingState): boolean {
  return keepMoments === true && !diverged;
}

/** The moment arrays of a network, by their names in a header. */
export function momentArrays(network: TrainingNetwork): Record<string, StoredArray> {
  const { inputMoments, outputMoments, lastSteps } = network;
  return namedMoments({
    first: { input: inputMoments.first, output: outputMoments.first },
    second: { input: inputMoments.second, output: outputMoments.second },
    lastSteps,
  });
}

/** The moments of Adam, by their names in a header. */
export function namedMoments({ first, second, lastSteps }: Omit<StoredMoments, "steps">): Record<string, StoredArray> {
  return { ...weightArrays("first", first), ...weightArrays("second", second), "last-steps": lastSteps };
}

/** Whether an array in a header belongs to the moments. */
export function isMomentArray(name: string): boolean {
  return name.startsWith("first.") || name.startsWith("second.") || name === "last-steps";
}

/**
 * Makes a training run that has not begun continue from the moments of a smaller network, whose features and items come first. New features
 * and items start with first moments of 0 and the mean second moments of the known features or items. With second moments of 0, their first
 * steps would be several times as large as the learning rate, because Adam corrects its bias only at the start.
 */
export function continueFrom({ network, state }: Training, { first, second, lastSteps, steps }: StoredMoments): void {
  const { inputMoments, outputMoments, shape } = network;
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
  fillNewRows(inputMoments.second.weights, known, shape.hidden);
  fillNewRows(outputMoments.second.weights, knownItems, shape.hidden);
  fillNewRows(outputMoments.second.bias, knownItems, 1);
  network.lastSteps.set(lastSteps);
  network.lastSteps.fill(steps, known);
  state.steps = steps;
  // The step count of the ranker includes only the steps of this run.
  state.stepsBefore = -steps;
}
