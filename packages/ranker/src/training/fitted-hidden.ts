import type { NetworkShape } from "../network/shape.ts";
import { itemShards } from "../network/shape.ts";
import { type PresetName, presets } from "./presets.ts";

/** What a WebAssembly memory has room for, less a hundredth for scratch memory and the batch's own rows. */
const memoryBytes = 0.99 * 2 ** 32;

/**
 * The hidden units of a preset, halved until each layer fits into one WebAssembly memory of 4 GiB with its moments (and the output layer
 * with a batch of scores): 512 of the default preset for all but very large data, 256 for the sizes of Delicious-200K.
 *
 * @param preset - The preset.
 * @param shape - How many features and items there are.
 * @param batch - The rows of a step. Default: the preset's.
 *
 * @example
 * ```ts
 * import { fittedHidden } from "@tierwise/ranker";
 *
 * console.log(fittedHidden("default", { features: 500, items: 983 })); // 512
 * console.log(fittedHidden("default", { features: 782_585, items: 205_443 })); // 256
 * ```
 */
export function fittedHidden(
  preset: PresetName,
  { features, items }: Omit<NetworkShape, "hidden">,
  batch: number = presets[preset].batch,
): number {
  const shards = itemShards(items).length;
  let { hidden } = presets[preset];
  // Weights and two moments of each layer; the scores and the sums over shards of a batch.
  const bytes = (): number =>
    Math.max(features * (12 * hidden + 8), items * (12 * hidden + 12 + 4 * batch) + 4 * shards * batch * hidden);
  while (hidden > 1 && bytes() > memoryBytes) hidden /= 2;
  return hidden;
}
