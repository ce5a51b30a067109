import { normal, randomStream } from "@tierwise/random";
import { standardErrorsOf } from "../numerics/inverse-information.ts";
import type { FittedMaximum, FittedObservations, Interval, Uncertainty } from "./interval.ts";

/** Options for {@link sandwich}. */
export interface SandwichOptions {
  /**
   * Whether observations in the same cluster (such as a judge or a question) may depend on each other. Default: true if the data have
   * clusters. If the data have no clusters, `true` is an error.
   */
  readonly clustered?: boolean;
}

/** The number of draws if there are too many items or observations for matrices. Standard errors are then accurate to 1/√(2·400) = 3.5%. */
const DRAWS = 400;
/** If Σ_c s_c·s_cᵀ (see {@link sandwich}) takes more multiply-adds than this, the covariance is estimated by sampling. */
const MOST_PRODUCTS = 2e10;

/**
 * Computes standard errors that do not require the model to be correct, from the covariance H⁻¹·(Σ_c s_c·s_cᵀ)·H⁻¹. Here s_c is the sum of
 * the gradients of log P over the observations of cluster c, and H is the observed information (Huber 1967, White 1982). Without clusters,
 * each observation is its own cluster. With G clusters, the result is multiplied by G/(G − 1).
 *
 * The errors are valid for many independent clusters, no matter how strongly the observations within a cluster depend on each other (votes
 * by one judge, battles about one question). With fewer than about 50 clusters, they tend to be too small.
 *
 * @param options - Whether to take the clusters of the data into account.
 *
 * @example
 * ```ts
 * import { fitBattles, sandwich } from "@tierwise/aggregate";
 *
 * // Two judges, who disagree, repeat themselves: 40 battles, but hardly more than two opinions.
 * const battles = {
 *   itemNames: ["soup", "stew"],
 *   left: Int32Array.of(0, 0, 0, 0),
 *   right: Int32Array.of(1, 1, 1, 1),
 *   outcomes: Uint8Array.of(0, 1, 0, 1),
 *   weights: Float64Array.of(18, 2, 7, 13),
 *   clusters: Int32Array.of(0, 0, 1, 1),
 *   clusterNames: ["Ada", "Bo"],
 * };
 * const [plain, robust] = [fitBattles(battles), fitBattles(battles, { interval: sandwich() })];
 * console.log(plain.standardErrors?.[0].toFixed(2), robust.standardErrors?.[0].toFixed(2)); // 0.16 0.59
 * console.log(robust.interval?.method); // sandwich, 2 clusters
 * ```
 */
export function sandwich({ clustered }: SandwichOptions = {}): Interval {
  return { name: "sandwich", estimate: (maximum) => bySandwich(maximum, clustered) };
}

function bySandwich(maximum: FittedMaximum, clustered: boolean | undefined): Uncertainty {
  const { observations, inverseInformation, parameters, unit } = maximum;
  if (clustered === true && observations.clusters === undefined) {
    throw new RangeError(
      "sandwich({ clustered: true }) needs data with clusters; expected a judge or question for each observation",
    );
  }
  const clusters = clustered === false ? undefined : observations.clusters;
  const count = clusters === undefined ? undefined : countClusters(clusters);
  const correction = count === undefined ? 1 : count / Math.max(1, count - 1);
  const method = count === undefined ? "sandwich" : `sandwich, ${count} clusters`;
  const size = parameters.length;
  const cost = observations.weights.length * size * size;
  if (inverseInformation === undefined || (cost > MOST_PRODUCTS && !isSparse(observations))) {
    return sampled(maximum, clusters, correction, method);
  }
  const meat = scoreProducts(observations, clusters, size);
  const half = multiply(inverseInformation, meat, size);
  const covariance = multiply(half, inverseInformation, size);
  // Divide by `unit` twice: both inverses are for normalized weights, but the scores are in the units of the data.
  for (let k = 0; k < covariance.length; k++) covariance[k] = (covariance[k] / unit / unit) * correction;
  return { method, standardErrors: standardErrorsOf(covariance, size), covariance };
}

