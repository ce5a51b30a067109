import type { Random } from "@tierwise/random";

/** Draws samples of items without replacement. */
export interface ItemSampler {
  /** The items that every sample contains, ascending. */
  readonly always: Int32Array;
  /**
   * Draws the other items of a sample and returns their number. Writes the items in ascending order to `items`, and the inverse of each
   * item's probability of being drawn to `weights`.
   */
  readonly draw: (random: Random, items: Int32Array, weights: Float64Array) => number;
}

/**
 * Creates a sampler of `count` out of N items, where item j is in the sample with probability π_j = min(1, c·popularity_j) and Σ π_j =
 * `count`. For any numbers x, Σ x_j/π_j over the sample is therefore an unbiased estimate of Σ x_j over all items.
 *
 * The sample is stratified: the items, in order, are divided into intervals of total probability 1, and one item is drawn from each
 * interval. This is never less accurate than independent draws, and needs no sorting. An item on the border of two intervals may be drawn
 * from both; it is then listed once, with twice the weight.
 *
 * @param popularity - A positive number for each item. For a uniform sample, all numbers are the same.
 * @param count - The size of the sample, below N.
 */
export function itemSampler(popularity: Float64Array, count: number): ItemSampler {
  const { factor, isAlways } = inclusion(popularity, count);
  const always: number[] = [];
  const others = new Int32Array(popularity.length - isAlways.reduce((sum, one) => sum + one, 0));
  /** The cumulative probabilities of the other items. */
  const sums = new Float64Array(others.length);
  let total = 0;
  for (let item = 0, i = 0; item < popularity.length; item++) {
    if (isAlways[item] === 1) {
      always.push(item);
      continue;
    }
    total += factor * popularity[item];
    others[i] = item;
    sums[i++] = total;
  }
  const intervals = count - always.length;
  const starts = intervalStarts(sums, intervals);
  return {
    always: Int32Array.from(always),
    draw(random, items, weights) {
      let drawn = 0;
      for (let interval = 0; interval < intervals; interval++) {
        const i = firstAbove(sums, interval + random(), starts[interval], starts[interval + 1]);
        const item = others[i];
        const weight = 1 / (factor * popularity[item]);
        if (drawn > 0 && items[drawn - 1] === item) {
          weights[drawn - 1] += weight;
          continue;
        }
        items[drawn] = item;
        weights[drawn++] = weight;
      }
      return drawn;
    },
  };
}

/** Returns the factor c and marks the items that have probability 1. */
function inclusion(
  popularity: Float64Array,
  count: number,
): { readonly factor: number; readonly isAlways: Uint8Array } {
  const isAlways = new Uint8Array(popularity.length);
  for (;;) {
    let left = count;
    let sum = 0;
    for (let item = 0; item < popularity.length; item++) {
      if (isAlways[item] === 1) left--;
      else sum += popularity[item];
    }
    const factor = left / sum;
    let changed = false;
    for (let item = 0; item < popularity.length; item++) {
      if (isAlways[item] === 1 || factor * popularity[item] < 1) continue;
      isAlways[item] = 1;
      changed = true;
    }
    if (!changed) return { factor, isAlways };
  }
}

/** For each integer from 0 to `intervals`, the first position whose sum exceeds it; at most the last position. */
function intervalStarts(sums: Float64Array, intervals: number): Int32Array {
  const starts = new Int32Array(intervals + 1);
  for (let interval = 0, i = 0; interval <= intervals; interval++) {
    while (i < sums.length - 1 && sums[i] <= interval) i++;
    starts[interval] = i;
  }
  return starts;
}

/** The first position in low … high whose sum exceeds `at`; otherwise `high`. */
function firstAbove(sums: Float64Array, at: number, low: number, high: number): number {
  let [from, to] = [low, high];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (sums[middle] > at) to = middle;
    else from = middle + 1;
  }
  return from;
}
