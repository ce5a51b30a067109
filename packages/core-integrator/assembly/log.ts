import { multiplyAdd } from "./multiply-add";

/**
 * The constants for {@link log}: the bit patterns 1.0 − √½ and √½ in the upper word, the mantissa's mask, 2⁵², 2⁵² + 1023, ln 2 in two
 * parts, and the coefficients of log((1 + s)/(1 − s)) = 2s + s·(L₁s² + L₂s⁴ + …) from FreeBSD's e_log.c.
 */
const BITS = memory.data<i64>([
  0x0009_5f62_0000_0000, 0x3fe6_a09e_0000_0000, 0x000f_ffff_ffff_ffff, 0x4330_0000_0000_0000, 0x3ff0_0000_0000_0000,
]);
const TABLE = memory.data<f64>([
  4503599627371519.0, 6.93147180369123816490e-1, 1.90821492927058770002e-10, 6.666666666666735130e-1,
  3.999999999940941908e-1, 2.857142874366239149e-1, 2.222219843214978396e-1, 1.818357216161805012e-1,
  1.531383769920937332e-1, 1.479819860511658591e-1, 1, 2, 0.5,
]);

@inline
function bits(index: usize): v128 {
  return v128.load_splat<i64>(BITS + (index << 3));
}

@inline
function constant(index: usize): v128 {
  return v128.load_splat<f64>(TABLE + (index << 3));
}

/** log x in two lanes for positive normal numbers, to within 1 ulp. */
@inline
export function log(x: v128): v128 {
  const shifted = i64x2.add(x, bits(0));
  const k = f64x2.sub(v128.or(i64x2.shr_u(shifted, 52), bits(3)), constant(0));
  const f = f64x2.sub(i64x2.add(v128.and(shifted, bits(2)), bits(1)), constant(10));
  const s = f64x2.div(f, f64x2.add(constant(11), f));
  const z = f64x2.mul(s, s);
  const w = f64x2.mul(z, z);
  let odd = multiplyAdd(constant(9), w, constant(7));
  let even = multiplyAdd(constant(8), w, constant(6));
  odd = multiplyAdd(odd, w, constant(5));
  even = multiplyAdd(even, w, constant(4));
  odd = multiplyAdd(odd, w, constant(3));
  const series = multiplyAdd(z, odd, f64x2.mul(w, even));
  const half = f64x2.mul(constant(12), f64x2.mul(f, f));
  const low = multiplyAdd(s, f64x2.add(half, series), f64x2.mul(k, constant(2)));
  return multiplyAdd(k, constant(1), f64x2.sub(f, f64x2.sub(half, low)));
}

/** The exponents of positive normal numbers, plus 1023. */
@inline
export function exponents(x: v128): v128 {
  return i64x2.shr_u(x, 52);
}

/** The mantissas, between 1 and 2, of positive normal numbers. */
@inline
export function mantissas(x: v128): v128 {
  return v128.or(v128.and(x, bits(2)), bits(4));
}

/** log x in one lane. */
export function logOf(x: f64): f64 {
  return f64x2.extract_lane(log(f64x2.splat(x)), 0);
}
