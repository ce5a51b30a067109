import { allocate, fillUniform, type KernelMemory, type Kernels } from "@tierwise/kernels";

/** The sizes of a network: sparse features → hidden units → items. */
export interface NetworkShape {
  /** D, the number of features. */
  readonly featureCount: number;
  /** The number of hidden units. */
  readonly hidden: number;
  /** N, the number of items to rank. */
  readonly itemCount: number;
}

/** Throws an error unless every given size of a ranker is a positive integer. */
export function checkSizes(sizes: Readonly<Record<"features" | "hidden" | "items", number>>): void {
  for (const name of ["features", "hidden", "items"] as const) {
    const size = sizes[name];
    if (!Number.isInteger(size) || size < 1) {
      throw new RangeError(`${name} is ${size}; expected a positive integer`);
    }
  }
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Divides 0 … `count` − 1 into ranges of `size` numbers; the last range may be shorter. */
export function ranges(count: number, size: number): Range[] {
  const parts: Range[] = [];
  for (let from = 0; from < count; from += size) parts.push({ from, to: Math.min(from + size, count) });
  return parts;
}

/** The maximum number of items per shard, which leaves enough work between barriers and enough shards for all threads. */
const mostItems = 2048;
/** The minimum number of shards, if there are enough items; enough for the threads of a typical machine. */
const leastShards = 8;

/**
 * The shards of the output layer, of nearly equal size. They depend only on the number of items, and sums over shards are added in shard
 * order, so results do not depend on the number of threads.
 */
export function itemShards(itemCount: number): Range[] {
  const shards = Math.max(leastShards, Math.ceil(itemCount / mostItems));
  return ranges(itemCount, 8 * Math.ceil(itemCount / shards / 8));
}

/** The number of items whose scores are stored at once: all items, or as many whole shards as fit into `most`, and at least one shard. */
export function panelItems(itemCount: number, most: number): number {
  const size = itemShards(itemCount)[0].to;
  return Math.min(itemCount, size * Math.max(1, Math.floor(most / size)));
}

/**
 * The number of items per block of a shard. Weights are updated while they and their gradient are in the L2 cache of a core. It equals the
 * depth of the blocks in matrix products, so that dividing a shard into blocks does not change the sums over it.
 */
export const itemsAtOnce = 256;
/** The number of rows per block of a batch. */
export const rowsAtOnce = 8;
/** The number of features per block of a batch. */
export const featuresAtOnce = 128;

/** The weights and biases of a layer. */
export interface Layer {
  /** One row per feature in the input layer; one row per item in the output layer. */
  readonly weights: Float32Array;
  /** One bias per output. */
  readonly bias: Float32Array;
}

/** The weights and biases of a network. */
export interface Weights {
  /** Features × hidden weights, and one bias per hidden unit. */
  readonly input: Layer;
  /** Items × hidden weights, and one bias per item. */
  readonly output: Layer;
}

export function layerLengths({ featureCount, hidden, itemCount }: NetworkShape): {
  readonly input: readonly [number, number];
  readonly output: readonly [number, number];
} {
  return { input: [featureCount * hidden, hidden], output: [itemCount * hidden, itemCount] };
}

export function allocateLayer(memory: KernelMemory, [weights, bias]: readonly [number, number]): Layer {
  return { weights: allocate(memory, Float32Array, weights), bias: allocate(memory, Float32Array, bias) };
}

/**
 * Draws weights and biases uniformly between ±1/√fan-in. The fan-in is `features` for the input layer and `hidden` for the output layer.
 * Each of the four arrays has its own random stream.
 */
export function initialize(kernels: Kernels, layer: Layer, fanIn: number, seed: number, stream: number): void {
  const high = 1 / Math.sqrt(fanIn);
  fillUniform(kernels, layer.weights, { low: -high, high, seed, stream });
  fillUniform(kernels, layer.bias, { low: -high, high, seed, stream: stream + 1 });
}

export function weightsCopy({ input, output }: Weights): Weights {
  const copy = ({ weights, bias }: Layer): Layer => ({ weights: weights.slice(), bias: bias.slice() });
  return { input: copy(input), output: copy(output) };
}

export function copyWeights(to: Weights, from: Weights): void {
  to.input.weights.set(from.input.weights);
  to.input.bias.set(from.input.bias);
  to.output.weights.set(from.output.weights);
  to.output.bias.set(from.output.bias);
}
