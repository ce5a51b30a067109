import { exp, ONE } from "./exp";
import { clumpRatio, clumpWeight, result } from "./layout";

const SMALL = memory.data<f64>([1e-4]);
const HALF = memory.data<f64>([0.5]);

/**
 * Sets result[0] = Σφ and result[1] = Σ dφ/dy = Σ φ(1 − z − φ), sums over the clumps at the point x, two clumps at a time. The ratios r
 * must be in ascending order, and the entry after the last clump must have weight 0.
 */
export function addClumps(count: i32, x: f64): void {
  const xs = f64x2.splat(x);
  let slope = f64x2.splat(0);
  let curvature = slope;
  for (let i: usize = 0, end = <usize>count << 3; i < end; i += 16) {
    const one = v128.load_splat<f64>(ONE);
    const z = f64x2.mul(v128.load(clumpRatio + i), xs);
    if (f64x2.extract_lane(z, 0) > 42) break; // At this and all later clumps, φ < 1e-16.
    const e = exp(f64x2.neg(z));
    const near = f64x2.sub(one, f64x2.mul(v128.load_splat<f64>(HALF), z));
    const far = f64x2.div(f64x2.mul(z, e), f64x2.sub(one, e));
    const phi = v128.bitselect(near, far, f64x2.lt(z, v128.load_splat<f64>(SMALL)));
    const weighted = f64x2.mul(v128.load(clumpWeight + i), phi);
    slope = f64x2.add(slope, weighted);
    curvature = f64x2.add(curvature, f64x2.mul(weighted, f64x2.sub(f64x2.sub(one, z), phi)));
  }
  store<f64>(result, f64x2.extract_lane(slope, 0) + f64x2.extract_lane(slope, 1));
  store<f64>(result, f64x2.extract_lane(curvature, 0) + f64x2.extract_lane(curvature, 1), 8);
}
