import { exp, oneLessExp } from "./exp";
import {
  atNode, decay, lightIndex, lightRatio, lightSlope, log as logAt, masses, middle, middleIndex, NODES, outcome, powers, REACH, series, v,
  weight, weighted,
} from "./layout";
import { lightSlopes, nodeMoments, sumPowers } from "./light";
import { exponents, log, mantissas } from "./log";
import { boundError, errorSlope, estimateError, trapezoidStep } from "./step";
import { evaluateSubsets } from "./subsets";
import { weighNodes } from "./walk";

// The adaptive rule for one tier in one call; rules/adaptive.ts explains the method. The differences from the reference:
//
// - A row of middle items contains D = 1 − e^{−z} instead of e^{−z}. Rows are filled from left to right: an octave further right, z doubles
//   and D becomes D + D·(1 − D), which does not amplify its relative error.
// - 1/D is computed once per item and octave, at the rightmost node. An octave further left, 1/D is multiplied by 2 − D.
// - The search for the mode approximates φ(z) by 1/Σ_{k<8} z^k/(k+1)!, within 0.002.

const MOST_NODES: i32 = 200;
const SMALL_TIER: i32 = 7;
const MANY_MIDDLE: i32 = 160;
/** With fewer light items than this, the series of the light items costs more than their rows. */
const FEW_LIGHT: i32 = 12;
const LARGEST_LIGHT: f64 = 4;
const HEAVY_RATIO: f64 = 2.3538526683702e17; // e⁴⁰
const LN2: f64 = 0.6931471805599453;
const EPSILON: f64 = 2.220446049250313e-16;
/** The number of coefficients of the light items' series. */
const TERMS: i32 = 15;

/** Σ_k VALUE_k z^{2k} and Σ_k SLOPE_k z^{2k}, k = 1 … 15, for z ≤ 4; see light-items.ts. */
const VALUE = memory.data<f64>([
  0.041666666666666664, -0.0003472222222222134, 5.5114638447558806e-6, -1.0333994701329776e-7, 2.0876756240046972e-9,
  -4.4034873691529465e-11, 9.55878376679172e-13, -2.118093191534634e-14, 4.761316510748539e-16, -1.0753268393976065e-17,
  2.380283370476456e-19, -4.8776832890699755e-21, 8.345631298952193e-23, -1.0094765743979072e-24, 6.201139192543544e-27,
]);
const SLOPE = memory.data<f64>([
  0.08333333333333333, -0.001388888888888646, 3.306878306764453e-5, -8.267195746052595e-7, 2.0876754923315427e-8,
  -5.284177940778931e-10, 1.3382063400019013e-11, -3.3884123460150784e-13, 8.561801710616144e-15, -2.1410370188615052e-16,
  5.161013381374339e-18, -1.129883044469803e-19, 2.026368811982919e-21, -2.5294553140893173e-23, 1.5860800101113015e-25,
]);
/** 1/(k + 1)! for k = 7 … 0: odd powers of z are at multiples of 16. */
const FACTORIALS = memory.data<f64>([
  2.48015873015873e-5, 1.984126984126984e-4, 1.388888888888889e-3, 8.333333333333333e-3, 4.1666666666666664e-2,
  1.6666666666666666e-1, 0.5, 1,
]);
/** The coefficients of the light items' series at a node, in pairs. */
const nodeSeries = memory.data(128, 16);

let scale: f64 = 0;
let lightCount: i32 = 0;
let middleCount: i32 = 0;
let heavyCount: i32 = 0;
/** The smallest ratio of the middle items. */
let leastMiddle: f64 = 0;
/** Σ log u of the light items. */
let lightLog: f64 = 0;
let modeX: f64 = 0;
let modeCurvature: f64 = 0;
let evaluations: i32 = 0;
let low: i32 = 0;
let high: i32 = 0;
let highest: f64 = 0;

@inline
function horizontal(lanes: v128): f64 {
  return f64x2.extract_lane(lanes, 0) + f64x2.extract_lane(lanes, 1);
}

@inline
function both(x: f64): v128 {
  return f64x2.splat(x);
}

/** log x in one lane. */
export function logOf(x: f64): f64 {
  return f64x2.extract_lane(log(f64x2.splat(x)), 0);
}