/** Whether the first observation involves few parameters, as in a comparison of two items. */
function isSparse({ weights, addScore }: FittedObservations): boolean {
  const touched: number[] = [];
  if (weights.length > 0) addScore(0, 0, new Float64Array(0), touched);
  return touched.length <= 64;
}

/** Computes Σ_c s_c·s_cᵀ in O(Σ m_c²), where cluster c involves m_c parameters. */
function scoreProducts(
  { weights, addScore }: FittedObservations,
  clusters: Int32Array | undefined,
  size: number,
): Float64Array {
  const products = new Float64Array(size * size);
  const score = new Float64Array(size);
  const touched: number[] = [];
  const order = clusters === undefined ? undefined : orderByCluster(clusters);
  for (let k = 0; k < weights.length; k++) {
    const b = order === undefined ? k : order[k];
    if (weights[b] === 0) continue;
    // An observation made w times contributes w·s·sᵀ. The scores within a cluster are summed before the product is formed.
    addScore(b, clusters === undefined ? Math.sqrt(weights[b]) : weights[b], score, touched);
    const isLast = order === undefined || k === weights.length - 1 || clusters?.[order[k + 1]] !== clusters?.[b];
    if (isLast) addProducts(products, score, touched, size);
  }
  return products;
}

/** Adds s·sᵀ to `products`, where s is `score`, and then clears s. */
function addProducts(products: Float64Array, score: Float64Array, touched: number[], size: number): void {
  const entries = touched.length > 3 ? [...new Set(touched)] : touched;
  for (const i of entries) {
    const value = score[i];
    if (value === 0) continue;
    for (const j of entries) products[i * size + j] += value * score[j];
  }
  for (const i of entries) score[i] = 0;
  touched.length = 0;
}

function orderByCluster(clusters: Int32Array): Int32Array {
  let most = 0;
  for (let b = 0; b < clusters.length; b++) most = Math.max(most, clusters[b]);
  const starts = new Int32Array(most + 2);
  for (let b = 0; b < clusters.length; b++) starts[clusters[b] + 1]++;
  for (let c = 1; c < starts.length; c++) starts[c] += starts[c - 1];
  const order = new Int32Array(clusters.length);
  for (let b = 0; b < clusters.length; b++) order[starts[clusters[b]]++] = b;
  return order;
}

/** The number of distinct clusters in the data. */
export function countClusters(clusters: Int32Array): number {
  return new Set(clusters).size;
}

/** Estimates the covariance of {@link sandwich} without matrices, from draws H⁻¹·Σ_c ε_c·s_c with standard normal ε_c. */
function sampled(
  { observations, parameters, solve, unit }: FittedMaximum,
  clusters: Int32Array | undefined,
  correction: number,
  method: string,
): Uncertainty {
  const { weights } = observations;
  const random = randomStream(0);
  const squares = new Float64Array(parameters.length);
  const factors = new Float64Array(weights.length);
  const byCluster: number[] = [];
  for (let draw = 0; draw < DRAWS; draw++) {
    byCluster.length = 0;
    for (let b = 0; b < weights.length; b++) {
      if (clusters === undefined) factors[b] = Math.sqrt(weights[b]) * normal(random);
      else {
        byCluster[clusters[b]] ??= normal(random);
        factors[b] = weights[b] * byCluster[clusters[b]];
      }
    }
    const x = solve(observations.scoreSum(factors));
    for (let i = 0; i < x.length; i++) squares[i] += x[i] * x[i];
  }
  const standardErrors = squares.map((sum) => Math.sqrt((sum / DRAWS) * correction) / unit);
  return { method: `${method}, sampled with ${DRAWS} draws`, standardErrors, relativeError: 1 / Math.sqrt(2 * DRAWS) };
}

/** A·B; n³ multiply-adds. */
function multiply(a: Float64Array, b: Float64Array, n: number): Float64Array {
  const product = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n; k++) {
      const value = a[i * n + k];
      if (value === 0) continue;
      for (let j = 0; j < n; j++) product[i * n + j] += value * b[k * n + j];
    }
  }
  return product;
}
