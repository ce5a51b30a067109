import type { Arrivals } from "./arrival-memory.ts";
import { POWERS, SERIES, sumSeries, TERMS } from "./light-series.ts";

const WIDTH = POWERS + 1;

/** Work memory for the correlations of one node. */
export interface LightWork {
  readonly plain: Float64Array;
  readonly both: Float64Array;
}

/** The work memory, which all calls can share because calls are never nested. */
export const lightWork: LightWork = { plain: new Float64Array(TERMS + 3), both: new Float64Array(TERMS + 3) };

/** out[l] = ⟨adjoint, z^l·polynomial⟩, l = 0 … terms. */
function correlate(
  adjoint: Float64Array,
  polynomial: Float64Array,
  low: number,
  high: number,
  width: number,
  terms: number,
  out: Float64Array,
): void {
  for (let l = 0; l <= terms; l++) {
    let sum = 0;
    const last = Math.min(high, width - 1 - l);
    for (let m = low; m <= last; m++) sum += adjoint[m + l] * polynomial[m];
    out[l] = sum;
  }
}

/**
 * Adds the series in u of x·⟨adjoint, A/(1 + (e^x − 1)z)⟩ = x·Σ_l (−(e^x − 1))^l·⟨adjoint, z^l·A⟩, x = u·v, to `series`: the
 * exposure of a light item at one node. A is the product over the light items.
 */
export function addLightExposure(
  { plain }: LightWork,
  { light, low, high, width }: Arrivals,
  adjoint: Float64Array,
  v: number,
  weight: number,
  series: Float64Array,
): void {
  const terms = Math.min(TERMS, width - 1);
  correlate(adjoint, light, low[0], high[0], width, terms, plain);
  for (let l = 1; l <= terms; l += 2) plain[l] = -plain[l];
  let power = weight;
  for (let n = 1; n <= POWERS; n++) {
    power *= v;
    let sum = 0;
    for (let l = Math.min(terms, n - 1); l >= 0; l--) sum += SERIES[l * WIDTH + n - 1] * plain[l];
    series[n] += power * sum;
  }
}

const ratio = new Float64Array(TERMS + 2);

/**
 * Writes the derivatives of ⟨weights, R·A⟩ with respect to the coefficients of A to `out`, where R belongs to the light items with gains: R
 * = Σ g·x·q/f = Σ_l (−1)^l z^l·Σ g·x·(e^x − 1)^l. The derivatives are 0 if no light item has a gain.
 */
export function lightAdjoint(
  gainSums: Float64Array | undefined,
  v: number,
  weights: Float64Array,
  width: number,
  out: Float64Array,
): void {
  out.fill(0, 0, width + 1);
  if (gainSums === undefined) return;
  const terms = Math.min(TERMS, width - 1);
  sumSeries(gainSums, v, terms, 1, ratio);
  for (let l = 1; l <= terms; l += 2) ratio[l] = -ratio[l];
  for (let m = 0; m < width; m++) {
    let sum = 0;
    for (let l = Math.min(terms, width - 1 - m); l >= 0; l--) sum += ratio[l] * weights[m + l];
    out[m] = sum;
  }
}

/**
 * Adds the derivative of V with respect to the score of a light item, as a series in u: the part that is proportional to the item's own
 * gain to `own`, and the remaining part to `common`. With ε = e^x − 1, f′ = x·q·(z − 1), L = ∏f over the light items, and A = ∏f over all,
 *
 *   common: ⟨adjoint·L, f′/f⟩,         f′/f = x·(z − 1)/(1 + εz),
 *   own:    ⟨weights·A, (x·q)′/f − x·q·f′/f²⟩ = ⟨weights·A, x(1 − x)/(1 + εz) − x²(z − 1)/(1 + εz)²⟩.
 */
export function addLightDerivative(
  { plain, both }: LightWork,
  { active, light, product, low, high, width }: Arrivals,
  adjoint: Float64Array,
  weights: Float64Array,
  v: number,
  weight: number,
  common: Float64Array,
  own: Float64Array,
): void {
  const terms = Math.min(TERMS, width - 1);
  correlate(weights, product, low[active], high[active], width, terms, plain);
  correlate(adjoint, light, low[0], high[0], width, terms, both);
  plain[terms + 1] = 0;
  both[terms + 1] = 0;
  let power = weight;
  for (let n = 1; n <= POWERS; n++) {
    power *= v;
    let sum = 0;
    let ownSum = 0;
    for (let l = Math.min(terms, n - 1), sign = l % 2 === 0 ? 1 : -1; l >= 0; l--, sign = -sign) {
      const at = l * WIDTH + n;
      sum += sign * SERIES[at - 1] * (both[l + 1] - both[l]);
      ownSum += sign * SERIES[at - 1] * plain[l];
      // For n = 1, C_{l,n−2} is 0, but SERIES[at − 2] is C_{l−1,POWERS}, the last entry of another row.
      if (n > 1) ownSum -= sign * SERIES[at - 2] * (plain[l] + (l + 1) * (plain[l + 1] - plain[l]));
    }
    common[n] += power * sum;
    own[n] += power * ownSum;
  }
}