/** Divides a tier into light, middle and heavy items; returns false if it has more middle items than fit into the rows. */
function split(from: i32, size: i32, perRest: f64, drop: f64): bool {
  const wide = <f64>(size + 1);
  scale = wide + Math.sqrt(2 * drop * wide) + drop;
  const mostLight = LARGEST_LIGHT / scale;
  const leastHeavy = HEAVY_RATIO * <f64>size;
  const start = masses + (<usize>from << 3);
  let light = 0;
  let heavy = 0;
  for (let a = 0; a < size; a++) {
    const r = load<f64>(start + (<usize>a << 3)) * perRest;
    light += i32(r <= mostLight);
    heavy += i32(r > leastHeavy);
  }
  const isSmall = size - heavy <= SMALL_TIER;
  // Rows of items whose D may underflow are avoided.
  const asMiddle = isSmall ? 0 : light < FEW_LIGHT ? mostLight * 1e-6 : mostLight;
  let lights = 0;
  let middles = 0;
  let least: f64 = 1;
  for (let a = 0; a < size; a++) {
    const r = load<f64>(start + (<usize>a << 3)) * perRest;
    if (r <= asMiddle) {
      store<f64>(lightRatio + (<usize>lights << 3), r * scale);
      store<i32>(lightIndex + (<usize>lights << 2), a);
      lights++;
    } else if (r <= leastHeavy) {
      if (middles == MANY_MIDDLE - 1) return false;
      store<f64>(middle + (<usize>middles << 3), r);
      store<i32>(middleIndex + (<usize>middles << 2), a);
      least = min(least, r);
      middles++;
    }
  }
  store<f64>(middle + (<usize>middles << 3), Infinity);
  lightCount = lights;
  middleCount = middles;
  leastMiddle = least;
  heavyCount = heavy;
  return true;
}

/** Computes Σu^k and Σ log u of the light items. */
function sumLight(): void {
  const end = lightRatio + (<usize>lightCount << 3);
  store<f64>(end, 0);
  sumPowers(lightRatio, lightCount, true);
  store<f64>(end, 1);
  let product = both(1);
  let powersOfTwo = i64x2.splat(0);
  let taken = 0;
  for (let p = lightRatio; p < end; ) {
    // Each u is above 1e-250 and at most 4, and the product below 2.
    product = f64x2.mul(product, v128.load(p));
    p += 16;
    powersOfTwo = i64x2.add(powersOfTwo, exponents(product));
    product = mantissas(product);
    taken++;
  }
  const binary = i64x2.extract_lane(powersOfTwo, 0) + i64x2.extract_lane(powersOfTwo, 1) - 2046 * <i64>taken;
  lightLog = <f64>binary * LN2 + horizontal(log(product));
  for (let k = 0; k < TERMS; k++) {
    store<f64>(nodeSeries + (<usize>k << 3), load<f64>(VALUE + (<usize>k << 3)) * load<f64>(powers + (<usize>k << 3), 8));
  }
  store<f64>(nodeSeries, 0, 8 * TERMS);
}

