import { exp, ONE } from "./exp";

// These functions fill the rows of middle items with e = e^{−r·x} for the items that are not saturated at a node, two items at a time.
// Every row has an even number of entries; the entry after the last item belongs to an item with infinite r, whose e is 0.

/** A product above 1e-100 can be multiplied by this many factors of 1e-17 or more without underflow. */
const BLOCK: usize = 8 * 16;
const TINY = memory.data<f64>([1e-17]);

let logs: f64 = 0;

/** Multiplies a product by 1 − e, or by 1e-17 if that rounds to 0; the node then has no weight. */
@inline
function factor(product: v128, e: v128): v128 {
  return f64x2.mul(product, f64x2.pmax(f64x2.sub(v128.load_splat<f64>(ONE), e), v128.load_splat<f64>(TINY)));
}

/** Takes the logarithm of a product before it underflows. */
@inline
function settle(product: v128): v128 {
  const a = f64x2.extract_lane(product, 0);
  const b = f64x2.extract_lane(product, 1);
  if (min(a, b) > 1e-100) return product;
  logs += Math.log(a) + Math.log(b);
  return v128.load_splat<f64>(ONE);
}

@inline
function total(product: v128): f64 {
  return logs + Math.log(f64x2.extract_lane(product, 0) * f64x2.extract_lane(product, 1));
}

/** Fills the row by squaring the row one octave to the left; returns Σ log(1 − e). */
export function squareRow(source: usize, row: usize, count: i32): f64 {
  logs = 0;
  let product = f64x2.splat(1);
  const end = <usize>count << 3;
  for (let i: usize = 0; i < end; ) {
    for (const stop = min(i + BLOCK, end); i < stop; i += 16) {
      const root = v128.load(source + i);
      const e = f64x2.mul(root, root);
      v128.store(row + i, e);
      product = factor(product, e);
    }
    product = settle(product);
  }
  return total(product);
}

/**
 * Fills the row of the node x and returns Σ log(1 − e). The first `rooted` entries are square roots of the row one octave to the right; the
 * others are computed as exponentials.
 */
export function freshRow(r: usize, x: f64, source: usize, rooted: i32, row: usize, count: i32): f64 {
  logs = 0;
  let product = f64x2.splat(1);
  let i: usize = 0;
  for (const end = <usize>rooted << 3; i < end; ) {
    for (const stop = min(i + BLOCK, end); i < stop; i += 16) {
      const e = f64x2.sqrt(v128.load(source + i));
      v128.store(row + i, e);
      product = factor(product, e);
    }
    product = settle(product);
  }
  const minusX = f64x2.splat(-x);
  for (const end = <usize>count << 3; i < end; ) {
    for (const stop = min(i + BLOCK, end); i < stop; i += 16) {
      const e = exp(f64x2.mul(v128.load(r + i), minusX));
      v128.store(row + i, e);
      product = factor(product, e);
    }
    product = settle(product);
  }
  return total(product);
}
