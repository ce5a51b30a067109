import { add, div, exp, log, maximum, mul, onesLike, sqrt, sub, sum, type Tensor } from "@tensorflow/tfjs-core";
import { growth, logFactors, ratio, slopeOf } from "./factors.ts";

/** The integrand is cut off where it is below e^{−DROP} times its maximum. */
const DROP = 20;

/** Finds e^y at the mode, B × 1: Newton's method from x = 1 climbs to the root of x − 1 − Σφ(r·x), which is increasing and concave. */
export function findMode(advantages: Tensor, mask: Tensor, steps: number): Tensor {
  let x: Tensor = onesLike(sum(mask, 1, true));
  for (let step = 0; step < steps; step++) {
    const z = ratio(log(x), advantages);
    const phi = mul(slopeOf(z), mask);
    const slope = add(sub(1, x), sum(phi, 1, true));
    const curvature = sub(x, sum(mul(phi, sub(sub(1, z), phi)), 1, true));
    x = maximum(mul(x, add(1, div(slope, curvature))), 1);
  }
  return x;
}

// The ends of the window follow from −ℓ″ ≥ e^y: at distance t from the mode x, the integrand's logarithm has fallen by at least x·(e^t − 1
// − t) on the right and x·(e^{−t} − 1 + t) on the left. Below, D = DROP/x.

/** e^t − 1 − t ≥ t²/2 gives t ≤ √(2D); inserting this into e^t = 1 + t + D gives a sharper bound. */
export function reachRight(mode: Tensor): Tensor {
  const drop = div(DROP, mode);
  return log(add(add(drop, sqrt(mul(drop, 2))), 1));
}

/**
 * e^{−t} − 1 + t ≥ t²/(2 + t) gives t ≤ (D + √(D² + 8D))/2. From there, Newton's method on ℓ approaches the end without passing
 * it, because ℓ is concave. These steps matter for large tiers, in which the integrand can end abruptly.
 */
export function findLeftEnd(
  advantages: Tensor,
  mask: Tensor,
  mode: Tensor,
  atMode: Tensor,
  floor: Tensor,
  steps: number,
): Tensor {
  const drop = div(DROP, mode);
  let t: Tensor = mul(add(drop, sqrt(mul(drop, add(drop, 8)))), -0.5);
  for (let step = 0; step < steps; step++) {
    const y = add(log(mode), t);
    const change = sum(mul(sub(logFactors(y, advantages, floor), atMode), mask), 1, true);
    const slope = add(sub(1, exp(y)), sum(mul(slopeOf(ratio(y, advantages)), mask), 1, true));
    const short = sub(-DROP, add(sub(t, mul(mode, mul(t, growth(t)))), change));
    t = add(t, maximum(div(short, slope), 0));
  }
  return t;
}