/** Finds the mode to a quarter of σ and the curvature there. */
function findMode(): void {
  const n = lightCount + middleCount;
  const end = <usize>middleCount << 3;
  const one = both(1);
  let sums = both(0);
  for (let i: usize = 0; i + 8 < end; i += 16) sums = f64x2.add(sums, v128.load(middle + i));
  let total = horizontal(sums);
  if (middleCount & 1) total += load<f64>(middle + end - 8);
  if (lightCount > 0) total += load<f64>(powers) / scale;
  // φ(z) ≥ 1 − z/2, so this start is at most the root, and Newton's method climbs without overshooting.
  let x = max(1, <f64>(1 + n) / (1 + 0.5 * total));
  evaluations = 0;
  for (;;) {
    const xs = both(x);
    let phis = both(0);
    let bends = both(0);
    for (let i: usize = 0; i < end; i += 16) {
      // For an odd number of items, the entry after the last is ∞.
      const z = f64x2.pmin(f64x2.mul(v128.load(middle + i), xs), both(50));
      const square = f64x2.mul(z, z);
      let even = f64x2.add(f64x2.mul(v128.load_splat<f64>(FACTORIALS, 8), square), v128.load_splat<f64>(FACTORIALS, 24));
      let odd = f64x2.add(f64x2.mul(v128.load_splat<f64>(FACTORIALS), square), v128.load_splat<f64>(FACTORIALS, 16));
      even = f64x2.add(f64x2.mul(even, square), v128.load_splat<f64>(FACTORIALS, 40));
      odd = f64x2.add(f64x2.mul(odd, square), v128.load_splat<f64>(FACTORIALS, 32));
      even = f64x2.add(f64x2.mul(even, square), one);
      odd = f64x2.add(f64x2.mul(odd, square), v128.load_splat<f64>(FACTORIALS, 48));
      const phi = f64x2.div(one, f64x2.add(even, f64x2.mul(z, odd)));
      phis = f64x2.add(phis, phi);
      bends = f64x2.add(bends, f64x2.mul(phi, f64x2.sub(f64x2.sub(one, z), phi)));
    }
    let slope = 1 - x + horizontal(phis);
    modeCurvature = x - horizontal(bends);
    if (lightCount > 0) {
      const at = x / scale;
      const q = at * at;
      let f: f64 = 0;
      let d: f64 = 0;
      for (let k = 7; k > 0; k--) {
        const term = load<f64>(SLOPE + (<usize>(k - 1) << 3)) * load<f64>(powers + (<usize>k << 3));
        f = (f + term) * q;
        d = (d + <f64>(2 * k) * term) * q;
      }
      const linear = 0.5 * load<f64>(powers) * at;
      slope += <f64>lightCount + f - linear;
      modeCurvature -= d - linear;
    }
    evaluations++;
    const move = slope / modeCurvature;
    x += x * move;
    // After a step in y, the remaining error is about half its square. The curvature grows nearly like x.
    if (4 * move * move * move * move * modeCurvature < 1 || evaluations == 50) {
      modeCurvature += modeCurvature * move;
      break;
    }
  }
  modeX = x;
}

/** The row of node k. */
@inline
function rowOf(k: i32, rowBytes: usize): usize {
  return decay + <usize>(k - low) * rowBytes;
}

/** 2; 1; and 2⁵² + 2⁵¹, in whose low bits an integer appears if it is added. */
const TWO = memory.data<f64>([2, 1, 6755399441055744.0]);
/** The number of factors D that leave a normal number, times 16. */
let blockBytes: usize = 0;

@inline
function transposedSum(a: v128, b: v128): v128 {
  return i64x2.add(v128.shuffle<i64>(a, b, 0, 2), v128.shuffle<i64>(a, b, 1, 3));
}

/** The logarithms of the products of the lanes of a and of b, given the sum of their exponents and the number of blocks. */
@inline
function logProducts(a: v128, b: v128, exponent: v128, blocks: i32): v128 {
  const product = f64x2.mul(v128.shuffle<f64>(a, b, 0, 2), v128.shuffle<f64>(a, b, 1, 3));
  const round = v128.load_splat<f64>(TWO, 16);
  const integer = i64x2.sub(exponent, i64x2.splat(<i64>blocks * 2046));
  const binary = f64x2.sub(i64x2.add(integer, round), round);
  return f64x2.add(f64x2.mul(binary, both(LN2)), log(product));
}

/** Fills the rows of two nodes with D = 1 − e^{−z}; returns both Σ log D. */
@inline
function freshRows(row: usize, rowBytes: usize, x: v128): v128 {
  const first = f64x2.splat(-f64x2.extract_lane(x, 0));
  const second = f64x2.splat(-f64x2.extract_lane(x, 1));
  let a = both(1);
  let b = a;
  let exponent = i64x2.splat(0);
  let blocks = 0;
  for (let i: usize = 0; i < rowBytes; blocks++) {
    for (const stop = min(i + blockBytes, rowBytes); i < stop; i += 16) {
      const r = v128.load(middle + i);
      const c = oneLessExp(f64x2.mul(r, first));
      const d = oneLessExp(f64x2.mul(r, second));
      v128.store(row + i, c);
      v128.store(row + rowBytes + i, d);
      a = f64x2.mul(a, c);
      b = f64x2.mul(b, d);
    }
    exponent = i64x2.add(exponent, transposedSum(exponents(a), exponents(b)));
    a = mantissas(a);
    b = mantissas(b);
  }
  return logProducts(a, b, exponent, blocks);
}

