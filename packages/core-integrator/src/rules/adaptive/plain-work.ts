import { exponential } from "../../passes/exponentials.ts";
import { activeBucket } from "./buckets.ts";
import { MANY_MIDDLE_ITEMS, REACH, type TierMemory, type TierWork } from "./tier-memory.ts";

// The passes in TypeScript: the reference for the passes in `assembly`, which process two items at a time.

const NODES = 2 * REACH + 1;
const SMALL_PRODUCT = 1e-200;
/** The value used for 1 − e^{−z} when it rounds to 0; such a node has no weight. */
const SMALLEST_FACTOR = 1e-17;

export function plainWork(): TierWork {
  const memory: TierMemory = {
    light: new Float64Array(0),
    slopes: new Float64Array(MANY_MIDDLE_ITEMS),
    middle: new Float64Array(MANY_MIDDLE_ITEMS + 1),
    bucketStart: new Int32Array(512),
    clumpRatio: new Float64Array(513),
    clumpWeight: new Float64Array(513),
    log: new Float64Array(NODES),
    v: new Float64Array(NODES),
    weight: new Float64Array(NODES),
    active: new Int32Array(NODES),
    decay: new Float64Array(NODES * MANY_MIDDLE_ITEMS),
    powers: new Float64Array(16),
    series: new Float64Array(16),
    result: new Float64Array(3),
  };
  const work: TierWork = {
    ...memory,
    sumPowers: (count, wide) => sumPowers(work, count, wide ? 15 : 8),
    nodeMoments: (low, high, terms) => nodeMoments(work, low, high, terms),
    lightSlopes: (count, terms) => lightSlopes(work, count, terms),
    addClumps: (count, x) => addClumps(work, count, x),
    walkRows: (...settings) => walkRows(work, ...settings),
    weighNodes: (low, high, highest) => weighNodes(work, low, high, highest),
    rowSlopes: (middleCount, scale, low, high) => rowSlopes(work, middleCount, scale, low, high),
    reserve(size) {
      if (work.light.length > size) return;
      work.light = new Float64Array(2 * size + 1);
      work.slopes = new Float64Array(2 * Math.max(size, MANY_MIDDLE_ITEMS));
    },
  };
  return work;
}

function sumPowers({ light, powers }: TierMemory, count: number, terms: number): void {
  powers.fill(0);
  for (let i = 0; i < count; i++) {
    const q = light[i] * light[i];
    let power = 1;
    powers[0] += light[i];
    for (let k = 1; k <= terms; k++) {
      power *= q;
      powers[k] += power;
    }
  }
}

function nodeMoments({ v, weight, series }: TierMemory, low: number, high: number, terms: number): void {
  series.fill(0);
  for (let i = REACH + low; i <= REACH + high; i++) {
    const square = v[i] * v[i];
    let power = weight[i];
    series[0] += power * v[i];
    for (let k = 1; k <= terms; k++) {
      power *= square;
      series[k] += power;
    }
  }
}

function lightSlopes({ light, series, slopes }: TierMemory, count: number, terms: number): void {
  for (let i = 0; i < count; i++) {
    const u = light[i];
    const square = u * u;
    let even = 0;
    for (let k = terms; k > 0; k--) even = (even + series[k]) * square;
    slopes[i] = 1 + u * series[0] + even;
  }
}

function addClumps({ clumpRatio, clumpWeight, result }: TierMemory, count: number, x: number): void {
  let slope = 0;
  let curvature = 0;
  for (let i = 0; i < count; i++) {
    const z = clumpRatio[i] * x;
    if (z > 42) break; // Clumps are in ascending order, so φ < 1e-16 from here on.
    const e = exponential(-z);
    const phi = z < 1e-4 ? 1 - 0.5 * z : (z * e) / (1 - e);
    slope += clumpWeight[i] * phi;
    curvature += clumpWeight[i] * phi * (1 - z - phi);
  }
  result[0] = slope;
  result[1] = curvature;
}

