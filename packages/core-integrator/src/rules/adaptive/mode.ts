import { exponential } from "../../passes/exponentials.ts";
import { type LightSums, lightCurvature, lightSlope } from "./light-items.ts";
import { MANY_MIDDLE_ITEMS, type TierParts } from "./tier-parts.ts";

/** The location and the curvature of the integrand's maximum. */
export interface Mode {
  /** x = e^y at the mode. */
  x: number;
  /** −ℓ″ at the mode. */
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
  gatherClumps(parts);
  mode.evaluations = 0;
  mode.x = 1;
  for (;;) {
    const { x } = mode;
    addClumps(x);
    mode.evaluations++;
    const slope = 1 - x + lightCount + lightSlope(light, x / scale) + clumpSums.slope;
    mode.curvature = x - lightCurvature(light, x / scale) - clumpSums.curvature; // −ℓ″ = x·g′(x)
    const move = slope / mode.curvature; // the Newton step in y; to first order, the step in x is x·move
    mode.x = x + x * move;
    if (16 * move * move * mode.curvature < 1 || mode.evaluations === MOST_STEPS) return;
  }
}

// In this search, clumps replace the middle items: one clump per item or, for many items, one per bucket at its mean.
// This moves the root by less than a thousandth.

let clumpCount = 0;
let clumpRatio = new Float64Array(MANY_MIDDLE_ITEMS);
let clumpWeight = new Float64Array(MANY_MIDDLE_ITEMS);
/** Fields rather than variables: assigning to a module-level number variable allocates a new heap object each time. */
const clumpSums = { slope: 0, curvature: 0 };

function gatherClumps({ middle, middleCount, bucketStart, bucketSum, bucketCount }: TierParts): void {
  clumpCount = 0;
  if (middleCount < MANY_MIDDLE_ITEMS) {
    for (let i = 0; i < middleCount; i++) {
      clumpRatio[i] = middle[i];
      clumpWeight[i] = 1;
    }
    clumpCount = middleCount;
    return;
  }
  if (clumpRatio.length < bucketCount) {
    clumpRatio = new Float64Array(bucketCount);
    clumpWeight = new Float64Array(bucketCount);
  }
  for (let b = 0; b < bucketCount; b++) {
    const size = bucketStart[b + 1] - bucketStart[b];
    if (size === 0) continue;
    clumpRatio[clumpCount] = exponential(bucketSum[b] / size);
    clumpWeight[clumpCount++] = size;
  }
}

/** Σφ and Σ dφ/dy = Σ φ(1 − z − φ) over the clumps at x. */
function addClumps(x: number): void {
  let slope = 0;
  let curvature = 0;
  for (let i = 0; i < clumpCount; i++) {
    const z = clumpRatio[i] * x;
    if (z > 42) break; // clumps are in ascending order, so φ < 1e-16 from here on
    const e = exponential(-z);
    const phi = z < 1e-4 ? 1 - 0.5 * z : (z * e) / (1 - e);
    slope += clumpWeight[i] * phi;
    curvature += clumpWeight[i] * phi * (1 - z - phi);
  }
  clumpSums.slope = slope;
  clumpSums.curvature = curvature;
}
