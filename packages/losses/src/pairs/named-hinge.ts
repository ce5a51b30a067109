import type { NamedPairs } from "./shared-pairs.ts";
import { sortPlaces } from "./sort-places.ts";

/** For each tier, the number of items that the sweep has passed. */
let passed = new Int32Array(0);
/** For each tier, Σ (score − lowest score) over the items that the sweep has passed. */
let passedSum = new Float64Array(0);
/** The tier of each position. */
let tierOf = new Int32Array(0);

/**
 * Computes the hinge loss over the pairs in a few tiers: items are sorted by score, and each of two sweeps keeps a second pointer at a
 * distance of 1. Cost: O(S·(log S + T)) for S items in T tiers.
 */
export const namedHinge: NamedPairs = (layout, complement, wantGradient) => {
  const { scores, gradient, bounds, tierCount, count } = layout;
  grow(count, tierCount);
  for (let t = 0; t < tierCount; t++) tierOf.fill(t, bounds[t], bounds[t + 1]);
  const order = sortPlaces(scores, count);
  const lowest = count > 0 ? scores[order[0]] : 0;
  passed.fill(0, 0, tierCount);
  passedSum.fill(0, 0, tierCount);
  const sign = complement ? -1 : 1;
  let sum = 0;
  for (let k = 0, pointer = 0; k < count; k++) {
    const j = order[k];
    for (; pointer < count && scores[order[pointer]] - scores[j] < 1; pointer++) {
      passed[tierOf[order[pointer]]]++;
      passedSum[tierOf[order[pointer]]] += scores[order[pointer]] - lowest;
    }
    // Sums over the tiers above the tier of j or, for the complement, over the tier of j and all tiers below.
    const last = complement ? tierCount : tierOf[j];
    let above = 0;
    let scoresAbove = 0;
    for (let t = complement ? tierOf[j] : 0; t < last; t++) {
      above += passed[t];
      scoresAbove += passedSum[t];
    }
    sum += above * (1 + (scores[j] - lowest)) - scoresAbove;
    if (wantGradient) gradient[j] = sign * above;
  }
  if (!wantGradient) return sign * sum;
  passed.fill(0, 0, tierCount);
  for (let k = count - 1, pointer = count - 1; k >= 0; k--) {
    const i = order[k];
    for (; pointer >= 0 && scores[i] - scores[order[pointer]] < 1; pointer--) passed[tierOf[order[pointer]]]++;
    const last = complement ? tierOf[i] + 1 : tierCount;
    let below = 0;
    for (let t = complement ? 0 : tierOf[i] + 1; t < last; t++) below += passed[t];
    gradient[i] -= sign * below;
  }
  return sign * sum;
};

function grow(count: number, tierCount: number): void {
  if (tierOf.length < count) tierOf = new Int32Array(2 * count);
  if (passed.length >= tierCount) return;
  passed = new Int32Array(tierCount);
  passedSum = new Float64Array(tierCount);
}
