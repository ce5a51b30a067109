import { allocate, fillUniform, type KernelMemory, type Kernels } from "@tierwise/kernels";
import type { NetworkShape } from "./shape.ts";

/** The weights and biases of a layer. */
export interface Layer {
  /** Of the input layer a row per feature; of the output layer a row per item. */
  readonly weights: Float32Array;
  /** One per output. */
  readonly bias: Float32Array;
}

/** All that a network has learned. */
export interface Weights {
  /** Features × hidden, and hidden. */
  readonly input: Layer;
  /** Items × hidden, and items. */
  readonly output: Layer;
}

/** How many weights and biases the layers have. */
export function layerLengths({ features, hidden, items }: NetworkShape): {
  readonly input: readonly [number, number];
  readonly output: readonly [number, number];
} {
  return { input: [features * hidden, hidden], output: [items * hidden, items] };
}

/** A layer of zeros. */
export function allocateLayer(memory: KernelMemory, [weights, bias]: readonly [number, number]): Layer {
  return { weights: allocate(memory, Float32Array, weights), bias: allocate(memory, Float32Array, bias) };
}

/**
 * Draws weights and biases uniformly from ±1/√fan-in (the fan-in of the input layer is what a row has at most, `features`; of the
 * output layer it is `hidden`). Each of the four arrays has a stream of its own.
 */
export function initialize(kernels: Kernels, layer: Layer, fanIn: number, seed: number, stream: number): void {
  const high = 1 / Math.sqrt(fanIn);
  fillUniform(kernels, layer.weights, { low: -high, high, seed, stream });
  fillUniform(kernels, layer.bias, { low: -high, high, seed, stream: stream + 1 });
}

/** Weights of one's own, which nothing else writes to. */
export function weightsCopy({ input, output }: Weights): Weights {
  const copy = ({ weights, bias }: Layer): Layer => ({ weights: weights.slice(), bias: bias.slice() });
  return { input: copy(input), output: copy(output) };
}

/** Copies weights from one network into another of the same shape. */
export function copyWeights(to: Weights, from: Weights): void {
  to.input.weights.set(from.input.weights);
  to.input.bias.set(from.input.bias);
  to.output.weights.set(from.output.weights);
  to.output.bias.set(from.output.bias);
}