/** Fills the rows of two nodes from the rows one octave to the left; returns both Σ log D. */
@inline
function doubledRows(source: usize, row: usize, rowBytes: usize): v128 {
  let a = both(1);
  let b = a;
  let exponent = i64x2.splat(0);
  let blocks = 0;
  for (let i: usize = 0; i < rowBytes; blocks++) {
    for (const stop = min(i + blockBytes, rowBytes); i < stop; i += 16) {
      const one = v128.load_splat<f64>(TWO, 8);
      let c = v128.load(source + i);
      let d = v128.load(source + rowBytes + i);
      // D·(2 − D) could never reach 1.
      c = f64x2.add(c, f64x2.mul(c, f64x2.sub(one, c)));
      d = f64x2.add(d, f64x2.mul(d, f64x2.sub(one, d)));
      v128.store(row + i, c);
      v128.store(row + rowBytes + i, d);
      a = f64x2.mul(a, c);
      b = f64x2.mul(b, d);
    }
    exponent = i64x2.add(exponent, transposedSum(exponents(a), exponents(b)));
    a = mantissas(a);
    b = mantissas(b);
  }
  return logProducts(a, b, exponent, blocks);
}

/** The series of the light items at two nodes. */
@inline
function lightValues(at: v128): v128 {
  const q = f64x2.mul(at, at);
  const square = f64x2.mul(q, q);
  let even = both(0);
  let odd = even;
  for (let p = nodeSeries + 8 * (TERMS - 1); p >= nodeSeries; p -= 16) {
    even = f64x2.add(f64x2.mul(even, square), v128.load_splat<f64>(p));
    odd = f64x2.add(f64x2.mul(odd, square), v128.load_splat<f64>(p, 8));
  }
  return f64x2.mul(q, f64x2.add(even, f64x2.mul(q, odd)));
}

/** The distance to the left of the mode at which ℓ has fallen by `drop` for light items: t − 1 + e^{−t} = drop/c. */
function leftReach(nats: f64): f64 {
  let t = 0.5 * (nats + Math.sqrt(nats * nats + 8 * nats));
  for (let i = 0; i < 2; i++) {
    const e = f64x2.extract_lane(exp(both(-t)), 0);
    t -= (t - 1 + e - nats) / (1 - e);
  }
  return t;
}

/** Computes ℓ at the nodes from left to right; returns false if the window is wider than the memory. */
function walkNodes(step: f64, octave: i32, slope: f64, drop: f64): bool {
  const rowBytes = <usize>((middleCount + 1) & ~1) << 3;
  const reach = leftReach(drop / modeCurvature) + 0.25 / Math.sqrt(modeCurvature);
  if (reach > <f64>(REACH - 4) * step) return false;
  low = -<i32>Math.ceil(reach / step);
  const fresh = low + octave;
  // e^t is doubled if the step divides an octave and if rounding t at the first node has no effect at the mode.
  const firstDoubled = middleCount > 0 && reach < 6 ? fresh : <i32>REACH;
  // D is at least half of the smallest z, and its exponent at most 1 more.
  const leftmost = leastMiddle * modeX * f64x2.extract_lane(exp(both(<f64>low * step)), 0);
  const bits = 1024 - <i32>(reinterpret<i64>(min(leftmost, 0.5)) >> 52);
  blockBytes = <usize>(bits < 1000 ? 1000 / bits : 1) << 4;
  const steps = both(step);
  const shape = both(<f64>(1 + lightCount));
  const slopes = both(slope);
  const one = both(1);
  const two = both(2);
  const perScale = 1 / scale;
  let tops = both(-Infinity);
  let k = low;
  for (; ; k += 2) {
    const t = f64x2.mul(f64x2.replace_lane(both(<f64>k), 1, <f64>(k + 1)), steps);
    const growth = k < firstDoubled ? exp(t) : f64x2.mul(two, v128.load(atNode(weighted, k - octave, 8)));
    v128.store(atNode(weighted, k, 8), growth);
    const x = f64x2.mul(both(modeX), growth);
    let value = f64x2.sub(f64x2.mul(t, shape), f64x2.mul(slopes, f64x2.sub(growth, one)));
    const at = f64x2.mul(x, both(perScale));
    v128.store(atNode(v, k, 8), at);
    if (lightCount > 0) value = f64x2.add(value, lightValues(at));
    if (middleCount > 0) {
      const row = rowOf(k, rowBytes);
      const sums = k < fresh ? freshRows(row, rowBytes, x) : doubledRows(rowOf(k - octave, rowBytes), row, rowBytes);
      value = f64x2.add(value, sums);
    }
    v128.store(atNode(logAt, k, 8), value);
    tops = f64x2.pmax(tops, value);
    if (k < 0) continue;
    const floor = max(f64x2.extract_lane(tops, 0), f64x2.extract_lane(tops, 1)) - drop;
    if (f64x2.extract_lane(value, 1) < floor) break;
    if (k >= <i32>REACH - 4) break;
  }
  highest = max(f64x2.extract_lane(tops, 0), f64x2.extract_lane(tops, 1));
  high = load<f64>(atNode(logAt, k, 8)) < highest - drop ? k : k + 1;
  return load<f64>(atNode(logAt, low, 8)) < highest - drop;
}

