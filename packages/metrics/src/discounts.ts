/** What a hit counts at each rank in DCG, `at[r]` = 1/log₂(r + 2) for r from 0, and the sums of the first of them. */
export interface Discounts {
  readonly at: Float64Array;
  /** `sumOf[n]` = Σ_{r < n} at[r]: the DCG of a ranking that starts with n hits. */
  readonly sumOf: Float64Array;
}

/** The discounts of ranks 1 … depth. */
export function discounts(depth: number): Discounts {
  const at = new Float64Array(depth);
  const sumOf = new Float64Array(depth + 1);
  for (let r = 0; r < depth; r++) {
    at[r] = 1 / Math.log2(r + 2);
    sumOf[r + 1] = sumOf[r] + at[r];
  }
  return { at, sumOf };
}
