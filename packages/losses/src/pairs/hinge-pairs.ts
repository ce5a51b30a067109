import type { TierLayout } from "@tierwise/race/pairs";
import { countWithin, newSortedScores, type SortedScores, sortScores } from "./sorted-scores.ts";

/** The sorted scores of the upper items, allocated on the first use. */
let sortedUpper: SortedScores | undefined;
/** The total weight of the first k upper items. If items have equal scores, the total at the first of them already includes all of them. */
let mass = new Float64Array(0);
/** For each upper item, the total distance to the upper items below it: Σ_{l<k} weight_l · (u_k − u_l). */
let depth = new Float64Array(0);
/** For each k, the total weight of the lower items that have terms with exactly k upper items; later, with more than k. */
let reached = new Float64Array(0);

/**
 * Σ weight_i · weight_j · max(0, 1 − (w_i − w_j)) for upper i and lower j. A lower item j has a term with the c upper items u₀ ≤ … ≤
 * u_{c−1} for which u − w_j < 1. Their terms sum to mass_c·(1 − (u_{c−1} − w_j)) + Σ_{l<c} weight_l·(u_{c−1} − u_l), without cancellation.
 */
export function hingePairs(
  layout: TierLayout,
  from: number,
  middle: number,
  to: number,
  wantGradient: boolean,
): number {
  const { scores, weights, gradient } = layout;
  const size = middle - from;
  sortedUpper ??= newSortedScores();
  const sorted = sortedUpper;
  sortUpper(sorted, layout, from, size);
  reached.fill(0, 0, size + 1);
  let sum = 0;
  let lost = 0; // The rounding error of the sum so far (Kahan).
  for (let j = middle; j < to; j++) {
    const c = countWithin(sorted, scores[j], 1);
    if (c === 0) continue;
    const term = weights[j] * (mass[c] * (1 - (sorted.values[c - 1] - scores[j])) + depth[c - 1]) - lost;
    const next = sum + term;
    lost = next - sum - term;
    sum = next;
    if (!wantGradient) continue;
    gradient[j] += weights[j] * mass[c];
    reached[c] += weights[j];
  }
  if (!wantGradient) return sum;
  for (let k = size - 1; k >= 0; k--) reached[k] += reached[k + 1];
  for (let i = from; i < middle; i++) gradient[i] -= weights[i] * reached[countWithin(sorted, scores[i], 0) + 1];
  return sum;
}

function sortUpper(sorted: SortedScores, { scores, weights }: TierLayout, from: number, size: number): void {
  sortScores(sorted, scores, from, size);
  if (mass.length <= size) {
    mass = new Float64Array(2 * size + 1);
    depth = new Float64Array(2 * size);
    reached = new Float64Array(2 * size + 1);
  }
  const { values } = sorted;
  mass.fill(0, 0, size + 1);
  for (let i = from; i < from + size; i++) mass[countWithin(sorted, scores[i], 0) + 1] += weights[i];
  depth[0] = 0;
  for (let k = 1; k < size; k++) {
    mass[k + 1] += mass[k];
    depth[k] = depth[k - 1] + mass[k] * (values[k] - values[k - 1]);
  }
}
