// The relative error of the trapezoid rule with step h for the integral of F = e^ℓ is about ε = 2·|F̂(ω)|/F̂(0) with ω = 2π/h. F is
// analytic around the real line; moving the contour by a(y) into the complex plane multiplies F by e^{−ωa} and raises it by an amount that
// depends on ℓ″. Let c = −ℓ″ grow or fall like e^{±ρt} around y, with ρ = 1 for light items, where F = x^{n+1}e^{−x}, and ρ > 1 on the
// steep left flank of many nearly saturated items. The best a then gives a factor e^{−nats}:
//   nats = s·atan(s/p) − p·log(1 + s²/p²)/2,   s = ω/ρ,   p = c/ρ²,
// which is Stirling's formula for |Γ(p + is)|/Γ(p): nats is about ω²/2c (a Gaussian) for large c and ωπ/2ρ otherwise. For p < 1, the error
// has another factor p, because only a small part of F changes that fast. Hence ε ≈ 2·Σ_k q_k·min(1, p_k)·e^{−nats(y_k)}, where q_k is the
// weight of node k. (Trefethen and Weideman, The exponentially convergent trapezoidal rule, SIAM Review 56, 2014.)

import type { Nodes } from "./nodes.ts";

/** The derivative of {@link nats} with respect to ω at its last arguments: both need the same arctangent. */
let natsSlope = 0;

/** The number of nats by which the error is reduced for ω = 2π/h, if the curvature is c and changes at rate ρ. */
function nats(omega: number, curvature: number, rate: number): number {
  const s = omega / rate;
  const p = curvature / (rate * rate);
  const t = s / p;
  const angle = Math.atan(t);
  natsSlope = angle / rate;
  return s * angle - 0.5 * p * Math.log1p(t * t);
}

/** The step at which ε equals `tolerance` for light items, by Newton's method on a convex function of ω, starting above the root. */
export function trapezoidStep(tolerance: number, curvature: number): number {
  const target = Math.log(2 / tolerance);
  let omega = (2 / Math.PI) * target + Math.sqrt(2 * target * curvature);
  for (let i = 0; i < 4; i++) {
    const excess = nats(omega, curvature, 1) - target;
    omega -= excess / natsSlope;
  }
  return (2 * Math.PI) / omega;
}

/** The rate ρ = 1 of light items, plus a margin because ρ is estimated by finite differences. */
const USUAL_RATE = 1.05;
/** Nodes with less weight are ignored, because their second differences are only rounding errors. */
const NEGLIGIBLE = 1e-13;

/** An estimate of ε and the rate at which it falls, −d log ε/dω. */
export interface TrapezoidError {
  error: number;
  slope: number;
}

/**
 * Estimates ε from the second differences of ℓ at the nodes themselves. At nodes where ℓ is no more curved than at the mode, and where the
 * curvature changes no faster than for light items, the gain is at least the gain at the mode, which is computed once.
 */
export function estimateError(
  { step, low, high, log, offset, weight }: Nodes,
  modeCurvature: number,
  estimate: TrapezoidError,
): void {
  const omega = (2 * Math.PI) / step;
  const usualRatio = Math.exp(2 * USUAL_RATE * step);
  let error = Math.exp(-nats(omega, modeCurvature, USUAL_RATE));
  let slope = error * natsSlope;
  let before = 0;
  let here = curvatureAt(log, offset + low + 1, step);
  for (let k = low + 1; k < high; k++) {
    const after = k + 2 <= high ? curvatureAt(log, offset + k + 1, step) : here;
    const q = weight[offset + k];
    if (q > NEGLIGIBLE) {
      const steep = before > 0 && (after > before * usualRatio || before > after * usualRatio);
      const rate = steep ? Math.abs(Math.log(after / before)) / (2 * step) : USUAL_RATE;
      if (steep || here > modeCurvature) {
        const part = q * Math.min(1, here / (rate * rate)) * Math.exp(-nats(omega, here, rate));
        error += part;
        slope += part * natsSlope;
      }
    }
    before = here;
    here = after;
  }
  estimate.error = 2 * error;
  estimate.slope = slope / error;
}

// A bound that needs no nodes: with a contour moved by a < π/2 throughout, |1 − e^{−z·e^{ia}}| ≤ G(a)·(1 − e^{−z}), and the
// remainder integrates to at most sec a, so ε ≤ 2·G(a)ⁿ·sec a·e^{−ωa}/P. Each row has a, log G(a) rounded up, and log sec a.
const SHIFTS = [
  [0.8, 0.1426, -Math.log(Math.cos(0.8))],
  [1, 0.2338, -Math.log(Math.cos(1))],
  [1.2, 0.3591, -Math.log(Math.cos(1.2))],
  [1.3, 0.4387, -Math.log(Math.cos(1.3))],
  [1.4, 0.5333, -Math.log(Math.cos(1.4))],
  [1.5, 0.6469, -Math.log(Math.cos(1.5))],
] as const;

/**
 * Replaces the estimate with the bound above if the bound is lower. This happens if there are few items, none of them light, and P is not
 * small: the left flank looks steep, but the strip in which the integrand is analytic is not narrower.
 */
export function boundError(step: number, size: number, logProbability: number, estimate: TrapezoidError): void {
  const omega = (2 * Math.PI) / step;
  for (const [a, logGrowth, logSecant] of SHIFTS) {
    const bound = 2 * Math.exp(size * logGrowth + logSecant - omega * a - logProbability);
    if (bound >= estimate.error) continue;
    estimate.error = bound;
    estimate.slope = a;
  }
}

/** The step at which the estimated error would be a tenth of `target` if it kept falling at the current rate. */
export function refinedStep(step: number, { error, slope }: TrapezoidError, target: number): number {
  const omega = (2 * Math.PI) / step;
  return Math.max(step / 2, (2 * Math.PI) / (omega + Math.log((10 * error) / target) / slope));
}

/** Estimates −ℓ″ by a second difference, with its rounding error as the minimum. */
function curvatureAt(log: Float64Array, at: number, step: number): number {
  const rounding = 8 * Number.EPSILON * (1 + Math.abs(log[at]));
  return Math.max(rounding, 2 * log[at] - log[at - 1] - log[at + 1]) / (step * step);
}

/** The mass beyond the first and last node: at most a geometric series on either side, since ℓ is concave. */
export function cutOffError({ low, high, offset, weight }: Nodes): number {
  return (
    beyond(weight[offset + low], weight[offset + low + 1]) + beyond(weight[offset + high], weight[offset + high - 1])
  );
}

function beyond(last: number, before: number): number {
  const ratio = last / before;
  return (last * ratio) / (1 - ratio);
}
