import { type LightSums, lightCurvature, lightSlope } from "./light-items.ts";
import { addMiddleSlopes } from "./middle-items.ts";
import type { TierParts } from "./tier-parts.ts";

/** Where the integrand has its maximum, and how wide it is there. */
export interface Mode {
  /** x = e^y at the mode. */
  x: number;
  /** −ℓ″ there. */
  curvature: number;
  /** Points at which ℓ′ was computed. */
  evaluations: number;
}

const MOST_STEPS = 50;
const sums = { slope: 0, curvature: 0 };

/**
 * Finds the root of ℓ′(y) = 1 − x + Σφ(r·x) to a quarter of σ = (−ℓ″)^{−1/2}, which is all that the trapezoid rule needs.
 *
 * g(x) = x − 1 − Σφ(r·x) is increasing and concave, because φ is convex: Newton's method from x = 1, where g ≤ 0,
 * climbs to the root without ever passing it.
 */
export function findMode(parts: TierParts, light: LightSums, mode: Mode): void {
  const { scale, lightCount, middle, middleCount } = parts;
  mode.evaluations = 0;
  mode.x = 1;
  for (;;) {
    const { x } = mode;
    sums.slope = lightCount + lightSlope(light, x / scale);
    sums.curvature = lightCurvature(light, x / scale);
    addMiddleSlopes(middle, middleCount, x, sums);
    mode.evaluations++;
    const curvature = x - sums.curvature; // −ℓ″ = x·g′(x)
    const move = (1 - x + sums.slope) / curvature; // of y, to first order; Newton's step in x is x·move
    mode.curvature = curvature;
    mode.x = x + x * move;
    if (16 * move * move * curvature < 1 || mode.evaluations === MOST_STEPS) return;
  }
}