/** Omits the nodes to the left of the window. */
function trim(drop: f64): i32 {
  let first = low;
  while (load<f64>(atNode(logAt, first + 1, 8)) < highest - drop) first++;
  return first;
}

/** Adds E[φ] of the middle items to their gradients and returns the sum. */
function middleGradient(octave: i32, first: i32, out: usize): f64 {
  const rowBytes = <usize>((middleCount + 1) & ~1) << 3;
  const stride = <usize>octave * rowBytes;
  for (let k = first; k <= high; k++) {
    store<f64>(atNode(weighted, k, 8), load<f64>(atNode(weight, k, 8)) * load<f64>(atNode(v, k, 8)) * scale);
  }
  const lastChain = max(first, high - octave + 1);
  let total: f64 = 0;
  for (let i: usize = 0; i < rowBytes; i += 32) {
    // The last column may belong to the next row or to no row; its result is ignored.
    let a = both(0);
    let b = a;
    for (let top = high; top >= lastChain; top--) {
      const two = v128.load_splat<f64>(TWO);
      const one = v128.load_splat<f64>(TWO, 8);
      let p = rowOf(top, rowBytes) + i;
      const bottom = rowOf(first, rowBytes);
      let q = atNode(weighted, top, 8);
      let c = v128.load(p);
      let d = v128.load(p, 16);
      let s = f64x2.div(one, c);
      let t = f64x2.div(one, d);
      for (;;) {
        const w = v128.load_splat<f64>(q);
        a = f64x2.add(a, f64x2.mul(f64x2.mul(w, f64x2.sub(one, c)), s));
        b = f64x2.add(b, f64x2.mul(f64x2.mul(w, f64x2.sub(one, d)), t));
        p -= stride;
        if (p < bottom) break;
        q -= <usize>octave << 3;
        c = v128.load(p);
        d = v128.load(p, 16);
        s = f64x2.mul(s, f64x2.sub(two, c));
        t = f64x2.mul(t, f64x2.sub(two, d));
      }
    }
    a = f64x2.mul(a, v128.load(middle + i));
    b = f64x2.mul(b, v128.load(middle + i, 16));
    const item = <i32>(i >> 3);
    total += spread(f64x2.extract_lane(a, 0), item, out);
    if (item + 1 < middleCount) total += spread(f64x2.extract_lane(a, 1), item + 1, out);
    if (item + 2 < middleCount) total += spread(f64x2.extract_lane(b, 0), item + 2, out);
    if (item + 3 < middleCount) total += spread(f64x2.extract_lane(b, 1), item + 3, out);
  }
  return total;
}

@inline
function spread(slope: f64, item: i32, out: usize): f64 {
  const p = out + (<usize>load<i32>(middleIndex + (<usize>item << 2)) << 3);
  store<f64>(p, load<f64>(p) + slope);
  return slope;
}

