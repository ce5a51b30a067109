// A function that is smooth over a unit-wide bin is determined on the bin by its values at p Chebyshev points. Conversely, the items of the
// bin act on such functions like p masses at those points. The softplus and the logistic function are analytic up to ±iπ, so the error for
// a bin of half-width ½ falls like 12.6^{−p} (Trefethen, Approximation Theory and Approximation Practice, chapter 8).

/** p, the number of points per bin. */
export const POINTS = 14;

/** The Chebyshev points x_j between −1 and 1. */
const NODES = Float64Array.from({ length: POINTS }, (_, j) => Math.cos((Math.PI * (j + 0.5)) / POINTS));

/** The positions of the points in a bin from 0 to 1. */
export const OFFSETS = NODES.map((x) => (1 + x) / 2);

/** TRANSFORM[j·p + k] = (2/p)·T_k(x_j), half of that for k = 0. */
const TRANSFORM = Float64Array.from({ length: POINTS * POINTS }, (_, at) => {
  const k = at % POINTS;
  return ((k === 0 ? 1 : 2) / POINTS) * Math.cos(k * Math.acos(NODES[Math.floor(at / POINTS)]));
});

/** Adds weight · T_k(t) to moments[at + k], with t = 2·offset − 1 for an item at `offset` in a bin. */
export function addMoments(moments: Float64Array, at: number, offset: number, weight: number): void {
  const twice = 4 * offset - 2;
  let previous = weight;
  let current = 0.5 * twice * weight;
  moments[at] += previous;
  moments[at + 1] += current;
  for (let k = 2; k < POINTS; k++) {
    const next = twice * current - previous;
    moments[at + k] += next;
    previous = current;
    current = next;
  }
}

const work = new Float64Array(POINTS);

/** Converts the moments of a bin, in place, to masses at its points. */
export function toMasses(moments: Float64Array, at: number): void {
  for (let k = 0; k < POINTS; k++) work[k] = moments[at + k];
  for (let j = 0; j < POINTS; j++) {
    let mass = 0;
    for (let k = 0; k < POINTS; k++) mass += TRANSFORM[j * POINTS + k] * work[k];
    moments[at + j] = mass;
  }
}

/** Converts values at the points of a bin, in place, to the coefficients of the polynomial through them. */
export function toCoefficients(values: Float64Array, at: number): void {
  for (let j = 0; j < POINTS; j++) work[j] = values[at + j];
  for (let k = 0; k < POINTS; k++) {
    let coefficient = 0;
    for (let j = 0; j < POINTS; j++) coefficient += TRANSFORM[j * POINTS + k] * work[j];
    values[at + k] = coefficient;
  }
}

/** The polynomial Σ_k c_k T_k(t) at `offset` in the bin, by Clenshaw's recurrence. */
export function interpolate(coefficients: Float64Array, at: number, offset: number): number {
  const twice = 4 * offset - 2;
  let current = 0;
  let previous = 0;
  for (let k = POINTS - 1; k > 0; k--) {
    const next = twice * current - previous + coefficients[at + k];
    previous = current;
    current = next;
  }
  return 0.5 * twice * current - previous + coefficients[at];
}
