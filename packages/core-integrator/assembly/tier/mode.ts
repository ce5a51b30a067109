import { middle, powers } from "../layout";
import { both, sumOfFour, sumOfTwo } from "./lanes";
import { SLOPE } from "./light-series";
import { lightCount, middleCount, scale } from "./split";

/** 1/(k + 1)! for k = 7 … 0, and the largest z in the search for the mode. */
const RECIPROCALS = memory.data<f32>([
  2.48015873e-5, 1.984126984e-4, 1.388888889e-3, 8.333333333e-3, 4.166666667e-2, 1.666666667e-1, 0.5, 1, 1000,
]);

/** The mode as x = e^y, and the curvature −ℓ″ there. */
export let modeX: f64 = 0;
export let modeCurvature: f64 = 0;
/** The number of points at which ℓ′ was computed. */
export let evaluations: i32 = 0;

@inline
function reciprocal(index: usize): v128 {
  return v128.load_splat<f32>(RECIPROCALS + (index << 2));
}

/**
 * Finds the root of ℓ′(y) = 1 − x + Σφ(r·x) to a quarter of σ, and the curvature there, by Newton's method; see adaptive/mode.ts. φ(z) is
 * approximated by 1/Σ_{k<8} z^k/(k+1)!, within 0.002. Each evaluation takes one division and about 25 other operations per four middle
 * items.
 */
export function findMode(): void {
  const n = lightCount + middleCount;
  const end = <usize>middleCount << 3;
  let sums = both(0);
  for (let i: usize = 0; i + 8 < end; i += 16) sums = f64x2.add(sums, v128.load(middle + i));
  let total = sumOfTwo(sums);
  if (middleCount & 1) total += load<f64>(middle + end - 8);
  if (lightCount > 0) total += load<f64>(powers) / scale;
  // φ(z) ≥ 1 − z/2, so this start is at most the root, and Newton's method climbs without overshooting.
  let x = max(1, <f64>(1 + n) / (1 + 0.5 * total));
  evaluations = 0;
  for (;;) {
    // Single precision is enough for the search: four items at a time.
    const xs = f32x4.splat(<f32>x);
    const one = f32x4.splat(1);
    let phis = f32x4.splat(0);
    let bends = phis;
    for (let i: usize = 0; i < end; i += 32) {
      const low = f32x4.demote_f64x2_zero(v128.load(middle + i));
      const high = f32x4.demote_f64x2_zero(v128.load(middle + i, 16));
      const r = v128.shuffle<f32>(low, high, 0, 1, 4, 5);
      // The entries after the last item are ∞, where φ of the largest z vanishes.
      const z = f32x4.pmin(f32x4.mul(r, xs), v128.load_splat<f32>(RECIPROCALS, 32));
      const square = f32x4.mul(z, z);
      let even = f32x4.add(f32x4.mul(reciprocal(1), square), reciprocal(3));
      let odd = f32x4.add(f32x4.mul(reciprocal(0), square), reciprocal(2));
      even = f32x4.add(f32x4.mul(even, square), reciprocal(5));
      odd = f32x4.add(f32x4.mul(odd, square), reciprocal(4));
      even = f32x4.add(f32x4.mul(even, square), one);
      odd = f32x4.add(f32x4.mul(odd, square), reciprocal(6));
      const phi = f32x4.div(one, f32x4.add(even, f32x4.mul(z, odd)));
      phis = f32x4.add(phis, phi);
      bends = f32x4.add(bends, f32x4.mul(phi, f32x4.sub(f32x4.sub(one, z), phi)));
    }
    let slope = 1 - x + sumOfFour(phis);
    modeCurvature = x - sumOfFour(bends);
    if (lightCount > 0) {
      const at = x / scale;
      const q = at * at;
      let f: f64 = 0;
      let d: f64 = 0;
      for (let k = 7; k > 0; k--) {
        const term = load<f64>(SLOPE + (<usize>(k - 1) << 3)) * load<f64>(powers + (<usize>k << 3));
        f = (f + term) * q;
        d = (d + <f64>(2 * k) * term) * q;
      }
      const linear = 0.5 * load<f64>(powers) * at;
      slope += <f64>lightCount + f - linear;
      modeCurvature -= d - linear;
    }
    evaluations++;
    const move = slope / modeCurvature;
    x += x * move;
    // After a step in y, the remaining error is about half its square. The curvature grows nearly like x.
    if (4 * move * move * move * move * modeCurvature < 1 || evaluations == 50) {
      modeCurvature += modeCurvature * move;
      break;
    }
  }
  modeX = x;
}
