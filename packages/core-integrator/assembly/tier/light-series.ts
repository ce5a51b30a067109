import { lightRatio, powers } from "../layout";
import { sumPowers } from "../light";
import { exponents, log, mantissas } from "../log";
import { multiplyAdd } from "../multiply-add";
import { both, sumOfTwo } from "./lanes";
import { lightCount } from "./split";

// With u = r·scale and v = x/scale, so that z = u·v ≤ 4, the light items contribute to ℓ
//   Σ_a log(1 − e^{−u_a·v}) = Σ_a log(u_a·v) − (v/2)·Σ_a u_a + Σ_k VALUE_k·(Σ_a u_a^{2k})·v^{2k},   k = 1 … 15.

const LN2: f64 = 0.6931471805599453;
/** The number of coefficients of the light items' series. */
export const TERMS: i32 = 15;

/** Σ_k VALUE_k z^{2k} and Σ_k SLOPE_k z^{2k}, k = 1 … 15, for z ≤ 4; see light-items.ts. */
const VALUE = memory.data<f64>([
  0.041666666666666664, -0.0003472222222222134, 5.5114638447558806e-6, -1.0333994701329776e-7, 2.0876756240046972e-9,
  -4.4034873691529465e-11, 9.55878376679172e-13, -2.118093191534634e-14, 4.761316510748539e-16, -1.0753268393976065e-17,
  2.380283370476456e-19, -4.8776832890699755e-21, 8.345631298952193e-23, -1.0094765743979072e-24, 6.201139192543544e-27,
]);
export const SLOPE = memory.data<f64>([
  0.08333333333333333, -0.001388888888888646, 3.306878306764453e-5, -8.267195746052595e-7, 2.0876754923315427e-8,
  -5.284177940778931e-10, 1.3382063400019013e-11, -3.3884123460150784e-13, 8.561801710616144e-15, -2.1410370188615052e-16,
  5.161013381374339e-18, -1.129883044469803e-19, 2.026368811982919e-21, -2.5294553140893173e-23, 1.5860800101113015e-25,
]);
/** The coefficients of the light items' series at a node, in pairs. */
const nodeSeries = memory.data(128, 16);

/** Σ log u of the light items. */
export let lightLog: f64 = 0;

/** Computes Σu, Σu^{2k} and Σ log u of the light items: about 20 multiplications per item, and one logarithm. */
export function sumLight(): void {
  const end = lightRatio + (<usize>lightCount << 3);
  store<f64>(end, 0);
  sumPowers(lightRatio, lightCount, true);
  store<f64>(end, 1);
  let product = both(1);
  let powersOfTwo = i64x2.splat(0);
  let taken = 0;
  for (let p = lightRatio; p < end; ) {
    // Each u is between 1e-250 and 4, and each mantissa is below 2, so the product is a normal number.
    product = f64x2.mul(product, v128.load(p));
    p += 16;
    powersOfTwo = i64x2.add(powersOfTwo, exponents(product));
    product = mantissas(product);
    taken++;
  }
  const binary = i64x2.extract_lane(powersOfTwo, 0) + i64x2.extract_lane(powersOfTwo, 1) - 2046 * <i64>taken;
  lightLog = <f64>binary * LN2 + sumOfTwo(log(product));
  for (let k = 0; k < TERMS; k++) {
    store<f64>(nodeSeries + (<usize>k << 3), load<f64>(VALUE + (<usize>k << 3)) * load<f64>(powers + (<usize>k << 3), 8));
  }
  store<f64>(nodeSeries, 0, 8 * TERMS);
}

/** Σ_k VALUE_k·(Σu^{2k})·v^{2k} at two nodes v: 15 multiply-adds. */
@inline
export function lightValues(at: v128): v128 {
  const q = f64x2.mul(at, at);
  const square = f64x2.mul(q, q);
  let even = both(0);
  let odd = even;
  for (let p = nodeSeries + 8 * (TERMS - 1); p >= nodeSeries; p -= 16) {
    even = multiplyAdd(even, square, v128.load_splat<f64>(p));
    odd = multiplyAdd(odd, square, v128.load_splat<f64>(p, 8));
  }
  return f64x2.mul(q, multiplyAdd(q, odd, even));
}
