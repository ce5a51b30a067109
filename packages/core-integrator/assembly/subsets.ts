import { middle, middleIndex, outcome } from "./layout";
import { logOf } from "./log";

// The recursion of subset-recursion.ts for up to 7 items with ratios r in `middle`. The reverse pass is written in terms of
// c(S) = Q(S) / (h(S)·(1 + Σ_S r)), which has the same form as the forward pass: c(S)·(1 + Σ_S r) = Σ_{i∉S} max(r_i, 1)·c(S ∪ i).

const MOST: i32 = 128;
const EPSILON: f64 = 2.220446049250313e-16;
const perMass = memory.data(8 * MOST, 16);
const heights = memory.data(8 * MOST, 16);
const reverse = memory.data(8 * MOST, 16);
const weights = memory.data(64, 16);

@inline
function at(array: usize, index: i32): usize {
  return array + (<usize>index << 3);
}

/** Writes log P and its error to `outcome` and, if `out` is not 0, adds ∂ log P/∂w to `out` and writes their sum. */
export function evaluateSubsets(count: i32, out: usize): void {
  if (count == 1) {
    oneItem(load<f64>(middle), out);
    return;
  }
  let logScale: f64 = 0;
  let magnitude = <f64>(1 + count);
  for (let i = 0; i < count; i++) {
    const r = load<f64>(at(middle, i));
    const d = logOf(r);
    store<f64>(at(weights, i), max(r, 1));
    logScale += min(d, 0);
    magnitude += Math.abs(d);
  }
  const whole = (1 << count) - 1;
  fillHeights(whole);
  store<f64>(outcome, logScale + logOf(load<f64>(at(heights, whole))));
  store<f64>(outcome, EPSILON * magnitude * (1 + 0.25 * Math.sqrt(<f64>count)), 8);
  store<f64>(outcome, 0, 16);
  if (out == 0) return;
  fillReverse(whole);
  let total: f64 = 0;
  for (let i = 0; i < count; i++) {
    const bit = 1 << i;
    let sum: f64 = 0;
    for (let subset = bit; subset <= whole; subset = (subset + 1) | bit) sum += load<f64>(at(reverse, subset));
    const slope = max(1 - load<f64>(at(middle, i)) * sum, 0);
    total += slope;
    const p = out + (<usize>load<i32>(middleIndex + (<usize>i << 2)) << 3);
    store<f64>(p, load<f64>(p) + slope);
  }
  store<f64>(outcome, total, 24);
}

/** Computes h(S) for every S; subsets of S come before S. */
function fillHeights(whole: i32): void {
  store<f64>(perMass, 1);
  store<f64>(heights, 1);
  for (let subset = 1; subset <= whole; subset++) {
    let mass: f64 = 1;
    let sum: f64 = 0;
    for (let rest = subset; rest != 0; rest &= rest - 1) {
      const i = ctz(rest);
      mass += load<f64>(at(middle, i));
      sum += load<f64>(at(weights, i)) * load<f64>(at(heights, subset ^ (1 << i)));
    }
    const reciprocal = 1 / mass;
    store<f64>(at(perMass, subset), reciprocal);
    store<f64>(at(heights, subset), sum * reciprocal);
  }
}

/** Computes c(S), from the whole tier down, and then h(S)·c(S) = Q(S)/(1 + Σ_S r). */
function fillReverse(whole: i32): void {
  store<f64>(at(reverse, whole), load<f64>(at(perMass, whole)) / load<f64>(at(heights, whole)));
  for (let subset = whole - 1; subset > 0; subset--) {
    let sum: f64 = 0;
    for (let rest = whole ^ subset; rest != 0; rest &= rest - 1) {
      const i = ctz(rest);
      sum += load<f64>(at(weights, i)) * load<f64>(at(reverse, subset | (1 << i)));
    }
    store<f64>(at(reverse, subset), sum * load<f64>(at(perMass, subset)));
  }
  for (let subset = 1; subset <= whole; subset++) {
    store<f64>(at(reverse, subset), load<f64>(at(reverse, subset)) * load<f64>(at(heights, subset)));
  }
}

/** log P = −log(1 + 1/r), with full precision in value and gradient even for P near 1. */
function oneItem(r: f64, out: usize): void {
  const smaller = min(r, 1 / r);
  const d = logOf(r);
  const whole = 1 + smaller;
  const log1p = whole == 1 ? smaller : (logOf(whole) * smaller) / (whole - 1);
  const slope = (r > 1 ? smaller : 1) / whole;
  store<f64>(outcome, min(d, 0) - log1p);
  store<f64>(outcome, EPSILON * (2 + Math.abs(d)) * 1.25, 8);
  store<f64>(outcome, 0, 16);
  if (out == 0) return;
  store<f64>(outcome, slope, 24);
  const p = out + (<usize>load<i32>(middleIndex) << 3);
  store<f64>(p, load<f64>(p) + slope);
}
