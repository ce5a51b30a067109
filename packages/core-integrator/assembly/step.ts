import { multiplyAdd } from "./multiply-add";
import { exp, expOf } from "./exp";
import { atNode, curvature, log as logAt, weight } from "./layout";
import { log } from "./log";

// The error of the trapezoid rule, two nodes at a time; see trapezoid-error.ts.

const PI: f64 = 3.141592653589793;
/** Coefficients of atan w/w in w² on [0, 1], with an error of 1e-5 (Handbook of Mathematical Functions, 4.4.47): 0.01 nats. */
const ARCTANGENT = memory.data<f64>([0.0208351, -0.085133, 0.180141, -0.3302995, 0.999866]);
/** 1, 2, ½, π/2, the negligible weight, 8 ulp of 1, and 0. */
const CONSTANTS = memory.data<f64>([1, 2, 0.5, 1.5707963267948966, 1e-13, 1.7763568394002505e-15, 0]);
const USUAL_RATE: f64 = 1.05;

/** a, log G(a) and log sec a of each shift, as in trapezoid-error.ts. */
const SHIFTS = memory.data<f64>([
  0.8, 0.1426, 0.36139074681134375, 1, 0.2338, 0.6156264703860141, 1.2, 0.3591, 1.0151232831406594, 1.3, 0.4387,
  1.3186400916291687, 1.4, 0.5333, 1.7721501376696984, 1.5, 0.6469, 2.648783653978435,
]);

@inline
function constant(index: usize): v128 {
  return v128.load_splat<f64>(CONSTANTS + (index << 3));
}

/** atan s/p for s, p > 0. */
@inline
function arctangent(s: v128, p: v128): v128 {
  const w = f64x2.div(f64x2.pmin(s, p), f64x2.pmax(s, p));
  const square = f64x2.mul(w, w);
  let sum = v128.load_splat<f64>(ARCTANGENT);
  for (let k: usize = 8; k <= 32; k += 8) sum = multiplyAdd(sum, square, v128.load_splat<f64>(ARCTANGENT + k));
  const angle = f64x2.mul(w, sum);
  return v128.bitselect(f64x2.sub(constant(3), angle), angle, f64x2.gt(s, p));
}

/** s·angle − p·log(1 + s²/p²)/2 with angle = atan s/p. */
@inline
function nats(s: v128, p: v128, angle: v128): v128 {
  const square = f64x2.mul(p, p);
  const ratio = f64x2.div(multiplyAdd(s, s, square), square);
  return f64x2.sub(f64x2.mul(s, angle), f64x2.mul(f64x2.mul(constant(2), p), log(ratio)));
}

/** The step at which ε is e^{−target} for light items: one step of Newton's method, which on a convex function ends above the root. */
export function trapezoidStep(target: f64, c: f64): f64 {
  const omega = Math.sqrt(((4 / (PI * PI)) * target + 2 * c) * target);
  const s = f64x2.splat(omega);
  const p = f64x2.splat(c);
  const angle = arctangent(s, p);
  const gain = f64x2.extract_lane(nats(s, p, angle), 0);
  return (2 * PI) / (omega + (target - gain) / f64x2.extract_lane(angle, 0));
}

/** −d log ε/dω, set by {@link estimateError}. */
export let errorSlope: f64 = 0;

@inline
function curvatures(k: i32): v128 {
  return v128.load(atNode(curvature, k, 8));
}

