import { exponential } from "@tierwise/core-integrator/passes";
import { trapezoidStep } from "@tierwise/core-integrator/quadrature";
import { inLogTime, inRootTime, type Substitution } from "./substitution.ts";

/** The range of times over which a race is integrated, and the variable of integration. */
export interface TimeWindow {
  /** The logarithm of the total rate Σλ. */
  logMass: number;
  /** An upper bound on log t, beyond which k items have almost certainly arrived; infinite if no bound was found. */
  last: number;
  /** The variable of integration. */
  substitution: Substitution;
  /** The curvature of the log density of an arrival in that variable. A larger curvature requires a smaller step. */
  curvature: number;
}

const BUCKETS_PER_UNIT = 4;
/** The number of buckets; items whose advantage is below −64 are not counted. */
const BUCKETS = 64 * BUCKETS_PER_UNIT;
/** The spacing in log t of the times at which the number of arrivals is estimated. */
const GRID = 0.25;
/** Beyond this value of log t, every counted item has arrived. */
const LATEST = 68;
/** The minimum curvature, because the strip in which the integrand is analytic has a limited width. */
const LEAST_IN_LOG = 1;
const LEAST_IN_ROOT = 20;

const buckets = new Float64Array(BUCKETS);
const bucketRates = new Float64Array(BUCKETS).map((_, b) => Math.exp(-(b + 0.5) / BUCKETS_PER_UNIT));
const lowestRates = new Float64Array(BUCKETS).map((_, b) => Math.exp(-(b + 1) / BUCKETS_PER_UNIT));

/** Estimates for the number of arrivals by a given time. */
const arrivals = { mean: 0, lowest: 0, slope: 0, variance: 0 };

/**
 * Finds the time window in which the first k of `count` items arrive, given their advantages, and chooses the substitution that
 * needs fewer nodes. Items are counted in buckets of similar rates.
 */
export function estimateWindow(
  advantages: Float64Array,
  count: number,
  k: number,
  drop: number,
  window: TimeWindow,
): void {
  countBuckets(advantages, count);
  let mass = 0;
  for (let b = 0; b < BUCKETS; b++) mass += buckets[b] * bucketRates[b];
  const logMass = Math.log(mass);
  const logTime = inLogTime(logMass);
  const rootTime = inRootTime(logMass);
  const target = enoughArrivals(k, drop);
  let inLog = LEAST_IN_LOG;
  let inRoot = LEAST_IN_ROOT;
  let y = Math.floor((-logMass - 3) / GRID) * GRID;
  for (; y < LATEST; y += GRID) {
    estimateArrivals(Math.exp(y));
    const { mean, lowest, slope, variance } = arrivals;
    // The curvature matters only until far more than k items have arrived, since no integrand has mass after that.
    if (mean - 2 * Math.sqrt(variance) <= k && variance > 1e-3) {
      const curvature = (slope * slope) / variance;
      inLog = Math.max(inLog, curvature);
      inRoot = Math.max(inRoot, curvature * rootTime.slope(rootTime.inverse(y)) ** 2);
    }
    if (lowest >= target || lowest > count - 1e-9) break;
  }
  const nodes = ({ inverse }: Substitution, curvature: number): number =>
    (inverse(y) - inverse(-drop - logMass)) / trapezoidStep(Math.exp(-drop), curvature);
  const isRoot = nodes(rootTime, inRoot) < nodes(logTime, inLog);
  window.logMass = logMass;
  window.last = arrivals.lowest >= target ? y : Number.POSITIVE_INFINITY;
  window.substitution = isRoot ? rootTime : logTime;
  window.curvature = isRoot ? inRoot : inLog;
}

function countBuckets(advantages: Float64Array, count: number): void {
  buckets.fill(0);
  for (let i = 0; i < count; i++) {
    const bucket = -BUCKETS_PER_UNIT * advantages[i];
    if (bucket < BUCKETS) buckets[bucket | 0]++;
  }
}

/** The mean μ and variance of the number of arrivals by time t, dμ/d(log t), and a lower bound on μ. */
function estimateArrivals(t: number): void {
  let mean = 0;
  let lowest = 0;
  let slope = 0;
  let variance = 0;
  for (let b = 0; b < BUCKETS; b++) {
    if (buckets[b] === 0) continue;
    const x = bucketRates[b] * t;
    const q = exponential(-x);
    lowest += buckets[b] * (1 - exponential(-lowestRates[b] * t));
    mean += buckets[b] * (1 - q);
    slope += buckets[b] * x * q;
    variance += buckets[b] * q * (1 - q);
  }
  arrivals.mean = mean;
  arrivals.lowest = lowest;
  arrivals.slope = slope;
  arrivals.variance = variance;
}

/**
 * The mean μ for which P(C < k) ≤ e^{−drop}. The number C of arrivals is a sum of independent Bernoulli variables, so
 * P(C < k) ≤ e^{−μ}·(eμ/(k − 1))^{k−1} for μ > k − 1.
 */
function enoughArrivals(k: number, drop: number): number {
  const m = Math.max(k - 1, 1e-9);
  let mu = m + drop + Math.sqrt(2 * drop * m);
  for (let i = 0; i < 5; i++) mu -= (mu - m - m * Math.log(mu / m) - drop) / (1 - m / mu);
  return mu;
}
