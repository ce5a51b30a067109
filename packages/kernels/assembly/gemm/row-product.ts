import { multiplyAdd } from "../multiply-add";

/** Four zeros, the base of a product that starts from zero. */
const ZEROS = memory.data(16, 16);

/**
 * out[j] = base[j] + Σ_p a[p]·b[j][p] for a single row a; a base of 0 means zeros. A tile would compute four rows and would pack all of b
 * only to use it once. This function reads b once, in place. Every element is summed in order of p with the arithmetic of `tile`, so the
 * result is bit-identical to the same row of a larger product.
 */
export function rowProduct(
  out: usize,
  columns: usize,
  depth: usize,
  a: usize,
  b: usize,
  bStride: usize,
  base: usize,
): void {
  let j: usize = 0;
  for (; j + 8 <= columns; j += 8) eight(out + (j << 2), depth, a, b + j * bStride, bStride, base ? base + (j << 2) : 0);
  for (; j + 4 <= columns; j += 4) four(out + (j << 2), depth, a, b + j * bStride, bStride, base ? base + (j << 2) : 0);
  for (; j < columns; j++) one(out + (j << 2), depth, a, b + j * bStride, base ? base + (j << 2) : ZEROS);
}

/** Eight columns: the two sums are independent, which hides the latency of the multiply-adds. */
@inline
function eight(out: usize, depth: usize, a: usize, b: usize, bStride: usize, base: usize): void {
  let c0 = v128.load(base ? base : ZEROS);
  let c1 = base ? v128.load(base, 16) : v128.load(ZEROS);
  let r0 = b;
  let r1 = r0 + bStride;
  let r2 = r1 + bStride;
  let r3 = r2 + bStride;
  let r4 = r3 + bStride;
  let r5 = r4 + bStride;
  let r6 = r5 + bStride;
  let r7 = r6 + bStride;
  const end = a + (depth << 2);
  const vectorEnd = a + ((depth & ~3) << 2);
  while (a < vectorEnd) {
    const a0 = v128.load_splat<f32>(a);
    const a1 = v128.load_splat<f32>(a, 4);
    const a2 = v128.load_splat<f32>(a, 8);
    const a3 = v128.load_splat<f32>(a, 12);
    let x0 = v128.load(r0);
    let x1 = v128.load(r1);
    let x2 = v128.load(r2);
    let x3 = v128.load(r3);
    let low01 = v128.shuffle<f32>(x0, x1, 0, 4, 1, 5);
    let high01 = v128.shuffle<f32>(x0, x1, 2, 6, 3, 7);
    let low23 = v128.shuffle<f32>(x2, x3, 0, 4, 1, 5);
    let high23 = v128.shuffle<f32>(x2, x3, 2, 6, 3, 7);
    c0 = multiplyAdd(a0, v128.shuffle<i64>(low01, low23, 0, 2), c0);
    c0 = multiplyAdd(a1, v128.shuffle<i64>(low01, low23, 1, 3), c0);
    c0 = multiplyAdd(a2, v128.shuffle<i64>(high01, high23, 0, 2), c0);
    c0 = multiplyAdd(a3, v128.shuffle<i64>(high01, high23, 1, 3), c0);
    x0 = v128.load(r4);
    x1 = v128.load(r5);
    x2 = v128.load(r6);
    x3 = v128.load(r7);
    low01 = v128.shuffle<f32>(x0, x1, 0, 4, 1, 5);
    high01 = v128.shuffle<f32>(x0, x1, 2, 6, 3, 7);
    low23 = v128.shuffle<f32>(x2, x3, 0, 4, 1, 5);
    high23 = v128.shuffle<f32>(x2, x3, 2, 6, 3, 7);
    c1 = multiplyAdd(a0, v128.shuffle<i64>(low01, low23, 0, 2), c1);
    c1 = multiplyAdd(a1, v128.shuffle<i64>(low01, low23, 1, 3), c1);
    c1 = multiplyAdd(a2, v128.shuffle<i64>(high01, high23, 0, 2), c1);
    c1 = multiplyAdd(a3, v128.shuffle<i64>(high01, high23, 1, 3), c1);
    a += 16;
    r0 += 16;
    r1 += 16;
    r2 += 16;
    r3 += 16;
    r4 += 16;
    r5 += 16;
    r6 += 16;
    r7 += 16;
  }
  for (let k: usize = 0; a < end; a += 4, k += 4) {
    const a0 = v128.load_splat<f32>(a);
    c0 = multiplyAdd(a0, column(r0 + k, r1 + k, r2 + k, r3 + k), c0);
    c1 = multiplyAdd(a0, column(r4 + k, r5 + k, r6 + k, r7 + k), c1);
  }
  v128.store(out, c0);
  v128.store(out, c1, 16);
}

/** Computes four columns; called at most once per product. */
@inline
function four(out: usize, depth: usize, a: usize, b: usize, bStride: usize, base: usize): void {
  let c = v128.load(base ? base : ZEROS);
  const end = a + (depth << 2);
  for (let r = b; a < end; a += 4, r += 4) {
    const x = column(r, r + bStride, r + 2 * bStride, r + 3 * bStride);
    c = multiplyAdd(v128.load_splat<f32>(a), x, c);
  }
  v128.store(out, c);
}

/** Computes one column, with equal lanes because multiplyAdd takes vectors; called at most three times per product. */
@inline
function one(out: usize, depth: usize, a: usize, b: usize, base: usize): void {
  let c = v128.load_splat<f32>(base);
  const end = a + (depth << 2);
  for (let r = b; a < end; a += 4, r += 4) {
    c = multiplyAdd(v128.load_splat<f32>(a), v128.load_splat<f32>(r), c);
  }
  v128.store_lane<f32>(out, c, 0);
}

@inline
function column(r0: usize, r1: usize, r2: usize, r3: usize): v128 {
  let x = v128.load_splat<f32>(r0);
  x = v128.load_lane<f32>(r1, x, 1);
  x = v128.load_lane<f32>(r2, x, 2);
  return v128.load_lane<f32>(r3, x, 3);
}
