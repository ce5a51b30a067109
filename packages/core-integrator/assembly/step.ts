import { exp } from "./exp";
import { atNode, curvature, log as logAt, weight } from "./layout";
import { log } from "./log";

// The error of the trapezoid rule, two nodes at a time; see trapezoid-error.ts.

/** Coefficients of atan w/w in w² on [0, 1], with an error of 2e-8 (Abramowitz and Stegun, 4.4.49). */
const ARCTANGENT = memory.data<f64>([
  0.0028662257, -0.0161657367, 0.0429096138, -0.075289640, 0.1065626393, -0.1420889944, 0.1999355085, -0.3333314528, 1,
]);
const HALF_PI: f64 = 1.5707963267948966;
const USUAL_RATE: f64 = 1.05;
const NEGLIGIBLE: f64 = 1e-13;
const EPSILON: f64 = 2.220446049250313e-16;

/** a, log G(a) and log sec a of each shift, as in trapezoid-error.ts; two shifts per row. */
const SHIFTS = memory.data<f64>([
  0.8, 1, 0.1426, 0.2338, 0.36139074681134375, 0.6156264703860141,
  1.2, 1.3, 0.3591, 0.4387, 1.0151232831406594, 1.3186400916291687,
  1.4, 1.5, 0.5333, 0.6469, 1.7721501376696984, 2.648783653978435,
]);

/** atan t for t ≥ 0. */
@inline
function arctangent(t: v128): v128 {
  const one = f64x2.splat(1);
  const isLarge = f64x2.gt(t, one);
  const w = v128.bitselect(f64x2.div(one, t), t, isLarge);
  const square = f64x2.mul(w, w);
  let sum = v128.load_splat<f64>(ARCTANGENT);
  for (let k: usize = 8; k <= 64; k += 8) sum = f64x2.add(f64x2.mul(sum, square), v128.load_splat<f64>(ARCTANGENT + k));
  const angle = f64x2.mul(w, sum);
  return v128.bitselect(f64x2.sub(f64x2.splat(HALF_PI), angle), angle, isLarge);
}

/** s·atan(s/p) − p·log(1 + s²/p²)/2, given t = s/p and its arctangent. */
@inline
function nats(s: v128, p: v128, t: v128, angle: v128): v128 {
  const half = f64x2.mul(f64x2.splat(0.5), p);
  return f64x2.sub(f64x2.mul(s, angle), f64x2.mul(half, log(f64x2.add(f64x2.splat(1), f64x2.mul(t, t)))));
}

/** The step at which ε equals `tolerance` for light items. */
export function trapezoidStep(target: f64, c: f64): f64 {
  let omega = (1 / HALF_PI) * target + Math.sqrt(2 * target * c);
  const p = f64x2.splat(c);
  for (let i = 0; i < 2; i++) {
    const s = f64x2.splat(omega);
    const t = f64x2.div(s, p);
    const angle = arctangent(t);
    omega -= (f64x2.extract_lane(nats(s, p, t, angle), 0) - target) / f64x2.extract_lane(angle, 0);
  }
  return (4 * HALF_PI) / omega;
}

/** −d log ε/dω, set by {@link estimateError}. */
export let errorSlope: f64 = 0;

@inline
function loadCurvature(k: i32): v128 {
  return v128.load(atNode(curvature, k, 8));
}

