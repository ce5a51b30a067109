import type { UtilityDraws } from "../intervals/interval.ts";

/** The part of a fit from which uncertainty is computed: utilities with their covariance or with draws. */
export interface UncertainFit {
  /** One utility per item. */
  readonly utilities: Float64Array;
  /** The covariance of the centered utilities, N × N by rows. */
  readonly covariance?: Float64Array;
  /** Draws of the utilities; used instead of normal draws from the covariance. */
  readonly draws?: UtilityDraws;
  /** The names of the items. */
  readonly itemNames?: readonly string[];
}

/** Throws unless covariance and draws, if given, have the shape of the utilities and finite entries. */
export function checkUncertainFit({ utilities, covariance, draws }: UncertainFit): void {
  const n = utilities.length;
  checkFinite(utilities, "utilities");
  if (covariance !== undefined) {
    if (covariance.length !== n * n) {
      throw new RangeError(`covariance has ${covariance.length} entries; expected ${n * n} for ${n} items`);
    }
    checkFinite(covariance, "covariance");
  }
  if (draws === undefined) return;
  if (!Number.isInteger(draws.count) || draws.count < 2) {
    throw new RangeError(`draws.count is ${draws.count}; expected an integer of at least 2`);
  }
  if (draws.utilities.length !== draws.count * n) {
    throw new RangeError(
      `draws.utilities has ${draws.utilities.length} entries; expected ${draws.count * n}: ${draws.count} draws of ${n} items`,
    );
  }
  checkFinite(draws.utilities, "draws.utilities");
}

function checkFinite(values: Float64Array, name: string): void {
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) throw new RangeError(`${name}[${i}] is ${values[i]}; expected a finite number`);
  }
}
