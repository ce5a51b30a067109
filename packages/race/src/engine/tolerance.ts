/** The options shared by all integrals. */
export interface ToleranceOption {
  /** The target for the absolute error of a probability; from 1e-14 to 1e-2. Default: 1e-12. */
  readonly tolerance?: number;
}

export const DEFAULT_TOLERANCE = 1e-12;

/** Throws unless `tolerance` is in range. */
export function checkTolerance(tolerance: number): void {
  if (!(tolerance >= 1e-14 && tolerance <= 1e-2)) {
    throw new RangeError(`tolerance is ${tolerance}; expected a number from 1e-14 to 1e-2`);
  }
}

/** Throws unless `k` is a positive integer. */
export function checkPlaces(k: number): void {
  if (!Number.isInteger(k) || k < 1) throw new RangeError(`k is ${k}; expected a positive integer`);
}

/** Integrands are truncated where the remainder is below e^{−drop}, a thousandth of the tolerance. */
export function cutOff(tolerance: number): number {
  return 7 - Math.log(tolerance);
}

/** The error from truncating both ends. The sum over the omitted nodes is several times the first omitted term. */
export function cutOffError(drop: number): number {
  return 16 * Math.exp(-drop);
}