/** Estimates ε from the second differences of ℓ. */
export function estimateError(step: f64, low: i32, high: i32, modeCurvature: f64): f64 {
  const omega = (4 * HALF_PI) / step;
  const perSquare = f64x2.splat(1 / (step * step));
  const two = f64x2.splat(2);
  const one = f64x2.splat(1);
  for (let k = low + 1; k < high; k += 2) {
    const here = v128.load(atNode(logAt, k, 8));
    const sides = f64x2.add(v128.load(atNode(logAt, k - 1, 8)), v128.load(atNode(logAt, k + 1, 8)));
    const rounding = f64x2.mul(f64x2.splat(8 * EPSILON), f64x2.add(one, f64x2.abs(here)));
    const c = f64x2.mul(f64x2.pmax(rounding, f64x2.sub(f64x2.mul(two, here), sides)), perSquare);
    v128.store(atNode(curvature, k, 8), c);
  }
  store<f64>(atNode(curvature, low, 8), 0);
  store<f64>(atNode(curvature, high, 8), load<f64>(atNode(curvature, high - 1, 8)));

  const usualS = f64x2.splat(omega / USUAL_RATE);
  const usualP = f64x2.splat(modeCurvature / (USUAL_RATE * USUAL_RATE));
  const usualT = f64x2.div(usualS, usualP);
  const usualAngle = arctangent(usualT);
  const usual = exp(f64x2.neg(nats(usualS, usualP, usualT, usualAngle)));
  let errors = f64x2.replace_lane(usual, 1, 0);
  let slopes = f64x2.mul(errors, f64x2.mul(usualAngle, f64x2.splat(1 / USUAL_RATE)));

  const usualRatio = f64x2.extract_lane(exp(f64x2.splat(2 * USUAL_RATE * step)), 0);
  const ratio = f64x2.splat(usualRatio);
  const mode = f64x2.splat(modeCurvature);
  const zero = f64x2.splat(0);
  for (let k = low + 1; k < high; k += 2) {
    const here = loadCurvature(k);
    const before = loadCurvature(k - 1);
    const after = loadCurvature(k + 1);
    let q = v128.load(atNode(weight, k, 8));
    if (k + 1 == high) q = f64x2.replace_lane(q, 1, 0);
    const up = f64x2.gt(after, f64x2.mul(before, ratio));
    const down = f64x2.gt(before, f64x2.mul(after, ratio));
    const steep = v128.and(f64x2.gt(before, zero), v128.or(up, down));
    const counts = v128.and(f64x2.gt(q, f64x2.splat(NEGLIGIBLE)), v128.or(steep, f64x2.gt(here, mode)));
    if (!v128.any_true(counts)) continue;
    let rate = f64x2.splat(USUAL_RATE);
    if (v128.any_true(steep)) {
      const growth = f64x2.mul(f64x2.abs(f64x2.sub(log(after), log(before))), f64x2.splat(0.5 / step));
      rate = v128.bitselect(growth, rate, steep);
    }
    const s = f64x2.div(f64x2.splat(omega), rate);
    const p = f64x2.div(here, f64x2.mul(rate, rate));
    const t = f64x2.div(s, p);
    const angle = arctangent(t);
    const gain = exp(f64x2.neg(nats(s, p, t, angle)));
    const part = v128.and(counts, f64x2.mul(f64x2.mul(q, f64x2.pmin(one, p)), gain));
    errors = f64x2.add(errors, part);
    slopes = f64x2.add(slopes, v128.and(counts, f64x2.div(f64x2.mul(part, angle), rate)));
  }
  const error = f64x2.extract_lane(errors, 0) + f64x2.extract_lane(errors, 1);
  errorSlope = (f64x2.extract_lane(slopes, 0) + f64x2.extract_lane(slopes, 1)) / error;
  return 2 * error;
}

/** Returns the smaller of `error` and the bound that needs no nodes. */
export function boundError(step: f64, size: i32, logProbability: f64, error: f64): f64 {
  const omega = (4 * HALF_PI) / step;
  for (let row: usize = 0; row < 144; row += 48) {
    const a = v128.load(SHIFTS + row);
    const growth = f64x2.mul(f64x2.splat(<f64>size), v128.load(SHIFTS + row, 16));
    const shift = f64x2.sub(v128.load(SHIFTS + row, 32), f64x2.mul(f64x2.splat(omega), a));
    const exponent = f64x2.sub(f64x2.add(growth, shift), f64x2.splat(logProbability));
    const bounds = f64x2.mul(f64x2.splat(2), exp(f64x2.pmin(exponent, f64x2.splat(600))));
    if (f64x2.extract_lane(bounds, 0) < error) {
      error = f64x2.extract_lane(bounds, 0);
      errorSlope = f64x2.extract_lane(a, 0);
    }
    if (f64x2.extract_lane(bounds, 1) < error) {
      error = f64x2.extract_lane(bounds, 1);
      errorSlope = f64x2.extract_lane(a, 1);
    }
  }
  return error;
}
