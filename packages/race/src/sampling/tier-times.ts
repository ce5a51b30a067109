import { tierAbove } from "@tierwise/core-integrator";
import type { Random } from "@tierwise/random";

/** The density is bounded with this much room for the error of log P. */
const MARGIN = 1e-9;

/**
 * Draws the logarithms of the arrival times of a tier, given that all of its items arrive before any item of the rest.
 *
 * The first arrival τ = e^{y − rest} of the rest, given that the whole tier has arrived, has the density e^{ℓ(y)}/P of the
 * likelihood's integral, ℓ(y) = y − e^y + Σ_a log(1 − e^{−z_a}), z_a = e^{w_a − rest + y}. ℓ is concave, so that rejection from
 * Devroye's envelope min(1, e^{1 − M|y − m|}), with m the mode and M the density there, takes 4 trials on average. Given τ, the
 * arrivals are independent exponentials truncated to (0, τ). Without a rest (−∞) they are not truncated.
 *
 * (L. Devroye, Non-Uniform Random Variate Generation, 1986, VII.2.)
 */
export function sampleTierTimes(scores: Float64Array, rest: number, random: Random, logTimes: Float64Array): void {
  if (rest === Number.NEGATIVE_INFINITY) {
    for (let a = 0; a < scores.length; a++) logTimes[a] = Math.log(-Math.log(random())) - scores[a];
    return;
  }
  const y = sampleThreshold(scores, rest, random);
  for (let a = 0; a < scores.length; a++) {
    const logZ = scores[a] - rest + y;
    // −log(1 − u·(1 − e^{−z}))/z tends to u as z → 0.
    const share = logZ < -18 ? random() : -Math.log1p(random() * Math.expm1(-Math.exp(logZ)));
    logTimes[a] = Math.log(share) + (logZ < -18 ? y - rest : -scores[a]);
  }
}

function sampleThreshold(scores: Float64Array, rest: number, random: Random): number {
  const mode = findMode(scores, rest);
  const highest = logDensity(scores, rest, mode);
  const height = Math.exp(highest - tierAbove(scores, rest).logProbability + MARGIN);
  for (;;) {
    // The envelope has mass 2 in the middle, |y − m| ≤ 1/M, and 1 in each tail.
    const side = random() < 0.5 ? -1 : 1;
    const inside = random() < 0.5;
    const distance = inside ? random() : 1 - Math.log(random());
    const y = mode + (side * distance) / height;
    const envelope = inside ? 0 : 1 - distance;
    if (Math.log(random()) + envelope <= logDensity(scores, rest, y) - highest) return y;
  }
}

function logDensity(scores: Float64Array, rest: number, y: number): number {
  let sum = y - Math.exp(y);
  for (let a = 0; a < scores.length; a++) {
    const logZ = scores[a] - rest + y;
    sum += logZ < -37 ? logZ : Math.log(-Math.expm1(-Math.exp(logZ)));
  }
  return sum;
}

/** The root of ℓ′(y) = 1 − e^y + Σφ(z_a), φ(z) = z/(e^z − 1), which is between 0 and log(n + 1), by bisection. */
function findMode(scores: Float64Array, rest: number): number {
  let low = 0;
  let high = Math.log(scores.length + 1);
  for (let i = 0; i < 50; i++) {
    const y = (low + high) / 2;
    let slope = 1 - Math.exp(y);
    for (let a = 0; a < scores.length; a++) {
      const z = Math.exp(scores[a] - rest + y);
      slope += z < 1e-8 ? 1 : z > 700 ? 0 : z / Math.expm1(z);
    }
    if (slope > 0) low = y;
    else high = y;
  }
  return (low + high) / 2;
}