/** Estimates ε from the second differences of ℓ. */
export function estimateError(step: f64, low: i32, high: i32, modeCurvature: f64): f64 {
  const omega = (2 * PI) / step;
  const perSquare = f64x2.splat(1 / (step * step));
  for (let k = low + 1; k < high; k += 2) {
    const here = v128.load(atNode(logAt, k, 8));
    const sides = f64x2.add(v128.load(atNode(logAt, k - 1, 8)), v128.load(atNode(logAt, k + 1, 8)));
    const rounding = f64x2.mul(constant(5), f64x2.add(constant(0), f64x2.abs(here)));
    const c = f64x2.mul(f64x2.pmax(rounding, f64x2.sub(f64x2.add(here, here), sides)), perSquare);
    v128.store(atNode(curvature, k, 8), c);
  }
  store<f64>(atNode(curvature, low, 8), 0);
  store<f64>(atNode(curvature, high, 8), load<f64>(atNode(curvature, high - 1, 8)));

  const usualRate = f64x2.splat(USUAL_RATE);
  const usualS = f64x2.splat(omega / USUAL_RATE);
  const perRateSquared = f64x2.splat(1 / (USUAL_RATE * USUAL_RATE));
  const mode = f64x2.splat(modeCurvature);
  const usualP = f64x2.mul(mode, perRateSquared);
  const usualAngle = arctangent(usualS, usualP);
  let errors = f64x2.replace_lane(exp(f64x2.neg(nats(usualS, usualP, usualAngle))), 1, 0);
  let slopes = f64x2.div(f64x2.mul(errors, usualAngle), usualRate);

  const growth2 = 2 * USUAL_RATE * step;
  // e^{2ρh} within 0.02%: the step is below 0.4.
  const ratio = f64x2.splat(1 + growth2 * (1 + growth2 * (0.5 + growth2 * (1.0 / 6.0 + growth2 * (1.0 / 24.0 + growth2 / 110.0)))));
  for (let k = low + 1; k < high; k += 2) {
    const here = curvatures(k);
    const before = curvatures(k - 1);
    const after = curvatures(k + 1);
    const q = v128.load(atNode(weight, k, 8));
    const changes = v128.or(f64x2.gt(after, f64x2.mul(before, ratio)), f64x2.gt(before, f64x2.mul(after, ratio)));
    const steep = v128.and(f64x2.gt(before, constant(6)), changes);
    const counts = v128.and(f64x2.gt(q, constant(4)), v128.or(steep, f64x2.gt(here, mode)));
    if (!v128.any_true(counts)) continue;
    let rate = usualRate;
    let s = usualS;
    let p = f64x2.mul(here, perRateSquared);
    if (v128.any_true(v128.and(counts, steep))) {
      const growth = f64x2.mul(f64x2.abs(log(f64x2.div(after, before))), f64x2.splat(0.5 / step));
      rate = v128.bitselect(growth, rate, steep);
      s = f64x2.div(f64x2.splat(omega), rate);
      p = f64x2.div(here, f64x2.mul(rate, rate));
    }
    const angle = arctangent(s, p);
    const gain = exp(f64x2.neg(nats(s, p, angle)));
    const part = v128.and(counts, f64x2.mul(f64x2.mul(q, f64x2.pmin(constant(0), p)), gain));
    errors = f64x2.add(errors, part);
    slopes = f64x2.add(slopes, f64x2.div(f64x2.mul(part, angle), rate));
  }
  const error = f64x2.extract_lane(errors, 0) + f64x2.extract_lane(errors, 1);
  errorSlope = (f64x2.extract_lane(slopes, 0) + f64x2.extract_lane(slopes, 1)) / error;
  return 2 * error;
}

/** Returns the smaller of `error` and the bound that needs no nodes. */
export function boundError(step: f64, size: i32, logProbability: f64, error: f64): f64 {
  const omega = (2 * PI) / step;
  let least: f64 = 600;
  let shift: f64 = 0;
  for (let row = SHIFTS; row < SHIFTS + 144; row += 24) {
    const exponent = <f64>size * load<f64>(row, 8) + load<f64>(row, 16) - omega * load<f64>(row) - logProbability;
    if (exponent >= least) continue;
    least = exponent;
    shift = load<f64>(row);
  }
  const bound = 2 * expOf(least);
  if (bound >= error) return error;
  errorSlope = shift;
  return bound;
}
