import { OFFSETS, POINTS } from "./chebyshev.ts";
import { FAR } from "./near-field.ts";
import type { ScoreBins } from "./score-bins.ts";

// Interactions of bins that are far apart. If d = w_j − w_i is beyond ±37, softplus(d) is d or e^d to machine precision, and its derivative
// is 1 or e^d. Both separate into a factor for i and a factor for j, so one sweep over the bins, lowest or highest first, accumulates the
// effect of all far bins. The accumulated sums are relative to the current bin of the sweep, so that nothing cancels or overflows.

const ONES = new Float64Array(POINTS).fill(1);
const RISING = OFFSETS.map((offset) => Math.exp(offset));
const FALLING = OFFSETS.map((offset) => Math.exp(-offset));

/** Σ mass_j · f_j over the points j of a bin. */
function momentOf({ mass }: ScoreBins, bin: number, f: Float64Array): number {
  let sum = 0;
  for (let j = 0; j < POINTS; j++) sum += mass[bin * POINTS + j] * f[j];
  return sum;
}

function addToField({ field }: ScoreBins, bin: number, factor: number, f: Float64Array): void {
  for (let j = 0; j < POINTS; j++) field[bin * POINTS + j] += factor * f[j];
}

/** Like {@link nearField}, over the points of bins that are far from each other. */
export function farField(upper: ScoreBins, lower: ScoreBins): number {
  fieldOfUpperFarBelow(upper, lower);
  fieldOfUpperFarAbove(upper, lower);
  return lowerFarAbove(upper, lower) + lowerFarBelow(upper, lower);
}

/** For lower items far above the upper items, d > 37: Σ mass_j · (w_j − w_i). */
function lowerFarAbove(upper: ScoreBins, lower: ScoreBins): number {
  let sum = 0;
  let mass = 0;
  let distance = 0; // Σ mass_j · (w_j − start of bin a)
  let b = lower.count - 1;
  for (let a = upper.count - 1; a >= 0; a--) {
    const start = upper.start[a];
    if (a + 1 < upper.count) distance += mass * (upper.start[a + 1] - start);
    for (; b >= 0 && lower.start[b] - start >= FAR; b--) {
      const added = momentOf(lower, b, ONES);
      mass += added;
      distance += added * (lower.start[b] - start) + momentOf(lower, b, OFFSETS);
    }
    if (mass === 0) continue;
    sum += distance * momentOf(upper, a, ONES) - mass * momentOf(upper, a, OFFSETS);
    addToField(upper, a, mass, ONES);
  }
  return sum;
}

/** For lower items far below the upper items, d < −37: Σ mass_j · e^{w_j − w_i}. */
function lowerFarBelow(upper: ScoreBins, lower: ScoreBins): number {
  let sum = 0;
  let carried = 0; // Σ mass_j · e^{w_j − start of bin a}
  let b = 0;
  for (let a = 0; a < upper.count; a++) {
    const start = upper.start[a];
    if (a > 0) carried *= Math.exp(upper.start[a - 1] - start);
    for (; b < lower.count && lower.start[b] - start <= -FAR; b++) {
      carried += momentOf(lower, b, RISING) * Math.exp(lower.start[b] - start);
    }
    if (carried === 0) continue;
    sum += carried * momentOf(upper, a, FALLING);
    addToField(upper, a, carried, FALLING);
  }
  return sum;
}

/** Like {@link lowerFarAbove}, for the gradient of the lower items: every upper item that is far below contributes a derivative of 1. */
function fieldOfUpperFarBelow(upper: ScoreBins, lower: ScoreBins): void {
  let mass = 0;
  let a = 0;
  for (let b = 0; b < lower.count; b++) {
    for (; a < upper.count && lower.start[b] - upper.start[a] >= FAR; a++) mass += momentOf(upper, a, ONES);
    if (mass !== 0) addToField(lower, b, mass, ONES);
  }
}

/** Like {@link lowerFarBelow}, for the gradient of the lower items. */
function fieldOfUpperFarAbove(upper: ScoreBins, lower: ScoreBins): void {
  let carried = 0; // Σ mass_i · e^{start of bin b − w_i}
  let a = upper.count - 1;
  for (let b = lower.count - 1; b >= 0; b--) {
    const start = lower.start[b];
    if (b + 1 < lower.count) carried *= Math.exp(start - lower.start[b + 1]);
    for (; a >= 0 && start - upper.start[a] <= -FAR; a--) {
      carried += momentOf(upper, a, FALLING) * Math.exp(start - upper.start[a]);
    }
    if (carried !== 0) addToField(lower, b, carried, RISING);
  }
}
