import {
  abs,
  add,
  clipByValue,
  div,
  exp,
  less,
  log,
  mul,
  neg,
  sub,
  type Tensor,
  tidy,
  where,
  zerosLike,
} from "@tensorflow/tfjs-core";

/** y + d is clipped to this range, in which z = e^{y + d} and e^{−z} are representable in single precision. Clipping does not change the results. */
const LEAST = -80;
const MOST = 4.4;

/** z = e^{y + d}. */
export function ratio(y: Tensor, d: Tensor): Tensor {
  return exp(clipByValue(add(y, d), LEAST, MOST));
}

/** Computes log(1 − e^{−z}) − floor, for z < 1 as y + d − floor + log((1 − e^{−z})/z), with a series for the logarithm. */
export function logFactors(y: Tensor, d: Tensor, floor: Tensor): Tensor {
  return tidy(() => {
    const z = ratio(y, d);
    const square = mul(z, z);
    const even = horner(square, [1 / 24, -1 / 2880, 1 / 181440, -1 / 9676800]);
    const series = add(add(y, sub(d, floor)), sub(mul(square, even), mul(z, 0.5)));
    return where(less(z, 1), series, sub(log(sub(1, exp(neg(z)))), floor));
  });
}

/** φ(z) = z/(e^z − 1), computed by a series for z < 1. */
export function slopeOf(z: Tensor): Tensor {
  return tidy(() => {
    const square = mul(z, z);
    const even = horner(square, [1 / 12, -1 / 720, 1 / 30240, -1 / 1209600, 1 / 47900160]);
    const e = exp(neg(z));
    return where(less(z, 1), add(sub(1, mul(z, 0.5)), mul(square, even)), div(mul(z, e), sub(1, e)));
  });
}

// These functions replace expm1 and log1p, which are inaccurate near 0 on some backends.

/** (e^x − 1)/x, computed near 0 as e^{x/2} · sinh(x/2)/(x/2) with a series for the sinh quotient. */
export function growth(x: Tensor): Tensor {
  return tidy(() => {
    const even = horner(mul(x, mul(x, 0.25)), [1, 1 / 6, 1 / 120, 1 / 5040, 1 / 362880]);
    return where(less(abs(x), 1), mul(exp(mul(x, 0.5)), even), div(sub(exp(x), 1), x));
  });
}

/** log(1 + x) = 2 artanh s with s = x/(2 + x), computed by a series for x up to 0.2. */
export function log1pOfSmall(x: Tensor): Tensor {
  return tidy(() => {
    const s = div(x, add(x, 2));
    return mul(mul(s, 2), horner(mul(s, s), [1, 1 / 3, 1 / 5, 1 / 7]));
  });
}

/** Σ_k c_k x^k. */
function horner(x: Tensor, coefficients: readonly number[]): Tensor {
  return coefficients.reduceRight<Tensor>((higher, c) => add(mul(higher, x), c), zerosLike(x));
}
