/** a·b + c in two lanes: usually fused, with one rounding, in the relaxed build; with two roundings in the plain build. */
@inline
export function multiplyAdd(a: v128, b: v128, c: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f64x2.relaxed_madd(a, b, c);
  return f64x2.add(f64x2.mul(a, b), c);
}
