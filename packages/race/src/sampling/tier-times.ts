import { logAddExp } from "@tierwise/core-integrator/passes";
import type { Random } from "@tierwise/random";

/** A tier above a rest, with two tangents that bound the log density of the first arrival of the rest. */
export interface TierRace {
  readonly scores: Float64Array;
  readonly count: number;
  /** The value log Σ e^w of the rest. */
  readonly rest: number;
  /** The slopes of the tangents are `left` and −`right`; they meet at y = `top` with the value `height`. */
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly height: number;
}

/**
 * Prepares draws of the arrival times of the first `count` items of `scores`, given that all of them arrive before any item of the
 * rest.
 *
 * The first arrival τ = e^{y − rest} of the rest, given that the whole tier has arrived, has a density proportional to e^{ℓ(y)}, the
 * integrand of the likelihood,
 *
 *     ℓ(y) = y − e^y + Σ_a log(1 − e^{−z_a}),   z_a = e^{w_a − rest + y}.
 *
 * ℓ is concave, so the tangents one standard deviation to either side of its mode bound it from above. Three out of four draws from this
 * envelope are accepted. Given τ, the arrivals are independent exponentials truncated to (0, τ). Without a rest (−∞), they are not
 * truncated.
 *
 * (Gilks and Wild, Adaptive rejection sampling for Gibbs sampling, Applied Statistics 41, 1992.)
 */
export function newTierRace(scores: Float64Array, count: number, rest: number): TierRace {
  if (rest === Number.NEGATIVE_INFINITY || count === 1) {
    return { scores, count, rest, left: 0, right: 0, top: 0, height: 0 };
  }
  const mode = findMode(scores, count, rest);
  const deviation = 1 / Math.sqrt(-log.curvature);
  evaluate(scores, count, rest, mode - deviation);
  const left = log.slope;
  const leftOffset = log.density - left * (mode - deviation);
  evaluate(scores, count, rest, mode + deviation);
  const right = -log.slope;
  const rightOffset = log.density + right * (mode + deviation);
  const top = (rightOffset - leftOffset) / (left + right);
  return { scores, count, rest, left, right, top, height: leftOffset + left * top };
}

/** Draws the logarithms of the arrival times of a tier. */
export function sampleTierTimes(race: TierRace, random: Random, logTimes: Float64Array): void {
  const { scores, count, rest } = race;
  if (rest === Number.NEGATIVE_INFINITY) {
    for (let a = 0; a < count; a++) logTimes[a] = Math.log(-Math.log(random())) - scores[a];
    return;
  }
  if (count === 1) {
    // Given that the item arrives first, its time is the time of the first arrival overall, which has the rate e^w + e^rest.
    logTimes[0] = Math.log(-Math.log(random())) - logAddExp(scores[0], rest);
    return;
  }
  const y = sampleThreshold(race, random);
  for (let a = 0; a < count; a++) {
    const logZ = scores[a] - rest + y;
    // −log(1 − u·(1 − e^{−z}))/z tends to u as z → 0.
    const share = logZ < -18 ? random() : -Math.log1p(random() * Math.expm1(-Math.exp(logZ)));
    logTimes[a] = Math.log(share) + (logZ < -18 ? y - rest : -scores[a]);
  }
}

function sampleThreshold({ scores, count, rest, left, right, top, height }: TierRace, random: Random): number {
  for (;;) {
    const isLeft = random() * (left + right) < right;
    const distance = -Math.log(random());
    const y = isLeft ? top - distance / left : top + distance / right;
    if (Math.log(random()) + height - distance <= logDensity(scores, count, rest, y)) return y;
  }
}

function logDensity(scores: Float64Array, count: number, rest: number, y: number): number {
  let sum = y - Math.exp(y);
  for (let a = 0; a < count; a++) sum += logArrived(scores[a] - rest + y);
  return sum;
}

/** log(1 − e^{−z}). */
function logArrived(logZ: number): number {
  return logZ < -37 ? logZ : Math.log(-Math.expm1(-Math.exp(logZ)));
}

/** ℓ, ℓ′ and ℓ″ at one point. */
const log = { density: 0, slope: 0, curvature: 0 };

/** ℓ′ = 1 − e^y + Σφ and ℓ″ = −e^y + Σφ(1 − z − φ), with φ = z/(e^z − 1). */
function evaluate(scores: Float64Array, count: number, rest: number, y: number): void {
  const first = Math.exp(y);
  log.density = y - first;
  log.slope = 1 - first;
  log.curvature = -first;
  for (let a = 0; a < count; a++) {
    const logZ = scores[a] - rest + y;
    log.density += logArrived(logZ);
    const z = Math.exp(logZ);
    if (z > 700) continue;
    const phi = z < 1e-8 ? 1 : z / Math.expm1(z);
    log.slope += phi;
    if (z > 1e-8) log.curvature += phi * (1 - z - phi);
  }
}

/**
 * Approximates the mode, which is between 0 and log(n + 1), by Newton's method in a shrinking bracket, and stores ℓ″ in `log`. An error of
 * a tenth of a standard deviation is small enough, because both tangents then still fall away from the mode.
 */
function findMode(scores: Float64Array, count: number, rest: number): number {
  let low = 0;
  let high = Math.log(count + 1);
  let y = high / 2;
  for (let i = 0; i < 60; i++) {
    evaluate(scores, count, rest, y);
    if (log.slope * log.slope < -0.01 * log.curvature) break;
    if (log.slope > 0) low = y;
    else high = y;
    const newton = y - log.slope / log.curvature;
    y = newton > low && newton < high ? newton : (low + high) / 2;
  }
  return y;
}
