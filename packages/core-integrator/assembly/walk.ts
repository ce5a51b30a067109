import { exp, ONE } from "./exp";
import { active, atNode, bucketStart, decay, log, middle, result, series, v, weight } from "./layout";
import { freshRow, squareRow } from "./rows";

/** The maximum number of nodes on either side of the mode. */
const REACH: i32 = 400;
/** An item whose log z exceeds log 42 is saturated. */
const LOG_SATURATED: f64 = 3.7376696182833684;
const BUCKETS_PER_UNIT: f64 = 4;

/**
 * Computes ℓ at nodes to the right and to the left of the mode until ℓ has fallen by `drop`; see lay-nodes.ts. The series of the
 * light items has an even number of terms. Writes the maximum of ℓ, the first node and the last node to `result`.
 */
export function walkRows(
  step: f64,
  modeX: f64,
  slope: f64,
  scale: f64,
  lightCount: i32,
  drop: f64,
  terms: i32,
  middleCount: i32,
  octave: i32,
  bucketCount: i32,
  lowestMiddle: f64,
): void {
  const perScale = 1 / scale;
  const shape = <f64>(1 + lightCount);
  const rowBytes = bytesPerRow(middleCount);
  const bucketAtMode = (LOG_SATURATED - Math.log(modeX) - lowestMiddle) * BUCKETS_PER_UNIT;
  let highest: f64 = -Infinity;
  let high = 0;
  for (let side = 1; ; side = -1) {
    let k = side == 1 ? 0 : -1;
    let exponentials = f64x2.splat(0);
    for (let isSecond = false; ; isSecond = !isSecond) {
      const t = <f64>k * step;
      if (!isSecond) exponentials = exp(f64x2.replace_lane(f64x2.splat(t), 1, <f64>(k + side) * step));
      const growth = isSecond ? f64x2.extract_lane(exponentials, 1) : f64x2.extract_lane(exponentials, 0);
      const x = modeX * growth;
      let value = t * shape - slope * (growth - 1) + lightSeries(terms, x * perScale);
      if (middleCount > 0) {
        const bucket = <i32>Math.floor(bucketAtMode - t * BUCKETS_PER_UNIT) + 1;
        const count = load<i32>(bucketStart + (<usize>max(0, min(bucket, bucketCount)) << 2));
        store<i32>(atNode(active, k, 4), count);
        value += middleNode(k, x, high, octave, rowBytes, (count + 1) & ~1);
      }
      store<f64>(atNode(v, k, 8), x * perScale);
      store<f64>(atNode(log, k, 8), value);
      highest = max(highest, value);
      if (value < highest - drop || k == side * REACH) break;
      k += side;
    }
    if (side == 1) high = k;
    else {
      store<f64>(result, highest);
      store<f64>(result, <f64>k, 8);
      store<f64>(result, <f64>high, 16);
      return;
    }
  }
}

/** Computes Σ_k series[k]·v^{2k+2}: one lane sums the even terms, the other the odd terms. */
@inline
function lightSeries(terms: i32, at: f64): f64 {
  const q = at * at;
  const square = f64x2.splat(q * q);
  let sum = f64x2.splat(0);
  for (let p = series + (<usize>terms << 3) - 16; p >= series; p -= 16) {
    sum = f64x2.add(f64x2.mul(sum, square), v128.load(p));
  }
  return q * (f64x2.extract_lane(sum, 0) + q * f64x2.extract_lane(sum, 1));
}

/** Fills the row of node k, from a row one octave away if possible, and returns Σ_middle log(1 − e^{−z}). */
@inline
function middleNode(k: i32, x: f64, high: i32, octave: i32, rowBytes: usize, count: i32): f64 {
  const row = decayRow(k, high, rowBytes);
  if (k >= octave) return squareRow(decayRow(k - octave, high, rowBytes), row, count);
  if (k >= 0 || k + octave > high) return freshRow(middle, x, 0, 0, row, count);
  // A pair is computed without square roots if either item is saturated at the node to the right, because e may be 0 there.
  const right = k + octave;
  const rooted = load<i32>(atNode(active, right, 4)) & ~1;
  return freshRow(middle, x, decayRow(right, high, rowBytes), rooted, row, count);
}

/** Rows have an even number of entries. */
@inline
function bytesPerRow(middleCount: i32): usize {
  return <usize>((middleCount + 1) & ~1) << 3;
}

/** The address of node k's row: nodes are visited from the mode to the right, then to the left. */
@inline
function decayRow(k: i32, high: i32, rowBytes: usize): usize {
  return decay + <usize>(k >= 0 ? k : high - k) * rowBytes;
}

/** Sets weight = e^{log − highest} at the nodes from `low` to `high`, divides the weights by their sum, and returns the sum. */
export function weighNodes(low: i32, high: i32, highest: f64): f64 {
  const tops = f64x2.splat(highest);
  let sums = f64x2.splat(0);
  for (let k = low; k <= high; k += 2) {
    let w = exp(f64x2.sub(v128.load(atNode(log, k, 8)), tops));
    if (k == high) w = f64x2.replace_lane(w, 1, 0);
    v128.store(atNode(weight, k, 8), w);
    sums = f64x2.add(sums, w);
  }
  const sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
  const perSum = f64x2.splat(1 / sum);
  for (let k = low; k <= high; k += 2) {
    v128.store(atNode(weight, k, 8), f64x2.mul(v128.load(atNode(weight, k, 8)), perSum));
  }
  return sum;
}

/**
 * E_q[φ] of the middle items: out[i] = r_i·Σ_k q_k·x_k·e/(1 − e), where e belongs to item i at node k, and k runs over the nodes where i is
 * not saturated. If e rounds to 1, φ is 1. Reads the rows column by column, so that each sum stays in a register.
 */
export function rowSlopes(middleCount: i32, scale: f64, low: i32, high: i32, out: usize): void {
  const rowBytes = bytesPerRow(middleCount);
  let last = high;
  for (let i = 0; i < middleCount; i += 2) {
    while (last >= low && load<i32>(atNode(active, last, 4)) <= i) last--;
    const column = <usize>i << 3;
    const ratio = v128.load(middle + column);
    let sum = f64x2.splat(0);
    for (let k = low; k <= last; k++) {
      const one = v128.load_splat<f64>(ONE);
      const e = v128.load(decayRow(k, high, rowBytes) + column);
      const x = f64x2.splat(scale * load<f64>(atNode(v, k, 8)));
      const q = v128.load_splat<f64>(atNode(weight, k, 8));
      const rest = v128.bitselect(f64x2.sub(one, e), f64x2.mul(ratio, x), f64x2.lt(e, one));
      sum = f64x2.add(sum, f64x2.div(f64x2.mul(f64x2.mul(q, x), e), rest));
    }
    v128.store(out + column, f64x2.mul(sum, ratio));
  }
}
