import { load, store } from "./lanes";
import { multiplyAdd } from "./multiply-add";

/**
 * One Adam step (Kingma and Ba, 2015) with decoupled weight decay (Loshchilov and Hutter, 2019):
 *
 *     m ← keepFirst·m + addFirst·g,   v ← keepSecond·v + addSecond·g²
 *     w ← keepWeight·w − rate·m / (√v·rootScale + epsilon)
 *
 * where `rate` = η/(1 − β₁ᵗ) and `rootScale` = (1 − β₂ᵗ)^(−½) include the bias corrections.
 */
export function adam(
  weights: usize,
  gradient: usize,
  first: usize,
  second: usize,
  count: usize,
  keepFirst: f32,
  addFirst: f32,
  keepSecond: f32,
  addSecond: f32,
  rate: f32,
  rootScale: f32,
  epsilon: f32,
  keepWeight: f32,
): void {
  const keepM = f32x4.splat(keepFirst);
  const addM = f32x4.splat(addFirst);
  const keepV = f32x4.splat(keepSecond);
  const addV = f32x4.splat(addSecond);
  const rates = f32x4.splat(rate);
  const roots = f32x4.splat(rootScale);
  const epsilons = f32x4.splat(epsilon);
  const keepW = f32x4.splat(keepWeight);
  let i: usize = 0;
  // V8 can combine two adjacent vectors into one of 256 bits.
  for (; i + 8 <= count; i += 8) {
    const at = i << 2;
    const g0 = v128.load(gradient + at);
    const g1 = v128.load(gradient + at, 16);
    adamPair(weights + at, g0, g1, first + at, second + at, keepM, addM, keepV, addV, rates, roots, epsilons, keepW);
  }
  for (; i + 4 <= count; i += 4) {
    const at = i << 2;
    const g = load(gradient + at, 4);
    adamLanes(weights + at, g, first + at, second + at, keepM, addM, keepV, addV, rates, roots, epsilons, keepW, 4);
  }
  for (; i < count; i++) {
    const at = i << 2;
    const g = load(gradient + at, 1);
    adamLanes(weights + at, g, first + at, second + at, keepM, addM, keepV, addV, rates, roots, epsilons, keepW, 1);
  }
}

/** Updates one vector, or a single weight, with its gradient g. */
@inline
export function adamLanes(
  weight: usize,
  g: v128,
  first: usize,
  second: usize,
  keepM: v128,
  addM: v128,
  keepV: v128,
  addV: v128,
  rate: v128,
  root: v128,
  epsilon: v128,
  keepW: v128,
  lanes: i32,
): void {
  const m = multiplyAdd(keepM, load(first, lanes), f32x4.mul(addM, g));
  const v = multiplyAdd(keepV, load(second, lanes), f32x4.mul(addV, f32x4.mul(g, g)));
  const change = f32x4.div(f32x4.mul(rate, m), multiplyAdd(f32x4.sqrt(v), root, epsilon));
  store(first, m, lanes);
  store(second, v, lanes);
  store(weight, f32x4.sub(f32x4.mul(keepW, load(weight, lanes)), change), lanes);
}

/** Updates two adjacent vectors with their gradients; each operation on one is next to the same operation on the other. */
@inline
export function adamPair(
  weight: usize,
  g0: v128,
  g1: v128,
  first: usize,
  second: usize,
  keepM: v128,
  addM: v128,
  keepV: v128,
  addV: v128,
  rate: v128,
  root: v128,
  epsilon: v128,
  keepW: v128,
): void {
  const m0 = multiplyAdd(keepM, v128.load(first), f32x4.mul(addM, g0));
  const m1 = multiplyAdd(keepM, v128.load(first, 16), f32x4.mul(addM, g1));
  const v0 = multiplyAdd(keepV, v128.load(second), f32x4.mul(addV, f32x4.mul(g0, g0)));
  const v1 = multiplyAdd(keepV, v128.load(second, 16), f32x4.mul(addV, f32x4.mul(g1, g1)));
  const change0 = f32x4.div(f32x4.mul(rate, m0), multiplyAdd(f32x4.sqrt(v0), root, epsilon));
  const change1 = f32x4.div(f32x4.mul(rate, m1), multiplyAdd(f32x4.sqrt(v1), root, epsilon));
  v128.store(first, m0);
  v128.store(first, m1, 16);
  v128.store(second, v0);
  v128.store(second, v1, 16);
  v128.store(weight, f32x4.sub(f32x4.mul(keepW, v128.load(weight)), change0));
  v128.store(weight, f32x4.sub(f32x4.mul(keepW, v128.load(weight, 16)), change1), 16);
}
