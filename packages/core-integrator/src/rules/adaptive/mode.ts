import { exponential } from "../../passes/exponentials.ts";
import { tierWork } from "./compiled-work.ts";
import { type LightSums, lightCurvature, lightSlope } from "./light-items.ts";
import { MANY_MIDDLE_ITEMS } from "./tier-memory.ts";
import type { TierParts } from "./tier-parts.ts";

/** The location of the integrand's maximum, and its curvature there. */
export interface Mode {
  /** The value of x = e^y at the mode. */
  x: number;
  /** The curvature −ℓ″ at the mode. */
  curvature: number;
  /** The number of points at which ℓ′ was computed. */
  evaluations: number;
}

const MOST_STEPS = 50;

/**
 * Finds the root of ℓ′(y) = 1 − x + Σφ(r·x) to a quarter of σ = (−ℓ″)^{−1/2}, which is accurate enough for the trapezoid rule.
 *
 * g(x) = x − 1 − Σφ(r·x) is increasing and concave because φ is convex, so Newton's method from x = 1, where g ≤ 0,
 * climbs to the root without overshooting.
 */
export function findMode(parts: TierParts, light: LightSums, mode: Mode): void {
  const { scale, lightCount } = parts;
  const work = tierWork();
  gatherClumps(parts);
  mode.evaluations = 0;
  mode.x = 1;
  for (;;) {
    const { x } = mode;
    work.addClumps(clumpCount, x);
    mode.evaluations++;
    const slope = 1 - x + lightCount + lightSlope(light, x / scale) + work.result[0];
    mode.curvature = x - lightCurvature(light, x / scale) - work.result[1]; // −ℓ″ = x·g′(x)
    const move = slope / mode.curvature; // This is the Newton step in y; to first order, the step in x is x·move.
    mode.x = x + x * move;
    if (16 * move * move * mode.curvature < 1 || mode.evaluations === MOST_STEPS) return;
  }
}

// The search for the mode replaces middle items by clumps: one clump per item or, for many items, one per bucket at its mean; this shifts
// the mode by less than a thousandth.

let clumpCount = 0;

function gatherClumps({ middleCount, bucketSum, bucketCount }: TierParts): void {
  const { middle, bucketStart, clumpRatio, clumpWeight } = tierWork();
  if (middleCount < MANY_MIDDLE_ITEMS) {
    for (let i = 0; i < middleCount; i++) {
      clumpRatio[i] = middle[i];
      clumpWeight[i] = 1;
    }
    clumpCount = middleCount;
  } else {
    clumpCount = 0;
    for (let b = 0; b < bucketCount; b++) {
      const size = bucketStart[b + 1] - bucketStart[b];
      if (size === 0) continue;
      clumpRatio[clumpCount] = exponential(bucketSum[b] / size);
      clumpWeight[clumpCount++] = size;
    }
  }
  clumpWeight[clumpCount] = 0;
}
