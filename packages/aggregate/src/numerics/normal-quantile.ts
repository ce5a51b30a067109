// The upper tail Q(z) = P(Z > z) of the standard normal distribution: a series near 0, where nothing cancels, and a continued fraction
// beyond (Abramowitz and Stegun 26.2.11 and 26.2.14). Both are accurate to a few units in the last place of their own terms.

const SERIES_END = 2;
const FRACTION_TERMS = 200;

/** The density of the standard normal distribution. */
function density(z: number): number {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
}

/** Q(z) = P(Z > z) for z ≥ 0. */
export function normalTail(z: number): number {
  if (z < SERIES_END) {
    let term = z;
    let sum = z;
    for (let k = 3; Math.abs(term) > 1e-17 * sum; k += 2) {
      term *= (z * z) / k;
      sum += term;
    }
    return 0.5 - density(z) * sum;
  }
  let fraction = z;
  for (let k = FRACTION_TERMS; k > 0; k--) fraction = z + k / fraction;
  return density(z) / fraction;
}

/**
 * The quantile z of the standard normal distribution, P(|Z| ≤ z) = level, for intervals ± z standard errors: 1.95996 for 0.95.
 * Newton's method on log Q, which is concave: from a point left of the root it never overshoots by much and needs few steps.
 *
 * @param level - The probability between the two quantiles, in (0, 1).
 */
export function twoSidedQuantile(level: number): number {
  const tail = (1 - level) / 2;
  let z = 0;
  for (let step = 0; step < 100; step++) {
    const q = normalTail(z);
    const move = ((Math.log(q) - Math.log(tail)) * q) / density(z);
    z += move;
    if (Math.abs(move) <= 1e-15 * z) break;
  }
  return z;
}

/** Throws unless a level is a probability strictly between 0 and 1 whose quantile is a finite number. */
export function checkLevel(level: number): void {
  if (!(level > 0 && level < 1)) throw new RangeError(`level is ${level}; expected a number between 0 and 1`);
}
