import type { TierLayout } from "./tier-pairs.ts";

/** The upper items' scores, ascending. */
let sorted = new Float64Array(0);
/** For each of them, what lies below it: Σ_{l<k} (u_k − u_l). */
let depth = new Float64Array(0);
/** Σ of the weights of the lower items that have a term with exactly k upper ones; later, with more than k. */
let reached = new Float64Array(0);

/**
 * Σ weight_j · max(0, 1 − (w_i − w_j)). A lower item j has a term with the c upper items u₀ ≤ … ≤ u_{c−1} for which
 * u − w_j < 1; they sum to c·(1 − (u_{c−1} − w_j)) + Σ_{l<c} (u_{c−1} − u_l), in which nothing cancels.
 */
export function hingePairs(
  { scores, weights, gradient }: TierLayout,
  from: number,
  middle: number,
  to: number,
  wantGradient: boolean,
): number {
  const size = middle - from;
  sortUpper(scores, from, size);
  reached.fill(0, 0, size + 1);
  let sum = 0;
  let lost = 0; // what rounding has taken from the sum (Kahan)
  for (let j = middle; j < to; j++) {
    const c = countWithin(size, scores[j], 1);
    if (c === 0) continue;
    const term = weights[j] * (c * (1 - (sorted[c - 1] - scores[j])) + depth[c - 1]) - lost;
    const next = sum + term;
    lost = next - sum - term;
    sum = next;
    if (!wantGradient) continue;
    gradient[j] += weights[j] * c;
    reached[c] += weights[j];
  }
  if (!wantGradient) return sum;
  for (let k = size - 1; k >= 0; k--) reached[k] += reached[k + 1];
  for (let i = from; i < middle; i++) gradient[i] -= reached[countWithin(size, scores[i], 0) + 1];
  return sum;
}

function sortUpper(scores: Float64Array, from: number, size: number): void {
  if (sorted.length < size) {
    sorted = new Float64Array(2 * size);
    depth = new Float64Array(2 * size);
    reached = new Float64Array(2 * size + 1);
  }
  for (let k = 0; k < size; k++) sorted[k] = scores[from + k];
  sorted.subarray(0, size).sort();
  depth[0] = 0;
  for (let k = 1; k < size; k++) depth[k] = depth[k - 1] + k * (sorted[k] - sorted[k - 1]);
}

/** How many of the `size` sorted scores are less than `margin` above `score`. */
function countWithin(size: number, score: number, margin: number): number {
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] - score < margin) low = middle + 1;
    else high = middle;
  }
  return low;
}
