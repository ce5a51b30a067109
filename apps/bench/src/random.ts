/** A seeded generator of numbers in [0, 1) (mulberry32), so that a benchmark measures the same problems every time. */
export function random(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Standard normal numbers from uniform ones (Box and Muller). */
export function normal(uniform: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** A full ranking drawn from the Plackett-Luce model: scores perturbed by Gumbel noise, sorted. */
export function drawRanking(scores: Float64Array, uniform: () => number): Int32Array {
  const keys = scores.map((w) => w - Math.log(-Math.log(1 - uniform())));
  return Int32Array.from(keys.keys()).sort((i, j) => keys[j] - keys[i]);
}
