import { load, store } from "./lanes";
import { multiplyAdd } from "./multiply-add";

/**
 * out_i = base_i + Σ_e values[e] · dense[indices[e]], over the entries e of sparse row i, in order. The base is `out`
 * itself (`accumulate`), the bias, or zero. Strides are in bytes.
 */
export function sparseProduct(
  out: usize,
  outStride: usize,
  rows: usize,
  columns: usize,
  indptr: usize,
  indices: usize,
  values: usize,
  dense: usize,
  denseStride: usize,
  bias: usize,
  accumulate: i32,
): void {
  for (let i: usize = 0; i < rows; i++) {
    const begin = <usize>i32.load(indptr + (i << 2));
    const end = <usize>i32.load(indptr + (i << 2), 4);
    const row = out + i * outStride;
    const base = accumulate ? row : bias;
    let c: usize = 0;
    for (; c + 32 <= columns; c += 32) {
      sumColumns32(row + (c << 2), base ? base + (c << 2) : 0, begin, end, indices, values, dense + (c << 2), denseStride);
    }
    for (; c + 4 <= columns; c += 4) {
      sumColumns(row + (c << 2), base ? base + (c << 2) : 0, begin, end, indices, values, dense + (c << 2), denseStride, 4);
    }
    for (; c < columns; c++) {
      sumColumns(row + (c << 2), base ? base + (c << 2) : 0, begin, end, indices, values, dense + (c << 2), denseStride, 1);
    }
  }
}

@inline
function sumColumns(
  out: usize,
  base: usize,
  begin: usize,
  end: usize,
  indices: usize,
  values: usize,
  dense: usize,
  denseStride: usize,
  lanes: i32,
): void {
  let sum = base ? load(base, lanes) : f32x4.splat(0);
  for (let e = begin; e < end; e++) {
    const row = dense + <usize>i32.load(indices + (e << 2)) * denseStride;
    sum = multiplyAdd(v128.load_splat<f32>(values + (e << 2)), load(row, lanes), sum);
  }
  store(out, sum, lanes);
}

/** Sums thirty-two columns at a time and keeps the sums in registers over all entries of the row. */
function sumColumns32(
  out: usize,
  base: usize,
  begin: usize,
  end: usize,
  indices: usize,
  values: usize,
  dense: usize,
  denseStride: usize,
): void {
  const zero = f32x4.splat(0);
  let s0 = base ? v128.load(base) : zero;
  let s1 = base ? v128.load(base, 16) : zero;
  let s2 = base ? v128.load(base, 32) : zero;
  let s3 = base ? v128.load(base, 48) : zero;
  let s4 = base ? v128.load(base, 64) : zero;
  let s5 = base ? v128.load(base, 80) : zero;
  let s6 = base ? v128.load(base, 96) : zero;
  let s7 = base ? v128.load(base, 112) : zero;
  for (let e = begin; e < end; e++) {
    const row = dense + <usize>i32.load(indices + (e << 2)) * denseStride;
    const value = v128.load_splat<f32>(values + (e << 2));
    s0 = multiplyAdd(value, v128.load(row), s0);
    s1 = multiplyAdd(value, v128.load(row, 16), s1);
    s2 = multiplyAdd(value, v128.load(row, 32), s2);
    s3 = multiplyAdd(value, v128.load(row, 48), s3);
    s4 = multiplyAdd(value, v128.load(row, 64), s4);
    s5 = multiplyAdd(value, v128.load(row, 80), s5);
    s6 = multiplyAdd(value, v128.load(row, 96), s6);
    s7 = multiplyAdd(value, v128.load(row, 112), s7);
  }
  v128.store(out, s0);
  v128.store(out, s1, 16);
  v128.store(out, s2, 32);
  v128.store(out, s3, 48);
  v128.store(out, s4, 64);
  v128.store(out, s5, 80);
  v128.store(out, s6, 96);
  v128.store(out, s7, 112);
}
