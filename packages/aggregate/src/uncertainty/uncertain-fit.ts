import type { UtilityDraws } from "../intervals/interval.ts";

/** The fields of a fit from which uncertainty is computed: utilities with their covariance or with draws. */
export interface UncertainFit {
  /** One utility per item. */
  readonly utilities: Float64Array;
  /** The covariance of the centered utilities, N × N, row-major. */
  readonly covariance?: Float64Array;
  /** Draws of the utilities; used instead of normal draws from the covariance. */
  readonly draws?: UtilityDraws;
  /** The names of the items. */
  readonly itemNames?: readonly string[];
}

/** Throws unless the covariance and the draws, if given, have finite entries and match the number of utilities. */
function checkUncertainFit({ utilities, covariance, draws }: UncertainFit): void {
  const n = utilities.length;
  checkFinite(utilities, "utilities");
  if (covariance !== undefined) {
    if (covariance.length !== n * n) {
      throw new RangeError(`covariance has length ${covariance.length}; expected ${n * n} for ${n} items`);
    }
    checkFinite(covariance, "covariance");
  }
  if (draws === undefined) return;
  if (!Number.isInteger(draws.count) || draws.count < 2) {
    throw new RangeError(`draws.count is ${draws.count}; expected an integer of at least 2`);
  }
  if (draws.utilities.length !== draws.count * n) {
    throw new RangeError(
      `draws.utilities has length ${draws.utilities.length}; expected ${draws.count * n}: ${draws.count} draws of ${n} items`,
    );
  }
  checkFinite(draws.utilities, "draws.utilities");
}

function checkFinite(values: Float64Array, name: string): void {
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) throw new RangeError(`${name}[${i}] is ${values[i]}; expected a finite number`);
  }
}

/** The covariance of a fit's centered utilities, either as given or computed from the draws. Throws if the fit has neither. */
export function fitCovariance(fit: UncertainFit): Float64Array {
  checkUncertainFit(fit);
  if (fit.covariance !== undefined) return fit.covariance;
  if (fit.draws === undefined) {
    throw new RangeError(
      "the fit has neither covariance nor draws; expected a converged fit of at most 2000 items with an interval",
    );
  }
  const n = fit.utilities.length;
  const { count, utilities } = fit.draws;
  const deviations = centeredDraws(utilities, count, n);
  return covarianceOfDeviations(deviations, count, n);
}

/** The draws, each centered to mean 0, minus the mean over all draws: D × N. */
function centeredDraws(utilities: Float64Array, count: number, n: number): Float64Array {
  const deviations = Float64Array.from(utilities);
  for (let d = 0; d < count; d++) {
    let mean = 0;
    for (let i = 0; i < n; i++) mean += deviations[d * n + i] / n;
    for (let i = 0; i < n; i++) deviations[d * n + i] -= mean;
  }
  for (let i = 0; i < n; i++) {
    let mean = 0;
    for (let d = 0; d < count; d++) mean += deviations[d * n + i] / count;
    for (let d = 0; d < count; d++) deviations[d * n + i] -= mean;
  }
  return deviations;
}

/** The covariance Σ_d δ_d·δ_dᵀ/(D − 1) of D deviations δ_d. Cost: D·N²/2 multiply-adds. */
function covarianceOfDeviations(deviations: Float64Array, count: number, n: number): Float64Array {
  const covariance = new Float64Array(n * n);
  for (let d = 0; d < count; d++) {
    for (let i = 0; i < n; i++) {
      const value = deviations[d * n + i] / (count - 1);
      for (let j = 0; j <= i; j++) covariance[i * n + j] += value * deviations[d * n + j];
    }
  }
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) covariance[j * n + i] = covariance[i * n + j];
  return covariance;
}

/** The standard error of u_i − u_j for the covariance V: √(V_ii + V_jj − 2·V_ij). */
export function differenceError(covariance: Float64Array, n: number, i: number, j: number): number {
  if (i === j) return 0;
  return Math.sqrt(Math.max(0, covariance[i * n + i] + covariance[j * n + j] - 2 * covariance[i * n + j]));
}

/**
 * The standard errors of centered utilities, √(V_ii − 2·(mean of row i) + (mean of all)). They differ from √V_ii after a fit with a prior,
 * because a prior leaves a common shift of all utilities uncertain.
 */
export function centeredErrors(covariance: Float64Array, n: number): Float64Array {
  const rows = new Float64Array(n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) rows[i] += covariance[i * n + j] / n;
  const overall = rows.reduce((sum, row) => sum + row / n, 0);
  return rows.map((row, i) => Math.sqrt(Math.max(0, covariance[i * n + i] - 2 * row + overall)));
}

/** Throws unless the level is a probability. */
export function checkLevel(level: number): void {
  if (!(level > 0 && level < 1))
    throw new RangeError(`level is ${level}; expected a number between 0 and 1, such as 0.95`);
}
