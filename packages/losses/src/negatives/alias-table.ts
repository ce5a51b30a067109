/** Items to be drawn in proportion to their weights, in O(1) each. */
export interface AliasTable {
  /** The sum of the weights. */
  readonly total: number;
  /** An item, given a number uniform on [0, 1). */
  readonly draw: (uniform: number) => number;
}

/**
 * Walker's alias method, built in O(N) as M. D. Vose showed (IEEE Trans. Software Eng. 17, 1991): N boxes of equal
 * probability, each shared by at most two items.
 */
export function aliasTable(weights: ArrayLike<number>): AliasTable {
  const size = weights.length;
  let total = 0;
  for (let i = 0; i < size; i++) total += weights[i];
  const share = Float64Array.from(weights, (weight) => (weight * size) / total);
  const alias = new Int32Array(size);
  // Items with less than a box wait at the front, those with more at the back.
  const waiting = new Int32Array(size);
  let small = 0;
  let large = size;
  for (let i = 0; i < size; i++) {
    if (share[i] < 1) waiting[small++] = i;
    else waiting[--large] = i;
  }
  while (small > 0 && large < size) {
    const poor = waiting[--small];
    const rich = waiting[large];
    alias[poor] = rich;
    share[rich] -= 1 - share[poor];
    if (share[rich] < 1) {
      large++;
      waiting[small++] = rich;
    }
  }
  // What rounding has left over fills its box alone.
  while (small > 0) share[waiting[--small]] = 1;
  while (large < size) share[waiting[large++]] = 1;
  const draw = (uniform: number): number => {
    const at = uniform * size;
    const box = Math.floor(at);
    return at - box < share[box] ? box : alias[box];
  };
  return { total, draw };
}
