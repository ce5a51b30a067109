import { multiplyAdd } from "./multiply-add";

/** Constants are loaded from memory, as in `exp`. The polynomial is from Cephes' logf (Moshier), for √½ − 1 ≤ m ≤ √2 − 1. */
const TABLE = memory.data<f32>([
  7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1, -1.6668057665e-1,
  2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1, -2.12194440e-4, -0.5, 0.693359375, 1.0, 1.4142135,
]);
const WORDS = memory.data<u32>([0x7fffffff, 0x7fffff, 127]);

@inline
function constant(index: usize): v128 {
  return v128.load_splat<f32>(TABLE + (index << 2));
}

@inline
function word(index: usize): v128 {
  return v128.load_splat<u32>(WORDS + (index << 2));
}

/**
 * sign(x)·log(1 + |x|) in four lanes, accurate to a few units in the last place, even near 0: log(1 + x) = log(u)·x/(u − 1) with the
 * rounded sum u = 1 + x (Kahan), where log(u) = e·ln 2 + log(1 + m) for u = 2ᵉ(1 + m).
 */
@inline
export function signedLog1p(x: v128): v128 {
  const one = constant(12);
  const size = v128.and(x, word(0));
  const u = f32x4.add(one, size);
  let e = i32x4.sub(i32x4.shr_u(u, 23), word(2));
  const f = v128.or(v128.and(u, word(1)), one);
  const isLarge = f32x4.gt(f, constant(13));
  e = i32x4.sub(e, isLarge);
  const m = f32x4.sub(v128.bitselect(f32x4.mul(f, f32x4.neg(constant(10))), f, isLarge), one);
  let p = multiplyAdd(constant(0), m, constant(1));
  p = multiplyAdd(p, m, constant(2));
  p = multiplyAdd(p, m, constant(3));
  p = multiplyAdd(p, m, constant(4));
  p = multiplyAdd(p, m, constant(5));
  p = multiplyAdd(p, m, constant(6));
  p = multiplyAdd(p, m, constant(7));
  p = multiplyAdd(p, m, constant(8));
  const square = f32x4.mul(m, m);
  const exponent = f32x4.convert_i32x4_s(e);
  let y = f32x4.mul(f32x4.mul(p, m), square);
  y = multiplyAdd(exponent, constant(9), y);
  y = multiplyAdd(square, constant(10), y);
  const log = multiplyAdd(exponent, constant(11), f32x4.add(m, y));
  const difference = f32x4.sub(u, one);
  const isTiny = f32x4.eq(u, one);
  const corrected = f32x4.mul(log, f32x4.div(size, v128.bitselect(one, difference, isTiny)));
  return v128.or(v128.bitselect(size, corrected, isTiny), v128.andnot(x, word(0)));
}
