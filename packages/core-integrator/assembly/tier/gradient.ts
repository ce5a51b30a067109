import { atNode, lightIndex, lightRatio, lightSlope, middle, middleIndex, series, v, weight, weighted } from "../layout";
import { lightSlopes, nodeMoments } from "../light";
import { multiplyAdd } from "../multiply-add";
import { both, one, sumOfTwo, two } from "./lanes";
import { SLOPE, TERMS } from "./light-series";
import { high } from "./nodes";
import { rowOf } from "./row-products";
import { inOrder, lightCount, middleCount, scale } from "./split";

// ∂ log P/∂w_a = E_q[φ(z_a)], where q is the weight of a node.

/** Σ_k q_k·x_k·(1 − D)/D of each middle item. */
const sums = memory.data(8 * 164, 16);

/**
 * Adds E[φ] = r·Σ_k q_k·x_k·(1 − D)/D of the middle items to their gradients and returns the sum of these terms. Only the nodes of the last
 * octave need a division for 1/D; an octave further left, with D = D′·(2 − D′), the reciprocal is 1/D′ = (2 − D′)/D. All other nodes take
 * 5 operations per item.
 */
export function middleGradient(octave: i32, first: i32, out: usize): f64 {
  const rowBytes = <usize>((middleCount + 1) & ~1) << 3;
  const stride = <usize>octave * rowBytes;
  for (let k = first; k <= high; k++) {
    store<f64>(atNode(weighted, k, 8), load<f64>(atNode(weight, k, 8)) * load<f64>(atNode(v, k, 8)) * scale);
  }
  const bottom = rowOf(first, rowBytes);
  const nodeBytes = <usize>octave << 3;
  for (let i: usize = 0; i < rowBytes; i += 16) v128.store(sums + i, both(0));
  for (let top = high, last = max(first, high - octave + 1); top >= last; top--) {
    const row = rowOf(top, rowBytes);
    const weights = atNode(weighted, top, 8);
    // The last column may belong to the next row or to no row; its result is ignored.
    for (let i: usize = 0; i < rowBytes; i += 32) {
      const unit = one();
      const doubleUnit = two();
      let p = row + i;
      let q = weights;
      let c = v128.load(p);
      let d = v128.load(p, 16);
      let s = f64x2.div(unit, c);
      let t = f64x2.div(unit, d);
      let w = v128.load_splat<f64>(q);
      let a = f64x2.mul(f64x2.mul(w, f64x2.sub(unit, c)), s);
      let b = f64x2.mul(f64x2.mul(w, f64x2.sub(unit, d)), t);
      for (p -= stride; p >= bottom; p -= stride) {
        q -= nodeBytes;
        c = v128.load(p);
        d = v128.load(p, 16);
        w = v128.load_splat<f64>(q);
        s = f64x2.mul(s, f64x2.sub(doubleUnit, c));
        t = f64x2.mul(t, f64x2.sub(doubleUnit, d));
        a = multiplyAdd(f64x2.mul(w, f64x2.sub(unit, c)), s, a);
        b = multiplyAdd(f64x2.mul(w, f64x2.sub(unit, d)), t, b);
      }
      v128.store(sums + i, f64x2.add(v128.load(sums + i), a));
      v128.store(sums + i, f64x2.add(v128.load(sums + i, 16), b), 16);
    }
  }
  return inOrder ? addInOrder(rowBytes, out) : addByIndex(out);
}

/** Adds E[φ] = r·sums, two items at a time, if all items of the tier are middle items. */
function addInOrder(rowBytes: usize, out: usize): f64 {
  // The entry after an odd number of items has an infinite ratio.
  const even = middleCount & 1 ? rowBytes - 16 : rowBytes;
  let total = both(0);
  for (let i: usize = 0; i < even; i += 16) {
    const slope = f64x2.mul(v128.load(sums + i), v128.load(middle + i));
    v128.store(out + i, f64x2.add(v128.load(out + i), slope));
    total = f64x2.add(total, slope);
  }
  let sum = sumOfTwo(total);
  if (even < rowBytes) {
    const slope = load<f64>(sums + even) * load<f64>(middle + even);
    store<f64>(out + even, load<f64>(out + even) + slope);
    sum += slope;
  }
  return sum;
}

/** Adds E[φ] = r·sums if the tier also has other items. */
function addByIndex(out: usize): f64 {
  let total: f64 = 0;
  for (let i: usize = 0; i < <usize>middleCount; i++) {
    const slope = load<f64>(sums + (i << 3)) * load<f64>(middle + (i << 3));
    const p = out + (<usize>load<i32>(middleIndex + (i << 2)) << 3);
    store<f64>(p, load<f64>(p) + slope);
    total += slope;
  }
  return total;
}

/**
 * Adds E[φ] = 1 − (u/2)·E[v] + Σ_k SLOPE_k·E[v^{2k}]·u^{2k} of the light items to their gradients and returns the sum of these terms, at
 * the cost of 16 multiply-adds per item.
 */
export function lightGradient(first: i32, out: usize): f64 {
  if (lightCount == 0) return 0;
  nodeMoments(first, high, TERMS);
  store<f64>(series, -0.5 * load<f64>(series));
  for (let k: usize = 0; k < 8 * TERMS; k += 8) store<f64>(series + k, load<f64>(series + k, 8) * load<f64>(SLOPE + k), 8);
  lightSlopes(lightRatio, lightCount, TERMS, lightSlope);
  let total: f64 = 0;
  for (let i: usize = 0; i < <usize>lightCount; i++) {
    const slope = load<f64>(lightSlope + (i << 3));
    const p = out + (<usize>load<i32>(lightIndex + (i << 2)) << 3);
    store<f64>(p, load<f64>(p) + slope);
    total += slope;
  }
  return total;
}
