import { load, store } from "./lanes";

/** out_j = base_j + Σ_i x_ij, summed in order of i. The base is `out` itself (`accumulate`) or zero. */
export function columnSums(out: usize, x: usize, rows: usize, columns: usize, stride: usize, accumulate: i32): void {
  let c: usize = 0;
  for (; c + 16 <= columns; c += 16) sum16(out + (c << 2), x + (c << 2), rows, stride, accumulate);
  for (; c + 4 <= columns; c += 4) sum(out + (c << 2), x + (c << 2), rows, stride, accumulate, 4);
  for (; c < columns; c++) sum(out + (c << 2), x + (c << 2), rows, stride, accumulate, 1);
}

@inline
function sum(out: usize, x: usize, rows: usize, stride: usize, accumulate: i32, lanes: i32): void {
  let total = accumulate ? load(out, lanes) : f32x4.splat(0);
  for (let i: usize = 0; i < rows; i++) total = f32x4.add(total, load(x + i * stride, lanes));
  store(out, total, lanes);
}

/** Sums sixteen columns, one cache line, at a time. */
function sum16(out: usize, x: usize, rows: usize, stride: usize, accumulate: i32): void {
  const zero = f32x4.splat(0);
  let s0 = accumulate ? v128.load(out) : zero;
  let s1 = accumulate ? v128.load(out, 16) : zero;
  let s2 = accumulate ? v128.load(out, 32) : zero;
  let s3 = accumulate ? v128.load(out, 48) : zero;
  for (let i: usize = 0; i < rows; i++) {
    s0 = f32x4.add(s0, v128.load(x));
    s1 = f32x4.add(s1, v128.load(x, 16));
    s2 = f32x4.add(s2, v128.load(x, 32));
    s3 = f32x4.add(s3, v128.load(x, 48));
    x += stride;
  }
  v128.store(out, s0);
  v128.store(out, s1, 16);
  v128.store(out, s2, 32);
  v128.store(out, s3, 48);
}
