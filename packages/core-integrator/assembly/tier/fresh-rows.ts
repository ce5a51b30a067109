import { constant, oneLessExp } from "../exp";
import { atNode, middle, v } from "../layout";
import { exponents, mantissas } from "../log";
import { multiplyAdd } from "../multiply-add";
import { twice } from "./doubled-rows";
import { both, one } from "./lanes";
import { blockBytes, pairedSum, storeProducts } from "./row-products";
import { middleCount, scale } from "./split";

// The rows of the first octave, D = 1 − e^{−r·x}, from exponentials or, if z is small, from a polynomial.

/** Fills the rows of nodes k and k + 1 with D = 1 − e^{−z}, at the cost of one exponential per item and node. */
export function freshRows(k: i32, row: usize, rowBytes: usize): void {
  const x = f64x2.mul(v128.load(atNode(v, k, 8)), both(scale));
  const first = f64x2.splat(-f64x2.extract_lane(x, 0));
  const second = f64x2.splat(-f64x2.extract_lane(x, 1));
  let a = both(1);
  let b = a;
  let exponent = i64x2.splat(0);
  let blocks = 0;
  for (let i: usize = 0; i < rowBytes; blocks++) {
    for (const stop = min(i + blockBytes, rowBytes); i < stop; i += 16) {
      const r = v128.load(middle + i);
      const c = oneLessExp(f64x2.mul(r, first));
      const d = oneLessExp(f64x2.mul(r, second));
      v128.store(row + i, c);
      v128.store(row + rowBytes + i, d);
      a = f64x2.mul(a, c);
      b = f64x2.mul(b, d);
    }
    exponent = i64x2.add(exponent, pairedSum(exponents(a), exponents(b)));
    a = mantissas(a);
    b = mantissas(b);
  }
  storeProducts(k, a, b, exponent, blocks);
}

/**
 * Fills the rows of nodes k to k + 3. Let w = −z·2^{−doublings}, which is at least −0.2. Then 1 − e^w = −w·Σ_{j≤10} w^j/(j + 1)! to double
 * precision, and each doubling of z replaces D by D·(2 − D). This takes 10 multiply-adds and 2 operations per doubling for each item and
 * node; every coefficient is loaded once for four nodes.
 */
export function fourSmallRows(k: i32, row: usize, rowBytes: usize, doublings: i32): void {
  const row3 = row + 2 * rowBytes;
  const lastPair = middleCount & 1 ? rowBytes - 16 : rowBytes;
  const part = -scale / <f64>(1 << doublings);
  const x0 = both(part * load<f64>(atNode(v, k, 8)));
  const x1 = both(part * load<f64>(atNode(v, k + 1, 8)));
  const x2 = both(part * load<f64>(atNode(v, k + 2, 8)));
  const x3 = both(part * load<f64>(atNode(v, k + 3, 8)));
  let a = both(1);
  let b = a;
  let c = a;
  let d = a;
  let exponent = i64x2.splat(0);
  let exponent3 = exponent;
  let blocks = 0;
  for (let i: usize = 0; i < rowBytes; blocks++) {
    for (const stop = min(i + blockBytes, rowBytes); i < stop; i += 16) {
      const r = v128.load(middle + i);
      const w0 = f64x2.mul(r, x0);
      const w1 = f64x2.mul(r, x1);
      const w2 = f64x2.mul(r, x2);
      const w3 = f64x2.mul(r, x3);
      let coefficient = constant(7);
      let e = coefficient;
      let f = coefficient;
      let g = coefficient;
      let h = coefficient;
      coefficient = constant(8);
      e = multiplyAdd(e, w0, coefficient);
      f = multiplyAdd(f, w1, coefficient);
      g = multiplyAdd(g, w2, coefficient);
      h = multiplyAdd(h, w3, coefficient);
      coefficient = constant(9);
      e = multiplyAdd(e, w0, coefficient);
      f = multiplyAdd(f, w1, coefficient);
      g = multiplyAdd(g, w2, coefficient);
      h = multiplyAdd(h, w3, coefficient);
      coefficient = constant(10);
      e = multiplyAdd(e, w0, coefficient);
      f = multiplyAdd(f, w1, coefficient);
      g = multiplyAdd(g, w2, coefficient);
      h = multiplyAdd(h, w3, coefficient);
      coefficient = constant(11);
      e = multiplyAdd(e, w0, coefficient);
      f = multiplyAdd(f, w1, coefficient);
      g = multiplyAdd(g, w2, coefficient);
      h = multiplyAdd(h, w3, coefficient);
      coefficient = constant(12);
      e = multiplyAdd(e, w0, coefficient);
      f = multiplyAdd(f, w1, coefficient);
      g = multiplyAdd(g, w2, coefficient);
      h = multiplyAdd(h, w3, coefficient);
      coefficient = constant(13);
      e = multiplyAdd(e, w0, coefficient);
      f = multiplyAdd(f, w1, coefficient);
      g = multiplyAdd(g, w2, coefficient);
      h = multiplyAdd(h, w3, coefficient);
      coefficient = constant(14);
      e = multiplyAdd(e, w0, coefficient);
      f = multiplyAdd(f, w1, coefficient);
      g = multiplyAdd(g, w2, coefficient);
      h = multiplyAdd(h, w3, coefficient);
      coefficient = constant(15);
      e = multiplyAdd(e, w0, coefficient);
      f = multiplyAdd(f, w1, coefficient);
      g = multiplyAdd(g, w2, coefficient);
      h = multiplyAdd(h, w3, coefficient);
      coefficient = constant(16);
      e = multiplyAdd(e, w0, coefficient);
      f = multiplyAdd(f, w1, coefficient);
      g = multiplyAdd(g, w2, coefficient);
      h = multiplyAdd(h, w3, coefficient);
      coefficient = one();
      e = multiplyAdd(e, w0, coefficient);
      f = multiplyAdd(f, w1, coefficient);
      g = multiplyAdd(g, w2, coefficient);
      h = multiplyAdd(h, w3, coefficient);
      e = f64x2.neg(f64x2.mul(e, w0));
      f = f64x2.neg(f64x2.mul(f, w1));
      g = f64x2.neg(f64x2.mul(g, w2));
      h = f64x2.neg(f64x2.mul(h, w3));
      for (let j = 0; j < doublings; j++) {
        e = twice(e);
        f = twice(f);
        g = twice(g);
        h = twice(h);
      }
      if (i == lastPair) {
        e = f64x2.replace_lane(e, 1, 1);
        f = f64x2.replace_lane(f, 1, 1);
        g = f64x2.replace_lane(g, 1, 1);
        h = f64x2.replace_lane(h, 1, 1);
      }
      v128.store(row + i, e);
      v128.store(row + rowBytes + i, f);
      v128.store(row3 + i, g);
      v128.store(row3 + rowBytes + i, h);
      a = f64x2.mul(a, e);
      b = f64x2.mul(b, f);
      c = f64x2.mul(c, g);
      d = f64x2.mul(d, h);
    }
    exponent = i64x2.add(exponent, pairedSum(exponents(a), exponents(b)));
    exponent3 = i64x2.add(exponent3, pairedSum(exponents(c), exponents(d)));
    a = mantissas(a);
    b = mantissas(b);
    c = mantissas(c);
    d = mantissas(d);
  }
  storeProducts(k, a, b, exponent, blocks);
  storeProducts(k + 2, c, d, exponent3, blocks);
}
