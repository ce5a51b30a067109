import type { Random } from "./random-stream.ts";

/** Draws an index in proportion to the weights of an {@link aliasTable}. */
export type AliasDraw = (random: Random) => number;

/**
 * Creates a function that draws index i with probability weights[i]/Σ weights, by Walker's alias method in Vose's form (1991). The setup
 * takes O(n); each draw takes O(1) and one uniform number.
 *
 * @param weights - Nonnegative finite numbers, not all 0.
 *
 * @example
 * ```ts
 * import { aliasTable, randomStream } from "@tierwise/random";
 *
 * const draw = aliasTable([1, 0, 3]);
 * const random = randomStream(5);
 * const counts = [0, 0, 0];
 * for (let i = 0; i < 4000; i++) counts[draw(random)]++;
 * console.log(counts[1], counts[2] > 2900 && counts[2] < 3100); // 0 true
 * ```
 */
export function aliasTable(weights: ArrayLike<number>): AliasDraw {
  const count = weights.length;
  const { share, alias } = fill(weights, sumOf(weights));
  return (random) => {
    const u = random() * count;
    const i = Math.floor(u);
    return u - i < share[i] ? i : alias[i];
  };
}

function sumOf(weights: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < weights.length; i++) {
    if (!(weights[i] >= 0 && weights[i] < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`weights[${i}] is ${weights[i]}; expected a nonnegative finite number`);
    }
    sum += weights[i];
  }
  if (!(sum > 0)) throw new RangeError(`weights add up to ${sum}; expected a positive sum`);
  return sum;
}

/** Fills n columns of mass 1/n. A column whose own index has a small weight is filled up with mass from one index with a large weight. */
function fill(weights: ArrayLike<number>, sum: number): { share: Float64Array; alias: Int32Array } {
  const count = weights.length;
  const share = new Float64Array(count);
  const alias = Int32Array.from({ length: count }, (_, i) => i);
  const small: number[] = [];
  const large: number[] = [];
  for (let i = 0; i < count; i++) {
    share[i] = (weights[i] * count) / sum;
    (share[i] < 1 ? small : large).push(i);
  }
  for (let l = large.pop(); l !== undefined; ) {
    const s = small.pop();
    if (s === undefined) {
      share[l] = 1;
      l = large.pop();
      continue;
    }
    alias[s] = l;
    share[l] -= 1 - share[s];
    if (share[l] < 1) {
      small.push(l);
      l = large.pop();
    }
  }
  // The remaining shares equal 1 up to rounding, but an index with weight 0 must never be drawn.
  const heaviest = share.reduce((most, value, i) => (value > share[most] ? i : most), 0);
  for (const s of small) {
    if (weights[s] > 0) share[s] = 1;
    else alias[s] = heaviest;
  }
  return { share, alias };
}
