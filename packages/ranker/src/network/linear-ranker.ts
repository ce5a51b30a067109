import type { Ranker, RankerOptions } from "../model/ranker.ts";
import { createRanker } from "./ranker.ts";

export interface LinearWeights {
  /** Features × items, row by row. */
  readonly weights: Float32Array;
  /** One offset per item. */
  readonly bias: Float32Array;
}

/** The maximum number of items of a linear model that is stored in a network with this number of hidden units. */
export function mostLinearItems(hidden: number): number {
  return Math.floor(hidden / 2);
}

/**
 * Converts a linear model to a ranker with scores s·(Wᵀ·x + b), so that it works wherever rankers do. Each item uses two hidden units,
 * since a = relu(a) − relu(−a). The remaining hidden units are 0.
 *
 * @param options - The sizes and vocabulary of the ranker, with at least two hidden units per item.
 * @param linear - W and b.
 * @param scale - The factor s.
 */
export function linearRanker(
  options: RankerOptions & { readonly hidden: number },
  { weights, bias }: LinearWeights,
  scale: number,
): Ranker {
  const { features, items, hidden } = options;
  const most = mostLinearItems(hidden);
  if (items > most) throw new RangeError(`items is ${items}; expected at most ${most}, half of the hidden units`);
  const ranker = createRanker(options);
  const { input, output } = ranker.weights;
  for (const array of [input.weights, input.bias, output.weights]) array.fill(0);
  for (let item = 0; item < items; item++) {
    for (let feature = 0; feature < features; feature++) {
      const weight = weights[feature * items + item];
      input.weights[feature * hidden + 2 * item] = weight;
      input.weights[feature * hidden + 2 * item + 1] = -weight;
    }
    output.weights[item * hidden + 2 * item] = scale;
    output.weights[item * hidden + 2 * item + 1] = -scale;
    output.bias[item] = scale * bias[item];
  }
  return ranker;
}
