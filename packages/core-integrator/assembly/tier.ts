import { multiplyAdd } from "./multiply-add";
import { constant, exp, expOf, oneLessExp } from "./exp";
import {
  atNode, curvature, decay, lightIndex, lightRatio, lightSlope, log as logAt, masses, middle, middleIndex, NODES, outcome, powers, REACH, series, v,
  weight, weighted,
} from "./layout";
import { lightSlopes, nodeMoments, sumPowers } from "./light";
import { exponents, log, logOf, mantissas } from "./log";
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
const MOST_DOUBLINGS: i32 = 6;
/** With fewer light items than this, the series of the light items costs more than their rows. */
const FEW_LIGHT: i32 = 20;
/** In a tier with few light items, those with less than this fraction of the bound remain light, so that no D is close to 0. */
const FAINT: f64 = 1e-6;
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
/** 1/(k + 1)! for k = 7 … 0, and the largest z in the search for the mode. */
const FACTORIALS = memory.data<f32>([
  2.48015873e-5, 1.984126984e-4, 1.388888889e-3, 8.333333333e-3, 4.166666667e-2, 1.666666667e-1, 0.5, 1, 1000,
]);
/** The coefficients of the light items' series at a node, in pairs. */
const nodeSeries = memory.data(128, 16);

let scale: f64 = 0;
let lightCount: i32 = 0;
let middleCount: i32 = 0;
let heavyCount: i32 = 0;
/** Whether all items are middle items, so that `middleIndex` is not needed. */
let inOrder: bool = false;
/** The smallest ratio of the middle items. */
let leastMiddle: f64 = 0;
/** The largest ratio of the middle items. */
let greatestMiddle: f64 = 0;
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
function fourfold(lanes: v128): f64 {
  return <f64>(
    (f32x4.extract_lane(lanes, 0) + f32x4.extract_lane(lanes, 1) + (f32x4.extract_lane(lanes, 2) + f32x4.extract_lane(lanes, 3)))
  );
}

@inline
function single(index: usize): v128 {
  return v128.load_splat<f32>(FACTORIALS + (index << 2));
}

@inline
function both(x: f64): v128 {
  return f64x2.splat(x);
}

/**
 * Divides a tier into light, middle and heavy items; returns false if it has more middle items than fit into the rows. If all items are
 * middle items, as in most small tiers, they stay in their order.
 */
function split(from: i32, size: i32, perRest: f64, drop: f64): bool {
  const wide = <f64>(size + 1);
  scale = wide + Math.sqrt(2 * drop * wide) + drop;
  const mostLight = LARGEST_LIGHT / scale;
  const leastHeavy = HEAVY_RATIO * <f64>size;
  const start = masses + (<usize>from << 3);
  const end = <usize>size << 3;
  if (size > SMALL_TIER && size < MANY_MIDDLE) {
    const factors = both(perRest);
    const bounds = both(mostLight);
    let lights = i64x2.splat(0);
    let least = both(Infinity);
    let most = both(0);
    for (let i: usize = 0; i < end; i += 16) {
      let r = f64x2.mul(v128.load(start + i), factors);
      if (i + 8 == end) r = v128.shuffle<f64>(r, r, 0, 0);
      v128.store(middle + i, r);
      lights = i64x2.sub(lights, f64x2.le(r, bounds));
      least = f64x2.pmin(least, r);
      most = f64x2.pmax(most, r);
    }
    leastMiddle = min(f64x2.extract_lane(least, 0), f64x2.extract_lane(least, 1));
    greatestMiddle = max(f64x2.extract_lane(most, 0), f64x2.extract_lane(most, 1));
    const light = <i32>(i64x2.extract_lane(lights, 0) + i64x2.extract_lane(lights, 1));
    if (light < FEW_LIGHT && leastMiddle > mostLight * FAINT && greatestMiddle <= leastHeavy) {
      padMiddle(size);
      lightCount = 0;
      middleCount = size;
      heavyCount = 0;
      inOrder = true;
      return true;
    }
  }
  return sortOut(start, size, perRest, mostLight, leastHeavy);
}

/** Rows have an even number of items, and the search for the mode reads them in fours. */
@inline
function padMiddle(count: i32): void {
  const end = middle + (<usize>count << 3);
  store<f64>(end, Infinity);
  v128.store(end, both(Infinity), 8);
}

