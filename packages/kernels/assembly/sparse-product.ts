import { load, store } from "./lanes";
import { multiplyAdd } from "./multiply-add";

/** The number of entries whose rows of `dense` are looked up together. */
const GROUP: usize = 16;

/**
 * out_i = base_i + Σ_e values[e] · dense[indices[e]], over the entries e of sparse row i, in order. The base is `out`
 * itself (`accumulate`), the bias, or zero. Strides are in bytes.
 *
 * Four entries are added per pass over the columns, so that the processor fetches four rows of `dense` at the same time: if the matrix is
 * larger than the caches, most of the time is spent waiting for scattered rows. Before that, one number per row of a group is read, so that
 * the processor looks up the addresses of many pages at a time. The result only keeps the compiler from dropping these reads.
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
): i32 {
  let read: i32 = 0;
  const size = columns << 2;
  for (let i: usize = 0; i < rows; i++) {
    let e = <usize>i32.load(indptr + (i << 2));
    const end = <usize>i32.load(indptr + (i << 2), 4);
    const row = out + i * outStride;
    let base = accumulate ? row : bias;
    if (!base || e == end) {
      if (!base) memory.fill(row, 0, size);
      else if (base != row) memory.copy(row, base, size);
      base = row;
    }
    for (let begin = e; e + 4 <= end; e += 4) {
      if ((e - begin) % GROUP == 0) {
        for (let k = e; k < min(e + GROUP, end); k++) {
          read ^= i32.load(dense + <usize>i32.load(indices + (k << 2)) * denseStride);
        }
      }
      addFour(row, base, size, indices + (e << 2), values + (e << 2), dense, denseStride);
      base = row;
    }
    for (; e < end; e++) {
      addOne(row, base, size, dense + <usize>i32.load(indices + (e << 2)) * denseStride, values + (e << 2));
      base = row;
    }
  }
  return read;
}

/** out = base + the next four entries, eight columns at a time. */
export function addFour(
  out: usize,
  base: usize,
  size: usize,
  indices: usize,
  values: usize,
  dense: usize,
  denseStride: usize,
): void {
  const a = dense + <usize>i32.load(indices) * denseStride;
  const b = dense + <usize>i32.load(indices, 4) * denseStride;
  const c = dense + <usize>i32.load(indices, 8) * denseStride;
  const d = dense + <usize>i32.load(indices, 12) * denseStride;
  const va = v128.load_splat<f32>(values);
  const vb = v128.load_splat<f32>(values, 4);
  const vc = v128.load_splat<f32>(values, 8);
  const vd = v128.load_splat<f32>(values, 12);
  let at: usize = 0;
  for (; at + 32 <= size; at += 32) {
    let s = multiplyAdd(va, v128.load(a + at), v128.load(base + at));
    let t = multiplyAdd(va, v128.load(a + at, 16), v128.load(base + at, 16));
    s = multiplyAdd(vb, v128.load(b + at), s);
    t = multiplyAdd(vb, v128.load(b + at, 16), t);
    s = multiplyAdd(vc, v128.load(c + at), s);
    t = multiplyAdd(vc, v128.load(c + at, 16), t);
    s = multiplyAdd(vd, v128.load(d + at), s);
    t = multiplyAdd(vd, v128.load(d + at, 16), t);
    v128.store(out + at, s);
    v128.store(out + at, t, 16);
  }
  for (; at + 16 <= size; at += 16) step(out + at, base + at, a + at, b + at, c + at, d + at, va, vb, vc, vd, 4);
  for (; at < size; at += 4) step(out + at, base + at, a + at, b + at, c + at, d + at, va, vb, vc, vd, 1);
}

@inline
function step(
  out: usize,
  base: usize,
  a: usize,
  b: usize,
  c: usize,
  d: usize,
  va: v128,
  vb: v128,
  vc: v128,
  vd: v128,
  lanes: i32,
): void {
  const sum = multiplyAdd(vb, load(b, lanes), multiplyAdd(va, load(a, lanes), load(base, lanes)));
  store(out, multiplyAdd(vd, load(d, lanes), multiplyAdd(vc, load(c, lanes), sum)), lanes);
}

/** out = base + one entry. */
export function addOne(out: usize, base: usize, size: usize, row: usize, valueAt: usize): void {
  const value = v128.load_splat<f32>(valueAt);
  let at: usize = 0;
  for (; at + 16 <= size; at += 16) {
    v128.store(out + at, multiplyAdd(value, v128.load(row + at), v128.load(base + at)));
  }
  for (; at < size; at += 4) store(out + at, multiplyAdd(value, load(row + at, 1), load(base + at, 1)), 1);
}
