import type { Kernels } from "@tierwise/kernels";
import type { TrainingNetwork } from "./training-arrays.ts";
import { initialise } from "./weights.ts";

/** Draws the weights of a network from a seed and sets all moments to zero. */
export function resetNetwork(network: TrainingNetwork, input: Kernels, output: Kernels, seed: number): void {
  initialise(input, network.input, network.shape.features, seed, 0);
  initialise(output, network.output, network.shape.hidden, seed, 2);
  for (const { first, second } of [network.inputMoments, network.outputMoments]) {
    for (const layer of [first, second]) {
      layer.weights.fill(0);
      layer.bias.fill(0);
    }
  }
  network.lastSteps.fill(0);
}