function walkRows(
  memory: TierMemory,
  step: number,
  modeX: number,
  slope: number,
  scale: number,
  lightCount: number,
  drop: number,
  terms: number,
  middleCount: number,
  octave: number,
  bucketCount: number,
  lowestMiddle: number,
): void {
  const { series, log, v, active, bucketStart, result } = memory;
  let highest = Number.NEGATIVE_INFINITY;
  let high = 0;
  for (const side of [1, -1]) {
    let k = side === 1 ? 0 : -1;
    for (; ; k += side) {
      const growth = Math.expm1(k * step);
      const x = modeX + modeX * growth;
      const at = x / scale;
      let value = k * step * (1 + lightCount) - slope * growth;
      let even = 0;
      for (let i = terms - 1; i >= 0; i--) even = (even + series[i]) * at * at;
      value += even;
      if (middleCount > 0) {
        const bucket = activeBucket(Math.log(x), lowestMiddle, bucketCount);
        active[REACH + k] = bucketStart[bucket];
        value += middleNode(memory, k, x, high, octave, middleCount);
      }
      v[REACH + k] = at;
      log[REACH + k] = value;
      if (value > highest) highest = value;
      if (value < highest - drop || k === side * REACH) break;
    }
    if (side === 1) high = k;
    else result[1] = k;
  }
  result[0] = highest;
  result[2] = high;
}

/** Fills the row of node k, from a row one octave away if possible, and returns Σ_middle log(1 − e^{−z}). */
function middleNode(
  { middle, decay, active }: TierMemory,
  k: number,
  x: number,
  high: number,
  octave: number,
  middleCount: number,
): number {
  const row = decayRow(k, high, middleCount);
  const count = active[REACH + k];
  if (k >= octave) {
    const source = decayRow(k - octave, high, middleCount);
    for (let i = 0; i < count; i++) decay[row + i] = decay[source + i] * decay[source + i];
  } else {
    const rooted = k < 0 && k + octave <= high ? active[REACH + k + octave] : 0;
    const source = decayRow(k + octave, high, middleCount);
    for (let i = 0; i < rooted; i++) decay[row + i] = Math.sqrt(decay[source + i]);
    for (let i = rooted; i < count; i++) decay[row + i] = exponential(-middle[i] * x);
  }
  return logFactors(decay, row, count);
}

/** Σ log(1 − e) of a row: the factors are multiplied, and the logarithm is taken only before the product underflows. */
function logFactors(decay: Float64Array, row: number, count: number): number {
  let logs = 0;
  let product = 1;
  for (let i = row; i < row + count; i++) {
    product *= decay[i] < 1 ? 1 - decay[i] : SMALLEST_FACTOR;
    if (product < SMALL_PRODUCT) {
      logs += Math.log(product);
      product = 1;
    }
  }
  return logs + Math.log(product);
}

/** The offset of node k's row in `decay`: nodes are visited from the mode to the right, then to the left. */
function decayRow(k: number, high: number, middleCount: number): number {
  return (k >= 0 ? k : high - k) * middleCount;
}

function weighNodes({ log, weight }: TierMemory, low: number, high: number, highest: number): number {
  let sum = 0;
  for (let i = REACH + low; i <= REACH + high; i++) {
    weight[i] = Math.exp(log[i] - highest);
    sum += weight[i];
  }
  for (let i = REACH + low; i <= REACH + high; i++) weight[i] /= sum;
  return sum;
}

function rowSlopes(
  { middle, v, weight, active, decay, slopes }: TierMemory,
  middleCount: number,
  scale: number,
  low: number,
  high: number,
): void {
  slopes.fill(0, 0, middleCount);
  for (let k = low; k <= high; k++) {
    const q = weight[REACH + k];
    const x = v[REACH + k] * scale;
    const row = decayRow(k, high, middleCount);
    // This computes φ/r, which is multiplied by r at the end. If e rounds to 1, φ is 1.
    for (let i = 0; i < active[REACH + k]; i++) {
      const e = decay[row + i];
      slopes[i] += e < 1 ? (q * x * e) / (1 - e) : q / middle[i];
    }
  }
  for (let i = 0; i < middleCount; i++) slopes[i] *= middle[i];
}
