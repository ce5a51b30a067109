import { allocate, fillUniform, type KernelMemory, type Kernels } from "@tierwise/kernels";

/** The sizes of a network: sparse features → hidden units → items. */
export interface NetworkShape {
  /** D, how many features a row may have. */
  readonly features: number;
  /** How many hidden units. */
  readonly hidden: number;
  /** N, how many items are ranked. */
  readonly items: number;
}

/** Throws unless every size is an integer of at least 1. */
export function checkShape(shape: NetworkShape): void {
  for (const name of ["features", "hidden", "items"] as const) {
    const size = shape[name];
    if (!Number.isInteger(size) || size < 1) {
      throw new RangeError(`${name} is ${size}; expected an integer of at least 1`);
    }
  }
}

/** Part `index` of a division: from … to − 1. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** 0 … count − 1 in ranges of `size`. */
export function ranges(count: number, size: number): Range[] {
  const parts: Range[] = [];
  for (let from = 0; from < count; from += size) parts.push({ from, to: Math.min(from + size, count) });
  return parts;
}

/** At most so many items in a shard: enough work between barriers, and enough shards. */
const mostItems = 2048;
/** Enough shards for the threads of ordinary machines, wherever there are items enough. */
const leastShards = 8;

/**
 * The shards of the output layer. They depend on the number of items alone: sums over shards are added in their order, so that
 * results do not depend on the number of threads.
 */
export function itemShards(items: number): Range[] {
  const even = 8 * Math.ceil(items / leastShards / 8);
  return ranges(items, Math.min(even, mostItems));
}

/**
 * Items of a shard whose weights take their step at once, while weights and gradient are in a core's second-level cache. The
 * depth at which products are blocked, so that sums over a shard are the same as without.
 */
export const itemsAtOnce = 256;
/** Rows of a batch, or of the features in it, that a thread takes at once. */
export const rowsAtOnce = 8;
/** Features of a batch that a thread takes at once. */
export const featuresAtOnce = 128;

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