/** Adds E[φ] of the light items to their gradients and returns the sum. */
function lightGradient(first: i32, out: usize): f64 {
  if (lightCount == 0) return 0;
  nodeMoments(first, high, TERMS);
  store<f64>(series, -0.5 * load<f64>(series));
  for (let k: usize = 0; k < 8 * TERMS; k += 8) store<f64>(series + k, load<f64>(series + k, 8) * load<f64>(SLOPE + k), 8);
  lightSlopes(lightRatio, lightCount, TERMS, lightSlope);
  let total: f64 = 0;
  for (let i: usize = 0; i < <usize>lightCount; i++) {
    const slope = load<f64>(lightSlope + (i << 3));
    const p = out + (<usize>load<i32>(lightIndex + (i << 2)) << 3);
    store<f64>(p, load<f64>(p) + slope);
    total += slope;
  }
  return total;
}

@inline
function beyond(last: f64, before: f64): f64 {
  const ratio = last / before;
  return (last * ratio) / (1 - ratio);
}

/**
 * Evaluates the tier of `size` items that starts at `from`. Writes log P, its error, the number of evaluations and Σ ∂ log P/∂w to `outcome`
 * and, if `out` is not 0, adds ∂ log P/∂w to `out`. Returns false, without a result, for a tier that the reference has to evaluate: if all
 * items are heavy, if there are many middle items, or if the window is too wide.
 */
export function evaluateTier(from: i32, size: i32, perRest: f64, tolerance: f64, drop: f64, target: f64, out: usize): bool {
  if (!split(from, size, perRest, drop)) return false;
  const kept = size - heavyCount;
  if (kept <= SMALL_TIER) {
    if (kept == 0) return false;
    evaluateSubsets(kept, out);
    return true;
  }
  if (lightCount > 0) sumLight();
  findMode();
  let count = evaluations;
  const logs = log(f64x2.replace_lane(both(modeX), 1, scale));
  const logX = <f64>(1 + lightCount) * f64x2.extract_lane(logs, 0);
  const lightFirst = lightCount > 0 ? load<f64>(powers) : 0;
  const slope = modeX * (1 + (0.5 * lightFirst) / scale);
  const lightAdvantage = lightCount > 0 ? lightLog - <f64>lightCount * f64x2.extract_lane(logs, 1) : 0;
  let step = trapezoidStep(target, modeCurvature);
  let octave = 2;
  let first = 0;
  let logProbability: f64 = 0;
  let error: f64 = 0;
  for (;;) {
    if (middleCount > 0) {
      octave = max(2, <i32>Math.ceil(LN2 / step));
      step = LN2 / <f64>octave;
    }
    if (!walkNodes(step, octave, slope, drop)) return false;
    first = trim(drop);
    count += high - first + 1;
    const sum = weighNodes(first, high, highest);
    logProbability = logX + lightAdvantage - slope + highest + logOf(step * sum);
    error = estimateError(step, first, high, modeCurvature);
    const most = tolerance * max(1, Math.abs(logProbability));
    if (lightCount == 0 && error > 1e-3 * most) error = boundError(step, middleCount, logProbability, error);
    if (error <= most || high - first > MOST_NODES) break;
    const omega = (2 * Math.PI) / step;
    step = max(0.5 * step, (2 * Math.PI) / (omega + logOf((10 * error) / most) / errorSlope));
  }
  const magnitude = 2 + Math.abs(logX) - lightAdvantage + slope + Math.abs(highest);
  error += EPSILON * magnitude * (1 + 0.25 * Math.sqrt(<f64>(lightCount + middleCount)));
  error += beyond(load<f64>(atNode(weight, first, 8)), load<f64>(atNode(weight, first + 1, 8)));
  error += beyond(load<f64>(atNode(weight, high, 8)), load<f64>(atNode(weight, high - 1, 8)));
  store<f64>(outcome, logProbability);
  store<f64>(outcome, error, 8);
  store<f64>(outcome, <f64>count, 16);
  if (out != 0) store<f64>(outcome, lightGradient(first, out) + middleGradient(octave, first, out), 24);
  return true;
}
