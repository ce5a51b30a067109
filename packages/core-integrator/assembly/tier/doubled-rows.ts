import { exponents, mantissas } from "../log";
import { multiplyAdd } from "../multiply-add";
import { both, one } from "./lanes";
import { blockBytes, pairedSum, storeProducts } from "./row-products";

// An octave further right, z doubles and D = 1 − e^{−z} becomes 1 − (1 − D)² = D + D·(1 − D), which does not amplify the relative error of
// D. Each item and node takes a subtraction, a multiply-add and the multiplication of the product.

/** D at twice z; in the form D·(2 − D), it could never reach 1. */
@inline
export function twice(d: v128): v128 {
  return multiplyAdd(d, f64x2.sub(one(), d), d);
}

@inline
function doubled(p: usize): v128 {
  return twice(v128.load(p));
}

/** Fills the rows of nodes k and k + 1 from the rows one octave to the left. */
export function doubledRows(k: i32, source: usize, row: usize, rowBytes: usize): void {
  let a = both(1);
  let b = a;
  let exponent = i64x2.splat(0);
  let blocks = 0;
  for (let i: usize = 0; i < rowBytes; blocks++) {
    for (const stop = min(i + blockBytes, rowBytes); i < stop; i += 16) {
      const c = doubled(source + i);
      const d = doubled(source + rowBytes + i);
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

/** Fills the rows of nodes k to k + 3 from the rows one octave, which has at least four nodes, to the left. */
export function fourDoubledRows(k: i32, source: usize, row: usize, rowBytes: usize): void {
  const source3 = source + 2 * rowBytes;
  const row3 = row + 2 * rowBytes;
  let a = both(1);
  let b = a;
  let c = a;
  let d = a;
  let exponent = i64x2.splat(0);
  let exponent3 = exponent;
  let blocks = 0;
  for (let i: usize = 0; i < rowBytes; blocks++) {
    for (const stop = min(i + blockBytes, rowBytes); i < stop; i += 16) {
      const e = doubled(source + i);
      const f = doubled(source + rowBytes + i);
      const g = doubled(source3 + i);
      const h = doubled(source3 + rowBytes + i);
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
