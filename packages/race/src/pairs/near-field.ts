import { OFFSETS, POINTS } from "./chebyshev.ts";
import { logistic, softplus } from "./logistic.ts";
import type { ScoreBins } from "./score-bins.ts";

/** If two bins start at least this far apart, the scores of their items differ by more than 37, so softplus(d) is d or e^d to machine precision. */
export const FAR = 38;

const SQUARE = POINTS * POINTS;
let softplusTable = new Float64Array(0);
let logisticTable = new Float64Array(0);

/** Tabulates softplus and its derivative for all pairs of points in two bins. The values depend only on the distance between the bins. */
function fillTables(): void {
  softplusTable = new Float64Array((2 * FAR - 1) * SQUARE);
  logisticTable = new Float64Array((2 * FAR - 1) * SQUARE);
  let at = 0;
  for (let distance = 1 - FAR; distance < FAR; distance++) {
    for (let i = 0; i < POINTS; i++) {
      for (let j = 0; j < POINTS; j++, at++) {
        softplusTable[at] = softplus(distance + OFFSETS[j] - OFFSETS[i]);
        logisticTable[at] = logistic(distance + OFFSETS[j] - OFFSETS[i]);
      }
    }
  }
}

/**
 * Σ mass_i · mass_j · softplus(w_j − w_i) over the points of upper and lower bins that are not far apart. Adds the sums of the
 * derivatives to the fields: Σ_j mass_j · logistic(w_j − w_i) at an upper point, and the same sum over i at a lower point.
 */
export function nearField(upper: ScoreBins, lower: ScoreBins): number {
  if (softplusTable.length === 0) fillTables();
  let sum = 0;
  let first = 0;
  for (let a = 0; a < upper.count; a++) {
    while (first < lower.count && lower.start[first] - upper.start[a] <= -FAR) first++;
    for (let b = first; b < lower.count && lower.start[b] - upper.start[a] < FAR; b++) {
      sum += meet(upper, a * POINTS, lower, b * POINTS, (lower.start[b] - upper.start[a] + FAR - 1) * SQUARE);
    }
  }
  return sum;
}

/** Adds the interaction of two bins; the entries for their distance start at `table`. */
function meet(upper: ScoreBins, atUpper: number, lower: ScoreBins, atLower: number, table: number): number {
  let sum = 0;
  let entry = table;
  for (let i = atUpper; i < atUpper + POINTS; i++) {
    const mass = upper.mass[i];
    let value = 0;
    let slope = 0;
    for (let j = atLower; j < atLower + POINTS; j++, entry++) {
      value += lower.mass[j] * softplusTable[entry];
      slope += lower.mass[j] * logisticTable[entry];
      lower.field[j] += mass * logisticTable[entry];
    }
    sum += mass * value;
    upper.field[i] += slope;
  }
  return sum;
}

/**
 * Adds the effect of masses, in adjacent bins that are not far apart, to `values` and `slopes` at the same points x:
 * Σ_j mass_j · softplus(w_j − x), and the same for the logistic function. All three arrays start at `at`.
 */
export function addNearField(
  mass: Float64Array,
  at: number,
  bins: number,
  values: Float64Array,
  slopes: Float64Array,
): void {
  if (softplusTable.length === 0) fillTables();
  for (let b = 0; b < bins; b++) {
    const source = at + b * POINTS;
    if (isEmpty(mass, source)) continue;
    for (let a = 0; a < bins; a++) {
      let entry = (b - a + FAR - 1) * SQUARE;
      for (let i = at + a * POINTS; i < at + (a + 1) * POINTS; i++) {
        let value = 0;
        let slope = 0;
        for (let j = source; j < source + POINTS; j++, entry++) {
          value += mass[j] * softplusTable[entry];
          slope += mass[j] * logisticTable[entry];
        }
        values[i] += value;
        slopes[i] += slope;
      }
    }
  }
}

function isEmpty(mass: Float64Array, at: number): boolean {
  for (let j = at; j < at + POINTS; j++) if (mass[j] !== 0) return false;
  return true;
}
