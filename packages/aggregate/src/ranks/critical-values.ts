import type { Deviations } from "./deviations.ts";

/** How many standard errors a difference must exceed to count as real. */
export interface CriticalValues {
  /** Per item, for its N − 1 differences to all others together. */
  readonly perItem: Float64Array;
  /** For all N·(N − 1)/2 differences together. */
  readonly overall: number;
}

/**
 * Critical values of max |t|: the quantile, over draws, of the largest |δ_j − δ_k|/error_jk over the pairs that must hold together.
 * The ⌈level·(D + 1)⌉-th smallest of D draws makes the level exact for any number D of draws. Cost: D·N²/2.
 */
export function criticalValues(
  { count, values }: Deviations,
  errors: Float64Array,
  n: number,
  level: number,
): CriticalValues {
  const inverse = errors.map((error) => (error > 0 ? 1 / error : 0));
  const largest = new Float64Array(n * count);
  const overall = new Float64Array(count);
  for (let d = 0; d < count; d++) {
    for (let j = 1; j < n; j++) {
      for (let k = 0; k < j; k++) {
        const t = Math.abs(values[d * n + j] - values[d * n + k]) * inverse[j * n + k];
        if (t > largest[j * count + d]) largest[j * count + d] = t;
        if (t > largest[k * count + d]) largest[k * count + d] = t;
      }
    }
    for (let j = 0; j < n; j++) overall[d] = Math.max(overall[d], largest[j * count + d]);
  }
  const perItem = Float64Array.from({ length: n }, (_, j) =>
    upperQuantile(largest.subarray(j * count, (j + 1) * count), level),
  );
  return { perItem, overall: upperQuantile(overall, level) };
}

/** The ⌈level·(D + 1)⌉-th smallest value; ∞ if D draws are too few for the level. Sorts in place. */
function upperQuantile(values: Float64Array, level: number): number {
  const place = Math.ceil(level * (values.length + 1));
  return place > values.length ? Number.POSITIVE_INFINITY : values.sort()[place - 1];
}