function sortOut(start: usize, size: i32, perRest: f64, mostLight: f64, leastHeavy: f64): bool {
  let light = 0;
  let heavy = 0;
  for (let a = 0; a < size; a++) {
    const r = load<f64>(start + (<usize>a << 3)) * perRest;
    light += i32(r <= mostLight);
    heavy += i32(r > leastHeavy);
  }
  const isSmall = size - heavy <= SMALL_TIER;
  const asMiddle = isSmall ? 0 : light < FEW_LIGHT ? mostLight * FAINT : mostLight;
  let lights = 0;
  let middles = 0;
  let least: f64 = 1;
  let greatest: f64 = 0;
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
      middles++;
      least = min(least, r);
      greatest = max(greatest, r);
    }
  }
  padMiddle(middles);
  lightCount = lights;
  middleCount = middles;
  leastMiddle = least;
  greatestMiddle = greatest;
  heavyCount = heavy;
  inOrder = false;
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
  let sums = both(0);
  for (let i: usize = 0; i + 8 < end; i += 16) sums = f64x2.add(sums, v128.load(middle + i));
  let total = horizontal(sums);
  if (middleCount & 1) total += load<f64>(middle + end - 8);
  if (lightCount > 0) total += load<f64>(powers) / scale;
  // φ(z) ≥ 1 − z/2, so this start is at most the root, and Newton's method climbs without overshooting.
  let x = max(1, <f64>(1 + n) / (1 + 0.5 * total));
  evaluations = 0;
  for (;;) {
    // Single precision is enough for the search: four items at a time.
    const xs = f32x4.splat(<f32>x);
    const one = f32x4.splat(1);
    let phis = f32x4.splat(0);
    let bends = phis;
    for (let i: usize = 0; i < end; i += 32) {
      const low = f32x4.demote_f64x2_zero(v128.load(middle + i));
      const high = f32x4.demote_f64x2_zero(v128.load(middle + i, 16));
      const r = v128.shuffle<f32>(low, high, 0, 1, 4, 5);
      // The entries after the last item are ∞, where φ of the largest z vanishes.
      const z = f32x4.pmin(f32x4.mul(r, xs), v128.load_splat<f32>(FACTORIALS, 32));
      const square = f32x4.mul(z, z);
      let even = f32x4.add(f32x4.mul(single(1), square), single(3));
      let odd = f32x4.add(f32x4.mul(single(0), square), single(2));
      even = f32x4.add(f32x4.mul(even, square), single(5));
      odd = f32x4.add(f32x4.mul(odd, square), single(4));
      even = f32x4.add(f32x4.mul(even, square), one);
      odd = f32x4.add(f32x4.mul(odd, square), single(6));
      const phi = f32x4.div(one, f32x4.add(even, f32x4.mul(z, odd)));
      phis = f32x4.add(phis, phi);
      bends = f32x4.add(bends, f32x4.mul(phi, f32x4.sub(f32x4.sub(one, z), phi)));
    }
    let slope = 1 - x + fourfold(phis);
    modeCurvature = x - fourfold(bends);
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

/** 2; 1; 2⁵² + 2⁵¹, in whose low bits an integer appears if it is added; and ln 2. */
const TWO = memory.data<f64>([2, 1, 6755399441055744.0, 0.6931471805599453]);
/** The number of factors D that leave a normal number, times 16. */
let blockBytes: usize = 0;

@inline
function transposedSum(a: v128, b: v128): v128 {
  return i64x2.add(v128.shuffle<i64>(a, b, 0, 2), v128.shuffle<i64>(a, b, 1, 3));
}

/** Stores the products of the lanes of a and of b for nodes k and k + 1, with the sum of their exponents. */
@inline
function storeProducts(k: i32, a: v128, b: v128, exponent: v128, blocks: i32): void {
  v128.store(atNode(weight, k, 8), f64x2.mul(v128.shuffle<f64>(a, b, 0, 2), v128.shuffle<f64>(a, b, 1, 3)));
  v128.store(atNode(curvature, k, 8), i64x2.sub(exponent, i64x2.splat(<i64>blocks * 2046)));
}

/** Σ log D at nodes k and k + 1. */
@inline
function logProducts(k: i32): v128 {
  const round = v128.load_splat<f64>(TWO, 16);
  const binary = f64x2.sub(i64x2.add(v128.load(atNode(curvature, k, 8)), round), round);
  return f64x2.add(f64x2.mul(binary, v128.load_splat<f64>(TWO, 24)), log(v128.load(atNode(weight, k, 8))));
}

/** Fills the rows of nodes k and k + 1 with D = 1 − e^{−z}. */
function freshRows(k: i32, row: usize, rowBytes: usize, x: v128): void {
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
  storeProducts(k, a, b, exponent, blocks);
}

/**
 * Fills the rows of nodes k to k + 3 with D = 1 − e^{−z}, where z·2^{−doublings} is at most 0.2: a polynomial in z·2^{−doublings}, whose
 * coefficients are loaded once for four nodes, and repeated doubling.
 */
function fourSmallRows(k: i32, row: usize, rowBytes: usize, doublings: i32): void {
  const row3 = row + 2 * rowBytes;
  const lastPair = middleCount & 1 ? rowBytes - 16 : rowBytes;
  const part = -scale / <f64>(1 << doublings);
  const x0 = both(part * load<f64>(atNode(v, k, 8)));
  const x1 = both(part * load<f64>(atNode(v, k + 1, 8)));
  const x2 = both(part * load<f64>(atNode(v, k + 2, 8)));
  const x3 = both(part * load<f64>(atNode(v, k + 3, 8)));
  let a = both(1);
  let b = a;
  let c = a;
  let d = a;
  let exponent = i64x2.splat(0);
  let exponent3 = exponent;
  let blocks = 0;
  for (let i: usize = 0; i < rowBytes; blocks++) {
    for (const stop = min(i + blockBytes, rowBytes); i < stop; i += 16) {
      const r = v128.load(middle + i);
      const w0 = f64x2.mul(r, x0);
      const w1 = f64x2.mul(r, x1);
      const w2 = f64x2.mul(r, x2);
      const w3 = f64x2.mul(r, x3);
      let coefficient = constant(7);
      let e = coefficient;
      let f = coefficient;
      let g = coefficient;
      let h = coefficient;
      coefficient = constant(8);
      e = multiplyAdd(e, w0, coefficient);
      f = multiplyAdd(f, w1, coefficient);
      g = multiplyAdd(g, w2, coefficient);
      h = multiplyAdd(h, w3, coefficient);
      coefficient = constant(9);
      e = multiplyAdd(e, w0, coefficient);
      f = multiplyAdd(f, w1, coefficient);
      g = multiplyAdd(g, w2, coefficient);
      h = multiplyAdd(h, w3, coefficient);
      coefficient = constant(10);
      e = multiplyAdd(e, w0, coefficient);
      f = multiplyAdd(f, w1, coefficient);
      g = multiplyAdd(g, w2, coefficient);
      h = multiplyAdd(h, w3, coefficient);
      coefficient = constant(11);
      e = multiplyAdd(e, w0, coefficient);
      f = multiplyAdd(f, w1, coefficient);
      g = multiplyAdd(g, w2, coefficient);
      h = multiplyAdd(h, w3, coefficient);
      coefficient = constant(12);
      e = multiplyAdd(e, w0, coefficient);
      f = multiplyAdd(f, w1, coefficient);
      g = multiplyAdd(g, w2, coefficient);
      h = multiplyAdd(h, w3, coefficient);
      coefficient = constant(13);
      e = multiplyAdd(e, w0, coefficient);
      f = multiplyAdd(f, w1, coefficient);
      g = multiplyAdd(g, w2, coefficient);
      h = multiplyAdd(h, w3, coefficient);
      coefficient = constant(14);
      e = multiplyAdd(e, w0, coefficient);
      f = multiplyAdd(f, w1, coefficient);
      g = multiplyAdd(g, w2, coefficient);
      h = multiplyAdd(h, w3, coefficient);
      coefficient = constant(15);
      e = multiplyAdd(e, w0, coefficient);
      f = multiplyAdd(f, w1, coefficient);
      g = multiplyAdd(g, w2, coefficient);
      h = multiplyAdd(h, w3, coefficient);
      coefficient = constant(16);
      e = multiplyAdd(e, w0, coefficient);
      f = multiplyAdd(f, w1, coefficient);
      g = multiplyAdd(g, w2, coefficient);
      h = multiplyAdd(h, w3, coefficient);
      coefficient = v128.load_splat<f64>(TWO, 8);
      e = multiplyAdd(e, w0, coefficient);
      f = multiplyAdd(f, w1, coefficient);
      g = multiplyAdd(g, w2, coefficient);
      h = multiplyAdd(h, w3, coefficient);
      e = f64x2.neg(f64x2.mul(e, w0));
      f = f64x2.neg(f64x2.mul(f, w1));
      g = f64x2.neg(f64x2.mul(g, w2));
      h = f64x2.neg(f64x2.mul(h, w3));
      for (let j = 0; j < doublings; j++) {
        e = twice(e);
        f = twice(f);
        g = twice(g);
        h = twice(h);
      }
      if (i == lastPair) {
        e = f64x2.replace_lane(e, 1, 1);
        f = f64x2.replace_lane(f, 1, 1);
        g = f64x2.replace_lane(g, 1, 1);
        h = f64x2.replace_lane(h, 1, 1);
      }
      v128.store(row + i, e);
      v128.store(row + rowBytes + i, f);
      v128.store(row3 + i, g);
      v128.store(row3 + rowBytes + i, h);
      a = f64x2.mul(a, e);
      b = f64x2.mul(b, f);
      c = f64x2.mul(c, g);
      d = f64x2.mul(d, h);
    }
    exponent = i64x2.add(exponent, transposedSum(exponents(a), exponents(b)));
    exponent3 = i64x2.add(exponent3, transposedSum(exponents(c), exponents(d)));
    a = mantissas(a);
    b = mantissas(b);
    c = mantissas(c);
    d = mantissas(d);
  }
  storeProducts(k, a, b, exponent, blocks);
  storeProducts(k + 2, c, d, exponent3, blocks);
}

/** D at twice z; D·(2 − D) could never reach 1. */
@inline
function twice(d: v128): v128 {
  return multiplyAdd(d, f64x2.sub(v128.load_splat<f64>(TWO, 8), d), d);
}

@inline
function doubled(p: usize): v128 {
  return twice(v128.load(p));
}

/** Fills the rows of nodes k and k + 1 from the rows one octave to the left. */
function doubledRows(k: i32, source: usize, row: usize, rowBytes: usize): void {
  let a = both(1);
  let b = a;
  let exponent = i64x2.splat(0);
  let blocks = 0;
  for (let i: usize = 0; i < rowBytes; blocks++) {
    for (const stop = min(i + blockBytes, rowBytes); i < stop; i += 16) {
      const c = doubled(source + i);
      const d = doubled(source + rowBytes + i);
      v128.store(row + i, c);
      v128.store(row + rowBytes + i, d);
      a = f64x2.mul(a, c);
      b = f64x2.mul(b, d);
    }
    exponent = i64x2.add(exponent, transposedSum(exponents(a), exponents(b)));
    a = mantissas(a);
    b = mantissas(b);
  }
  storeProducts(k, a, b, exponent, blocks);
}

/** Fills the rows of nodes k to k + 3 from the rows one octave, which has at least four nodes, to the left. */
function fourDoubledRows(k: i32, source: usize, row: usize, rowBytes: usize): void {
  const source3 = source + 2 * rowBytes;
  const row3 = row + 2 * rowBytes;
  let a = both(1);
  let b = a;
  let c = a;
  let d = a;
  let exponent = i64x2.splat(0);
  let exponent3 = exponent;
  let blocks = 0;
  for (let i: usize = 0; i < rowBytes; blocks++) {
    for (const stop = min(i + blockBytes, rowBytes); i < stop; i += 16) {
      const e = doubled(source + i);
      const f = doubled(source + rowBytes + i);
      const g = doubled(source3 + i);
      const h = doubled(source3 + rowBytes + i);
      v128.store(row + i, e);
      v128.store(row + rowBytes + i, f);
      v128.store(row3 + i, g);
      v128.store(row3 + rowBytes + i, h);
      a = f64x2.mul(a, e);
      b = f64x2.mul(b, f);
      c = f64x2.mul(c, g);
      d = f64x2.mul(d, h);
    }
    exponent = i64x2.add(exponent, transposedSum(exponents(a), exponents(b)));
    exponent3 = i64x2.add(exponent3, transposedSum(exponents(c), exponents(d)));
    a = mantissas(a);
    b = mantissas(b);
    c = mantissas(c);
    d = mantissas(d);
  }
  storeProducts(k, a, b, exponent, blocks);
  storeProducts(k + 2, c, d, exponent3, blocks);
}

/** Fills the rows of the nodes from k up to, but not including, `end`. */
function fillRows(k: i32, end: i32, octave: i32, fresh: i32): void {
  const rowBytes = <usize>((middleCount + 1) & ~1) << 3;
  // The number of doublings from z = 0.2 to the largest z of the first octave and up to two more nodes.
  let doublings = 0;
  for (let z = 2 * greatestMiddle * scale * load<f64>(atNode(v, fresh, 8)); z > 0.2 && doublings < 9; z *= 0.5) doublings++;
  while (k < end) {
    const row = rowOf(k, rowBytes);
    if (k < fresh && k + 4 <= end && doublings <= MOST_DOUBLINGS) {
      fourSmallRows(k, row, rowBytes, doublings);
      k += 4;
    } else if (k < fresh) {
      freshRows(k, row, rowBytes, f64x2.mul(v128.load(atNode(v, k, 8)), both(scale)));
      k += 2;
    } else if (octave >= 4 && k + 4 <= end) {
      fourDoubledRows(k, rowOf(k - octave, rowBytes), row, rowBytes);
      k += 4;
    } else {
      doubledRows(k, rowOf(k - octave, rowBytes), row, rowBytes);
      k += 2;
    }
  }
}

/** The series of the light items at two nodes. */
@inline
function lightValues(at: v128): v128 {
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

/** A little more than the distance to the left of the mode at which ℓ has fallen by `nats`·c for light items: t − 1 + e^{−t} = nats. */
function leftReach(nats: f64): f64 {
  const t = 0.5 * (nats + Math.sqrt(nats * nats + 8 * nats));
  const e = expOf(-t);
  return t - (t - 1 + e - nats) / (1 - e);
}

/** The corresponding distance to the right: e^t − 1 − t = nats. */
function rightReach(nats: f64): f64 {
  const root = Math.sqrt(2 * nats);
  const t = logOf(1 + nats + root);
  return t - (root - t) / (nats + root);
}

/** Computes ℓ at the nodes from left to right; returns false if the window is wider than the memory. */
function walkNodes(step: f64, octave: i32, slope: f64, drop: f64): bool {
  const nats = drop / modeCurvature;
  const reach = leftReach(nats) + 0.1 / Math.sqrt(modeCurvature);
  if (reach > <f64>(REACH - 4) * step) return false;
  low = -<i32>Math.ceil(reach / step);
  const fresh = low + octave;
  // e^t is doubled if the step divides an octave and if rounding t at the first node has no effect at the mode.
  const firstDoubled = middleCount > 0 && reach < 6 ? fresh : <i32>REACH;
  if (middleCount > 0) {
    // D is at least half of the smallest z, and its exponent at most 1 more.
    const leftmost = leastMiddle * modeX * expOf(<f64>low * step);
    const bits = 1024 - <i32>(reinterpret<i64>(min(leftmost, 0.5)) >> 52);
    blockBytes = <usize>(bits < 1000 ? 1000 / bits : 1) << 4;
  }
  const shape = <f64>(1 + lightCount);
  const atMode = modeX / scale;
  let tops = both(-Infinity);
  let k = low;
  // Most of the nodes are computed at once, the others two at a time until ℓ has fallen by `drop`.
  let end = k + (max(2, min(<i32>(rightReach(nats) / step), <i32>REACH - 4) - k + 1) & ~1);
  for (;;) {
    const from = k;
    for (; k < end; k += 2) {
      const t = f64x2.mul(f64x2.replace_lane(both(<f64>k), 1, <f64>(k + 1)), both(step));
      const growth =
        k < firstDoubled ? exp(t) : f64x2.mul(v128.load_splat<f64>(TWO), v128.load(atNode(weighted, k - octave, 8)));
      v128.store(atNode(weighted, k, 8), growth);
      v128.store(atNode(v, k, 8), f64x2.mul(both(atMode), growth));
      const linear = f64x2.mul(both(slope), f64x2.sub(growth, v128.load_splat<f64>(TWO, 8)));
      v128.store(atNode(logAt, k, 8), f64x2.sub(f64x2.mul(t, both(shape)), linear));
    }
    if (middleCount > 0) fillRows(from, end, octave, fresh);
    for (k = from; k < end; k += 2) {
      let value = v128.load(atNode(logAt, k, 8));
      if (lightCount > 0) value = f64x2.add(value, lightValues(v128.load(atNode(v, k, 8))));
      if (middleCount > 0) value = f64x2.add(value, logProducts(k));
      v128.store(atNode(logAt, k, 8), value);
      tops = f64x2.pmax(tops, value);
    }
    highest = max(f64x2.extract_lane(tops, 0), f64x2.extract_lane(tops, 1));
    if (load<f64>(atNode(logAt, k - 1, 8)) < highest - drop || k >= <i32>REACH - 4) break;
    end = k + 2;
  }
  high = k - 1;
  while (load<f64>(atNode(logAt, high - 1, 8)) < highest - drop) high--;
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
  const bottom = rowOf(first, rowBytes);
  const nodeBytes = <usize>octave << 3;
  for (let i: usize = 0; i < rowBytes; i += 16) v128.store(sums + i, both(0));
  for (let top = high, last = max(first, high - octave + 1); top >= last; top--) {
    const row = rowOf(top, rowBytes);
    const weights = atNode(weighted, top, 8);
    // The last column may belong to the next row or to no row; its result is ignored.
    for (let i: usize = 0; i < rowBytes; i += 32) {
      const one = v128.load_splat<f64>(TWO, 8);
      const two = v128.load_splat<f64>(TWO);
      let p = row + i;
      let q = weights;
      let c = v128.load(p);
      let d = v128.load(p, 16);
      let s = f64x2.div(one, c);
      let t = f64x2.div(one, d);
      let w = v128.load_splat<f64>(q);
      let a = f64x2.mul(f64x2.mul(w, f64x2.sub(one, c)), s);
      let b = f64x2.mul(f64x2.mul(w, f64x2.sub(one, d)), t);
      for (p -= stride; p >= bottom; p -= stride) {
        q -= nodeBytes;
        c = v128.load(p);
        d = v128.load(p, 16);
        w = v128.load_splat<f64>(q);
        s = f64x2.mul(s, f64x2.sub(two, c));
        t = f64x2.mul(t, f64x2.sub(two, d));
        a = multiplyAdd(f64x2.mul(w, f64x2.sub(one, c)), s, a);
        b = multiplyAdd(f64x2.mul(w, f64x2.sub(one, d)), t, b);
      }
      v128.store(sums + i, f64x2.add(v128.load(sums + i), a));
      v128.store(sums + i, f64x2.add(v128.load(sums + i, 16), b), 16);
    }
  }
  return inOrder ? addInOrder(rowBytes, out) : addByIndex(out);
}

/** Σ_k q_k·x_k·e/(1 − e) of the middle items. */
const sums = memory.data(8 * 164, 16);

function addInOrder(rowBytes: usize, out: usize): f64 {
  // The entry after an odd number of items has an infinite ratio.
  const even = middleCount & 1 ? rowBytes - 16 : rowBytes;
  let total = both(0);
  for (let i: usize = 0; i < even; i += 16) {
    const slope = f64x2.mul(v128.load(sums + i), v128.load(middle + i));
    v128.store(out + i, f64x2.add(v128.load(out + i), slope));
    total = f64x2.add(total, slope);
  }
  let sum = horizontal(total);
  if (even < rowBytes) {
    const slope = load<f64>(sums + even) * load<f64>(middle + even);
    store<f64>(out + even, load<f64>(out + even) + slope);
    sum += slope;
  }
  return sum;
}

function addByIndex(out: usize): f64 {
  let total: f64 = 0;
  for (let i: usize = 0; i < <usize>middleCount; i++) {
    const slope = load<f64>(sums + (i << 3)) * load<f64>(middle + (i << 3));
    const p = out + (<usize>load<i32>(middleIndex + (i << 2)) << 3);
    store<f64>(p, load<f64>(p) + slope);
    total += slope;
  }
  return total;
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
    if (lightCount == 0 && error > 0.1 * most) error = boundError(step, middleCount, logProbability, error);
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
