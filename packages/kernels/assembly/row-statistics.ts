import { exp } from "./exp";
import { scale } from "./scale";

/** The number of exponentials that are summed in single precision before the sum is added to the double-precision total. */
const BLOCK: usize = 1024;

/** out[2i] = max_j x_ij and out[2i + 1] = Σ_j e^(x_ij − max), both doubles. The sum for a row of −∞ is 0. */
export function rowStatistics(out: usize, x: usize, rows: usize, columns: usize, stride: usize): void {
  for (let i: usize = 0; i < rows; i++) {
    const row = x + i * stride;
    const max = maximum(row, columns);
    f64.store(out + (i << 4), max);
    f64.store(out + (i << 4), sumExp(row, columns, max == -Infinity ? 0 : max), 8);
  }
}

/**
 * x_ij ← e^(x_ij − max); also writes the statistics to `out`, as `rowStatistics` does. A row that contains NaN or +∞ is unchanged, and its
 * sum is NaN.
 */
export function exponentiateRows(out: usize, x: usize, rows: usize, columns: usize, stride: usize): void {
  for (let i: usize = 0; i < rows; i++) {
    const row = x + i * stride;
    const max = checkedMaximum(row, columns);
    f64.store(out + (i << 4), max);
    const valid = max < Infinity && !foundNaN;
    f64.store(out + (i << 4), valid ? exponentiate(row, columns, max == -Infinity ? 0 : max) : f64.NaN, 8);
  }
}

/** x_ij ← e^(x_ij − max) / Σ; also writes the statistics to `out`, as `rowStatistics` does. */
export function softmaxRows(out: usize, x: usize, rows: usize, columns: usize, stride: usize): void {
  exponentiateRows(out, x, rows, columns, stride);
  for (let i: usize = 0; i < rows; i++) {
    const max = f64.load(out + (i << 4));
    scale(x + i * stride, columns, max == -Infinity ? f32.NaN : f32(1.0 / f64.load(out + (i << 4), 8)));
  }
}

/** The largest of `count` floats. NaN is ignored here, but makes the sum of exponentials NaN. */
function maximum(x: usize, count: usize): f32 {
  return largest(x, count, false);
}

/** Like `maximum`, but also sets `foundNaN`. */
function checkedMaximum(x: usize, count: usize): f32 {
  return largest(x, count, true);
}

/** Whether the last row passed to `checkedMaximum` contains NaN. */
let foundNaN = false;

@inline
function largest(x: usize, count: usize, checking: bool): f32 {
  let m0 = f32x4.splat(-Infinity);
  let m1 = m0;
  let m2 = m0;
  let m3 = m0;
  let unequal = i32x4.splat(0);
  let i: usize = 0;
  for (; i + 16 <= count; i += 16) {
    const at = x + (i << 2);
    const x0 = v128.load(at);
    const x1 = v128.load(at, 16);
    const x2 = v128.load(at, 32);
    const x3 = v128.load(at, 48);
    m0 = f32x4.pmax(m0, x0);
    m1 = f32x4.pmax(m1, x1);
    m2 = f32x4.pmax(m2, x2);
    m3 = f32x4.pmax(m3, x3);
    if (checking) {
      const low = v128.or(f32x4.ne(x0, x0), f32x4.ne(x1, x1));
      unequal = v128.or(unequal, v128.or(low, v128.or(f32x4.ne(x2, x2), f32x4.ne(x3, x3))));
    }
  }
  for (; i < count; i++) {
    const value = v128.load_splat<f32>(x + (i << 2));
    m0 = f32x4.pmax(m0, value);
    if (checking) unequal = v128.or(unequal, f32x4.ne(value, value));
  }
  if (checking) foundNaN = v128.any_true(unequal);
  m0 = f32x4.pmax(f32x4.pmax(m0, m1), f32x4.pmax(m2, m3));
  m0 = f32x4.pmax(m0, v128.shuffle<f32>(m0, m0, 2, 3, 0, 1));
  m0 = f32x4.pmax(m0, v128.shuffle<f32>(m0, m0, 1, 0, 3, 2));
  return f32x4.extract_lane(m0, 0);
}

function sumExp(x: usize, count: usize, shift: f32): f64 {
  return sumOfExponentials(x, count, shift, false);
}

/** Like `sumExp`, but also stores the exponentials. */
function exponentiate(x: usize, count: usize, shift: f32): f64 {
  return sumOfExponentials(x, count, shift, true);
}

@inline
function sumOfExponentials(x: usize, count: usize, shift: f32, storing: bool): f64 {
  const shifts = f32x4.splat(shift);
  let total: f64 = 0;
  let i: usize = 0;
  while (i + 8 <= count) {
    const end = min(i + BLOCK, count & ~7);
    let s0 = f32x4.splat(0);
    let s1 = s0;
    for (; i < end; i += 8) {
      const at = x + (i << 2);
      const e0 = exp(f32x4.sub(v128.load(at), shifts));
      const e1 = exp(f32x4.sub(v128.load(at, 16), shifts));
      if (storing) {
        v128.store(at, e0);
        v128.store(at, e1, 16);
      }
      s0 = f32x4.add(s0, e0);
      s1 = f32x4.add(s1, e1);
    }
    total += sumOfLanes(s0) + sumOfLanes(s1);
  }
  for (; i < count; i++) {
    const e = exp(f32x4.sub(v128.load_splat<f32>(x + (i << 2)), shifts));
    if (storing) v128.store_lane<f32>(x + (i << 2), e, 0);
    total += f32x4.extract_lane(e, 0);
  }
  return total;
}

function sumOfLanes(x: v128): f64 {
  const pairs = f64x2.add(f64x2.promote_low_f32x4(x), f64x2.promote_low_f32x4(v128.shuffle<f32>(x, x, 2, 3, 0, 1)));
  return f64x2.extract_lane(pairs, 0) + f64x2.extract_lane(pairs, 1);
}
