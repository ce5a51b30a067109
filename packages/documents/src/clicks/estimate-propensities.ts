import { type ClickLog, checkClickLog } from "./click-log.ts";

/** Options for {@link estimatePropensities}. */
export interface EstimatePropensitiesOptions {
  /** The maximum number of steps. Default: 1000. */
  readonly steps?: number;
  /** Estimation stops once no propensity changes by more than this. Default: 1e-6. */
  readonly tolerance?: number;
}

/** The position-based model that {@link estimatePropensities} fits. */
export interface PropensityEstimate {
  /** θ_k divided by θ of the first position that occurs (usually θ_1), for k = 1, 2, …; NaN for a position that never occurs. */
  readonly propensities: Float64Array;
  /** The probability of a click on each document at the first position that occurs (usually γ_d·θ_1). */
  readonly relevance: Float64Array;
  /** The log-likelihood of the clicks. */
  readonly logLikelihood: number;
  /** The number of steps. */
  readonly steps: number;
  /** Whether the tolerance was reached. */
  readonly converged: boolean;
}

/**
 * Estimates the probability that each position is examined, and the relevance of each document, from clicks alone. In the position-based model, a user
 * clicks a document if it is examined and relevant:
 *
 *     P(click on d at position k) = θ_k·γ_d.
 *
 * θ and γ are fitted by maximum likelihood with EM. For every entry without a click, each step computes
 *
 *     P(examined | no click) = θ_k(1 − γ_d)/(1 − θ_k·γ_d),   P(relevant | no click) = γ_d(1 − θ_k)/(1 − θ_k·γ_d).
 *
 * Both probabilities are 1 for an entry with a click. The next estimate of θ_k is the average of the first probability over the entries of
 * position k; that of γ_d is the average of the second over those of document d. Documents must occur at several positions: positions that
 * are not connected through such documents cannot be compared.
 *
 * @param log - The positions and clicks.
 * @param documents - The number (0, 1, …) of each entry's document; entries with the same query and document have the same number.
 * @param options - The maximum number of steps and the tolerance.
 * @throws RangeError if some positions cannot be compared with the first position that occurs.
 *
 * @example
 * ```ts
 * import { estimatePropensities } from "@tierwise/documents";
 *
 * // One document at two positions: 40 of 100 clicks at the first, 20 of 100 at the second.
 * const positions = Int32Array.from({ length: 200 }, (_, i) => (i < 100 ? 1 : 2));
 * const clicks = Uint8Array.from({ length: 200 }, (_, i) => (i < 40 || (i >= 100 && i < 120) ? 1 : 0));
 * const offsets = Int32Array.from({ length: 201 }, (_, i) => i);
 * const { propensities } = estimatePropensities({ offsets, positions, clicks }, new Int32Array(200));
 * console.log(propensities[1].toFixed(3)); // 0.500
 * ```
 */
export function estimatePropensities(
  log: ClickLog,
  documents: Int32Array,
  { steps = 1000, tolerance = 1e-6 }: EstimatePropensitiesOptions = {},
): PropensityEstimate {
  const positionCount = checkClickLog(log);
  const { positions, clicks } = log;
  if (documents.length !== positions.length) {
    throw new RangeError(`documents.length is ${documents.length}; expected ${positions.length}, one per position`);
  }
  const documentCount = documents.reduce((most, d) => Math.max(most, d + 1), 0);
  const shown = new Float64Array(positionCount);
  const seen = new Float64Array(documentCount);
  for (let i = 0; i < positions.length; i++) {
    if (!(documents[i] >= 0)) throw new RangeError(`documents[${i}] is ${documents[i]}; expected at least 0`);
    shown[positions[i] - 1]++;
    seen[documents[i]]++;
  }
  checkConnected(positions, documents, shown);
  let theta = shown.map(() => 0.5);
  let gamma = seen.map(() => 0.5);
  let [step, change] = [0, Number.POSITIVE_INFINITY];
  while (step < steps && change > tolerance) {
    step++;
    const [examined, relevant] = [new Float64Array(positionCount), new Float64Array(documentCount)];
    for (let i = 0; i < positions.length; i++) {
      const [k, d] = [positions[i] - 1, documents[i]];
      const missed = 1 - theta[k] * gamma[d];
      examined[k] += clicks[i] === 1 || missed <= 0 ? 1 : (theta[k] * (1 - gamma[d])) / missed;
      relevant[d] += clicks[i] === 1 || missed <= 0 ? 1 : (gamma[d] * (1 - theta[k])) / missed;
    }
    const next = examined.map((sum, k) => (shown[k] > 0 ? sum / shown[k] : Number.NaN));
    change = next.reduce((most, value, k) => (shown[k] > 0 ? Math.max(most, Math.abs(value - theta[k])) : most), 0);
    theta = next;
    gamma = relevant.map((sum, d) => (seen[d] > 0 ? sum / seen[d] : Number.NaN));
  }
  let logLikelihood = 0;
  for (let i = 0; i < positions.length; i++) {
    const p = theta[positions[i] - 1] * gamma[documents[i]];
    logLikelihood += clicks[i] === 1 ? Math.log(p) : Math.log1p(-p);
  }
  const first = theta.find((value) => value > 0) ?? 1;
  return {
    propensities: theta.map((value) => value / first),
    relevance: gamma.map((value) => value * first),
    logLikelihood,
    steps: step,
    converged: change <= tolerance,
  };
}

/** Throws an error unless all positions that occur are connected through documents that were shown at several of these positions. */
function checkConnected(positions: Int32Array, documents: Int32Array, shown: Float64Array): void {
  const parent = Int32Array.from(shown, (_, k) => k);
  const root = (k: number): number => {
    let at = k;
    while (parent[at] !== at) at = parent[at];
    return at;
  };
  const firstOf = new Map<number, number>();
  for (let i = 0; i < positions.length; i++) {
    const k = positions[i] - 1;
    parent[root(k)] = root(firstOf.get(documents[i]) ?? k);
    if (!firstOf.has(documents[i])) firstOf.set(documents[i], k);
  }
  const first = shown.findIndex((count) => count > 0);
  const apart = shown.findIndex((count, k) => count > 0 && root(k) !== root(first));
  if (apart < 0) return;
  throw new RangeError(
    `no chain of documents connects position ${apart + 1} with position ${first + 1}; expected documents that were shown at several positions, for example because results were swapped at random`,
  );
}
