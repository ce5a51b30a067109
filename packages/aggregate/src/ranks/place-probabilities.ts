import type { Deviations } from "./deviations.ts";

/**
 * The share of draws in which each item is among the best k. Items with equal utilities in a draw share the places that they occupy:
 * of two items tied for the first place, each is best with probability 1/2. Cost: D·N·log N.
 */
export function topProbabilities(utilities: Float64Array, { count, values }: Deviations, k: number): Float64Array {
  const n = utilities.length;
  const drawn = new Float64Array(n);
  const sorted = new Float64Array(n);
  const totals = new Float64Array(n);
  for (let d = 0; d < count; d++) {
    for (let i = 0; i < n; i++) drawn[i] = utilities[i] + values[d * n + i];
    sorted.set(drawn);
    sorted.sort();
    // The k-th largest value: everything above it is inside, and its ties share the remaining places.
    const bound = sorted[n - k];
    let above = 0;
    let equal = 0;
    for (let i = 0; i < n; i++) {
      if (drawn[i] > bound) above++;
      else if (drawn[i] === bound) equal++;
    }
    for (let i = 0; i < n; i++) {
      if (drawn[i] > bound) totals[i]++;
      else if (drawn[i] === bound) totals[i] += (k - above) / equal;
    }
  }
  return totals.map((total) => total / count);
}
