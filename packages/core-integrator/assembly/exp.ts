import { multiplyAdd } from "./multiply-add";

/**
 * The constants −745, 1.5·2⁵², 1/ln 2, ln 2 in two parts, and 1/k! for k = 13 … 2. These constants are loaded from memory because, in Node
 * 24 and later, a v128.const inside a loop takes twice as long as a load.
 */
const TABLE = memory.data<f64>([
  -745.0, 6755399441055744.0, 1.4426950408889634, 0.6931471803691238, 1.9082149292705877e-10,
  1.6059043836821613e-10, 2.08767569878681e-9, 2.505210838544172e-8, 2.755731922398589e-7, 2.7557319223985893e-6,
  2.48015873015873e-5, 1.984126984126984e-4, 1.388888888888889e-3, 8.333333333333333e-3, 4.1666666666666664e-2,
  1.6666666666666666e-1, 0.5,
]);
const BIAS = memory.data<i64>([1023]);
/** The address of the constant 1 in double precision. */
export const ONE = memory.data<f64>([1]);

/** Entry k of the table; entries 5 … 16 are 1/13! … 1/2!. */
@inline
export function constant(index: usize): v128 {
  return v128.load_splat<f64>(TABLE + (index << 3));
}

/** The nearest integer n to x/ln 2 in the low bits of 1.5·2⁵² + n. */
@inline
function shiftedOf(x: v128): v128 {
  return multiplyAdd(x, constant(2), constant(1));
}

/** e^r − 1 for the remainder r = x − n·ln 2. */
@inline
function tailOf(x: v128, shifted: v128): v128 {
  const n = f64x2.sub(shifted, constant(1));
  const r = f64x2.sub(f64x2.sub(x, f64x2.mul(n, constant(3))), f64x2.mul(n, constant(4)));
  // The even and the odd terms of Σ_{k≥2} r^{k−2}/k! are summed in two independent chains.
  const s = f64x2.mul(r, r);
  let odd = multiplyAdd(constant(5), s, constant(7));
  let even = multiplyAdd(constant(6), s, constant(8));
  odd = multiplyAdd(odd, s, constant(9));
  even = multiplyAdd(even, s, constant(10));
  odd = multiplyAdd(odd, s, constant(11));
  even = multiplyAdd(even, s, constant(12));
  odd = multiplyAdd(odd, s, constant(13));
  even = multiplyAdd(even, s, constant(14));
  odd = multiplyAdd(odd, s, constant(15));
  even = multiplyAdd(even, s, constant(16));
  return multiplyAdd(s, multiplyAdd(r, odd, even), r);
}

/** 2ⁿ with n ≥ −1022; lower powers become 0. */
@inline
function powerOf(shifted: v128): v128 {
  const biased = i64x2.add(i64x2.sub(shifted, constant(1)), v128.load_splat<i64>(BIAS));
  return i64x2.shl(v128.andnot(biased, i64x2.shr_s(biased, 63)), 52);
}

/** e^x in two lanes for x ≤ 700, to within 2 ulp; results below e^{−708} are 0. */
@inline
export function exp(x: v128): v128 {
  const clamped = f64x2.pmax(x, constant(0));
  const shifted = shiftedOf(clamped);
  const power = powerOf(shifted);
  return multiplyAdd(power, tailOf(clamped, shifted), power);
}

/** 1 − e^x in two lanes for x ≤ 0, to within 3 ulp. For x > −(ln 2)/2, 2ⁿ is 1 and the result keeps all its digits. */
@inline
export function oneLessExp(x: v128): v128 {
  const clamped = f64x2.pmax(x, constant(0));
  const shifted = shiftedOf(clamped);
  const power = powerOf(shifted);
  return f64x2.sub(f64x2.sub(v128.load_splat<f64>(ONE), power), f64x2.mul(power, tailOf(clamped, shifted)));
}

/** e^x in one lane. */
export function expOf(x: f64): f64 {
  return f64x2.extract_lane(exp(f64x2.splat(x)), 0);
}
