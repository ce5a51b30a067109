import { atNode, curvature, decay, weight } from "../layout";
import { exponents, log, mantissas } from "../log";
import { CONSTANTS } from "./lanes";

// The row of a node contains D = 1 − e^{−z} of every middle item. Whatever fills a row also multiplies its entries, because
//   Σ log D = ln 2·Σ (binary exponents) + log Π (mantissas)
// then takes only one logarithm per node. The products are split into exponent and mantissa after each block, before they underflow.

/** The number of factors D that leave a normal number, times 16. */
export let blockBytes: usize = 0;
/** The first node, whose row comes first. */
export let low: i32 = 0;

@inline
export function startAt(k: i32): void {
  low = k;
}

/** Sets the length of a block if the smallest z at the first node is `leastZ`. */
@inline
export function chooseBlocks(leastZ: f64): void {
  // D is at least half of the smallest z, and its exponent at most 1 more.
  const bits = 1024 - <i32>(reinterpret<i64>(min(leastZ, 0.5)) >> 52);
  blockBytes = <usize>(bits < 1000 ? 1000 / bits : 1) << 4;
}

/** The row of node k. */
@inline
export function rowOf(k: i32, rowBytes: usize): usize {
  return decay + <usize>(k - low) * rowBytes;
}

/** The sums of the lanes of a and of b. */
@inline
export function pairedSum(a: v128, b: v128): v128 {
  return i64x2.add(v128.shuffle<i64>(a, b, 0, 2), v128.shuffle<i64>(a, b, 1, 3));
}

/** Stores the products of the lanes of a and of b for nodes k and k + 1, with the sum of their exponents. */
@inline
export function storeProducts(k: i32, a: v128, b: v128, exponent: v128, blocks: i32): void {
  v128.store(atNode(weight, k, 8), f64x2.mul(v128.shuffle<f64>(a, b, 0, 2), v128.shuffle<f64>(a, b, 1, 3)));
  v128.store(atNode(curvature, k, 8), i64x2.sub(exponent, i64x2.splat(<i64>blocks * 2046)));
}

/** Σ log D at nodes k and k + 1. */
@inline
export function logProducts(k: i32): v128 {
  const round = v128.load_splat<f64>(CONSTANTS, 16);
  const binary = f64x2.sub(i64x2.add(v128.load(atNode(curvature, k, 8)), round), round);
  return f64x2.add(f64x2.mul(binary, v128.load_splat<f64>(CONSTANTS, 24)), log(v128.load(atNode(weight, k, 8))));
}
