import { multiplyAdd } from "./multiply-add";

/**
 * The constants are loaded from memory because, in Node 24 and later, a v128.const inside a loop takes twice as long as a
 * load. The polynomial, from Cephes' expf (Moshier), approximates (e^r − 1 − r)/r² for |r| ≤ ln 2 / 2.
 */
const TABLE = memory.data<f32>([
  88.8, -104.0, 1.44269504088896341, 12582912.0, -0.693359375, 2.12194440e-4,
  1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1, 1.0,
]);

@inline
function constant(index: usize): v128 {
  return v128.load_splat<f32>(TABLE + (index << 2));
}

/**
 * e^x in four lanes: reduces x = n ln 2 + r, evaluates a polynomial in r, then multiplies by 2ⁿ in two steps, so that subnormal results are
 * correct. Overflow gives infinity, underflow gives 0, and NaN stays NaN.
 */
@inline
export function exp(x: v128): v128 {
  // pmin and pmax are single instructions and, with x as the first operand, preserve NaN.
  const clamped = f32x4.pmax(f32x4.pmin(x, constant(0)), constant(1));
  // Adding 1.5·2²³ rounds to an integer and leaves it in the low bits.
  const shifted = multiplyAdd(clamped, constant(2), constant(3));
  const n = f32x4.sub(shifted, constant(3));
  const r = multiplyAdd(n, constant(5), multiplyAdd(n, constant(4), clamped));
  let p = multiplyAdd(constant(6), r, constant(7));
  p = multiplyAdd(p, r, constant(8));
  p = multiplyAdd(p, r, constant(9));
  p = multiplyAdd(p, r, constant(10));
  p = multiplyAdd(p, r, constant(11));
  p = multiplyAdd(p, f32x4.mul(r, r), f32x4.add(r, constant(12)));

  const exponent = i32x4.sub(shifted, constant(3));
  const half = i32x4.shr_s(exponent, 1);
  return f32x4.mul(f32x4.mul(p, powerOfTwo(half)), powerOfTwo(i32x4.sub(exponent, half)));
}

@inline
function powerOfTwo(exponent: v128): v128 {
  return i32x4.add(i32x4.shl(exponent, 23), constant(12));
}
