import type { TierLayout } from "@tierwise/race/pairs";
import { addMoments, addNearField, FAR, interpolate, POINTS, toCoefficients, toMasses } from "@tierwise/race/pairs";
import type { NamedPairs } from "./shared-pairs.ts";

// Let σ be the logistic function, G(m)(x) = Σ_j m_j·σ(w_j − x), and σ(−d) = 1 − σ(d). Over pairs in different tiers, an item of tier t gets
// |A| − G(A)(w) as the lower item, where A is the set of items above, and −G(D)(w) as the upper item, where D is the set of items below;
// the total is |A| − G(all)(w) + G(own tier)(w). With `complement` (see shared-pairs.ts), it gets G(all)(w) + G(own tier)(w) − |all but A|.

/** The masses of each tier at the points of the bins, and the slopes and values at these points. */
let mass = new Float64Array(0);
let slopes = new Float64Array(0);
let values = new Float64Array(0);
/** The masses of the items above tier t, and G for the items of all tiers. */
let above = new Float64Array(0);
let wholeSlope = new Float64Array(0);

/**
 * Computes the logistic loss over the pairs in a few tiers. Each pair of score bins is evaluated once per tier. Returns undefined
 * if the scores are too far apart for this method.
 */
export const namedLogistic: NamedPairs = (layout, complement, wantGradient) => {
  const { scores, gradient, bounds, tierCount, count } = layout;
  const { lowest, bins } = rangeOf(layout);
  if (bins > FAR) return undefined;
  const length = bins * POINTS;
  grow(length, tierCount);
  fillMasses(layout, lowest, length);
  slopes.fill(0, 0, tierCount * length);
  values.fill(0, 0, tierCount * length);
  above.fill(0, 0, length);
  if (complement) for (let k = 0; k < tierCount * length; k++) above[k % length] -= mass[k];
  let sum = 0;
  for (let t = 0; t < tierCount; t++) {
    addNearField(mass, t * length, bins, values, slopes);
    // `above` holds the masses above tier t or, for the complement, the negative of the sum of those at or below t.
    for (let k = 0; k < length; k++) {
      sum += above[k] * values[t * length + k];
      above[k] += mass[t * length + k];
    }
  }
  if (!wantGradient) return sum;
  wholeSlope.fill(0, 0, length);
  for (let k = 0; k < tierCount * length; k++) wholeSlope[k % length] += slopes[k];
  const sign = complement ? 1 : -1;
  for (let t = 0; t < tierCount; t++) {
    const at = t * length;
    for (let k = 0; k < length; k++) slopes[at + k] += sign * wholeSlope[k];
    for (let bin = 0; bin < bins; bin++) toCoefficients(slopes, at + bin * POINTS);
    const constant = complement ? bounds[t] - count : bounds[t];
    for (let i = bounds[t]; i < bounds[t + 1]; i++) {
      const start = Math.floor(scores[i]);
      gradient[i] = constant + interpolate(slopes, at + (start - lowest) * POINTS, scores[i] - start);
    }
  }
  return sum;
};

function rangeOf({ scores, count }: TierLayout): { lowest: number; bins: number } {
  let low = scores[0];
  let high = scores[0];
  for (let i = 1; i < count; i++) {
    if (scores[i] < low) low = scores[i];
    if (scores[i] > high) high = scores[i];
  }
  const lowest = Math.floor(low);
  return { lowest, bins: count === 0 ? 0 : Math.floor(high) - lowest + 1 };
}

function fillMasses({ scores, bounds, tierCount }: TierLayout, lowest: number, length: number): void {
  mass.fill(0, 0, tierCount * length);
  for (let t = 0; t < tierCount; t++) {
    for (let i = bounds[t]; i < bounds[t + 1]; i++) {
      const start = Math.floor(scores[i]);
      addMoments(mass, t * length + (start - lowest) * POINTS, scores[i] - start, 1);
    }
  }
  for (let at = 0; at < tierCount * length; at += POINTS) if (mass[at] > 0) toMasses(mass, at);
}

function grow(length: number, tierCount: number): void {
  if (mass.length < tierCount * length) {
    mass = new Float64Array(2 * tierCount * length);
    slopes = new Float64Array(2 * tierCount * length);
    values = new Float64Array(2 * tierCount * length);
  }
  if (above.length >= length) return;
  above = new Float64Array(2 * length);
  wholeSlope = new Float64Array(2 * length);
}
