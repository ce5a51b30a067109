import { multiplyAdd } from "./multiply-add";

/**
 * The elements of a·bᵀ at the entries of a sparse matrix: values[e] = Σ_k a_ik · b_jk for every entry e of row i, with
 * j = indices[e]. Every entry has four partial sums, one for each value of k mod 4; they are added at the end. Strides are in bytes.
 */
export function sampledProduct(
  values: usize,
  rows: usize,
  depth: usize,
  indptr: usize,
  indices: usize,
  a: usize,
  aStride: usize,
  b: usize,
  bStride: usize,
): void {
  for (let i: usize = 0; i < rows; i++) {
    const row = a + i * aStride;
    const end = <usize>i32.load(indptr + (i << 2), 4);
    let e = <usize>i32.load(indptr + (i << 2));
    for (; e + 4 <= end; e += 4) {
      const entry = indices + (e << 2);
      const b0 = b + <usize>i32.load(entry) * bStride;
      const b1 = b + <usize>i32.load(entry, 4) * bStride;
      const b2 = b + <usize>i32.load(entry, 8) * bStride;
      const b3 = b + <usize>i32.load(entry, 12) * bStride;
      four(values + (e << 2), row, b0, b1, b2, b3, depth);
    }
    for (; e < end; e++) {
      const column = b + <usize>i32.load(indices + (e << 2)) * bStride;
      f32.store(values + (e << 2), one(row, column, depth));
    }
  }
}

/** Computes four entries of a row at a time: the row is read once, and the four sums are independent. */
@inline
function four(out: usize, a: usize, b0: usize, b1: usize, b2: usize, b3: usize, depth: usize): void {
  let s0 = f32x4.splat(0);
  let s1 = f32x4.splat(0);
  let s2 = f32x4.splat(0);
  let s3 = f32x4.splat(0);
  let k: usize = 0;
  const whole = (depth & ~3) << 2;
  for (; k < whole; k += 16) {
    const x = v128.load(a + k);
    s0 = multiplyAdd(x, v128.load(b0 + k), s0);
    s1 = multiplyAdd(x, v128.load(b1 + k), s1);
    s2 = multiplyAdd(x, v128.load(b2 + k), s2);
    s3 = multiplyAdd(x, v128.load(b3 + k), s3);
  }
  f32.store(out, total(s0) + rest(a, b0, k, depth));
  f32.store(out, total(s1) + rest(a, b1, k, depth), 4);
  f32.store(out, total(s2) + rest(a, b2, k, depth), 8);
  f32.store(out, total(s3) + rest(a, b3, k, depth), 12);
}

@inline
function one(a: usize, b: usize, depth: usize): f32 {
  let sum = f32x4.splat(0);
  let k: usize = 0;
  const whole = (depth & ~3) << 2;
  for (; k < whole; k += 16) sum = multiplyAdd(v128.load(a + k), v128.load(b + k), sum);
  return total(sum) + rest(a, b, k, depth);
}

@inline
function total(sum: v128): f32 {
  const pairs = f32x4.add(sum, v128.shuffle<f32>(sum, sum, 2, 3, 0, 1));
  return f32x4.extract_lane(pairs, 0) + f32x4.extract_lane(pairs, 1);
}

/** Adds the terms beyond the last multiple of four, starting at byte k. */
@inline
function rest(a: usize, b: usize, k: usize, depth: usize): f32 {
  let sum: f32 = 0;
  for (; k < depth << 2; k += 4) sum += f32.load(a + k) * f32.load(b + k);
  return sum;
}
