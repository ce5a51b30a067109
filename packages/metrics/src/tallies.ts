import type { ItemGroups } from "./frequency-groups.ts";
import type { AtK, GroupMetrics, Metrics } from "./metrics.ts";
import { topK } from "./top-k.ts";

/**
 * Running sums over points from which metrics are computed. Every sum is a named array of numbers. Evaluators are merged by adding these
 * arrays elementwise.
 */
export interface Tally<Result> {
  /** The sums by name. Sums over ranks have length `depth`; element r is the sum over the first r + 1 positions. */
  readonly sums: Readonly<Record<string, Float64Array>>;
  /**
   * Adds a point.
   *
   * @param hits - For each of the first `depth` positions, the item there if it is relevant and −1 otherwise.
   * @param relevant - The relevant items.
   */
  readonly add: (hits: Float64Array, relevant: ArrayLike<number>) => void;
  /** The metrics at each of `ks`, over `points` points. */
  readonly result: (ks: readonly number[], points: number) => Result;
}

/** The running sums for P@k, nDCG@k and recall@k. */
export function hitTally(depth: number): Tally<Pick<Metrics, "precision" | "ndcg" | "recall">> {
  const { at, sumOf } = discounts(depth);
  const hitSum = new Float64Array(depth);
  const ndcgSum = new Float64Array(depth);
  const recallSum = new Float64Array(depth);
  return {
    sums: { hits: hitSum, ndcg: ndcgSum, recall: recallSum },
    add(hits, { length: relevant }) {
      if (relevant === 0) return;
      let found = 0;
      let dcg = 0;
      for (let r = 0; r < depth; r++) {
        if (hits[r] >= 0) {
          found++;
          dcg += at[r];
        }
        hitSum[r] += found;
        ndcgSum[r] += dcg / sumOf[Math.min(r + 1, relevant)];
        recallSum[r] += found / relevant;
      }
    },
    result: (ks, points) => ({
      precision: atK(ks, (k) => hitSum[k - 1] / (k * points)),
      ndcg: atK(ks, (k) => ndcgSum[k - 1] / points),
      recall: atK(ks, (k) => recallSum[k - 1] / points),
    }),
  };
}

/**
 * The published definition of PSnDCG@k to use. The definitions differ if points have fewer than k relevant items.
 *
 * - `"pyxclib"` (the default): each point is divided by its plain ideal DCG over min(k, relevant items), in both numerator and denominator,
 *   as in the Python package pyxclib.
 * - `"xml-repo"`: every point is divided by the same sum over k positions, which cancels out, as in the MATLAB scripts of the
 *   Extreme Classification Repository.
 */
export type PsndcgConvention = "pyxclib" | "xml-repo";

/** The running sums for PSP@k and PSnDCG@k. */
export function propensityTally(
  depth: number,
  inversePropensity: ArrayLike<number>,
  convention: PsndcgConvention,
): Tally<Required<Pick<Metrics, "psp" | "psndcg">>> {
  const weights = Float64Array.from(inversePropensity);
  const ranking = weightedSums(depth, convention);
  const best = weightedSums(depth, convention);
  const gains = new Float64Array(depth);
  let relevantWeights = new Float64Array(0);
  return {
    sums: {
      gain: ranking.gain,
      "best gain": best.gain,
      [`${convention} DCG`]: ranking.dcg,
      [`best ${convention} DCG`]: best.dcg,
    },
    add(hits, relevant) {
      if (relevant.length === 0) return;
      for (let r = 0; r < depth; r++) gains[r] = hits[r] < 0 ? 0 : weights[hits[r]];
      ranking.add(gains, relevant.length);

      if (relevantWeights.length < relevant.length) relevantWeights = new Float64Array(2 * relevant.length);
      for (let i = 0; i < relevant.length; i++) relevantWeights[i] = weights[relevant[i]];
      const order = topK(relevantWeights.subarray(0, relevant.length), depth);
      for (let r = 0; r < depth; r++) gains[r] = r < order.length ? relevantWeights[order[r]] : 0;
      best.add(gains, relevant.length);
    },
    result: (ks) => ({
      psp: atK(ks, (k) => ranking.gain[k - 1] / best.gain[k - 1]),
      psndcg: atK(ks, (k) => ranking.dcg[k - 1] / best.dcg[k - 1]),
    }),
  };
}

/** Accumulates the plain and discounted gains at the first ranks over all points. */
function weightedSums(depth: number, convention: PsndcgConvention) {
  const { at, sumOf } = discounts(depth);
  const gain = new Float64Array(depth);
  const dcg = new Float64Array(depth);
  const add = (gains: Float64Array, relevant: number): void => {
    let gainSoFar = 0;
    let dcgSoFar = 0;
    for (let r = 0; r < depth; r++) {
      gainSoFar += gains[r];
      dcgSoFar += gains[r] * at[r];
      gain[r] += gainSoFar;
      dcg[r] += convention === "pyxclib" ? dcgSoFar / sumOf[Math.min(r + 1, relevant)] : dcgSoFar;
    }
  };
  return { gain, dcg, add };
}

/** The running sums for each group's contribution to P@k and its recall@k. */
export function groupTally(depth: number, groups: ItemGroups): Tally<Record<string, GroupMetrics>> {
  const names = [...groups.names];
  const groupOf = Int32Array.from(groups.groupOf);
  const hitSum = names.map(() => new Float64Array(depth));
  const recallSum = names.map(() => new Float64Array(depth));
  const pointSum = names.map(() => new Float64Array(1));
  const relevantIn = new Float64Array(names.length);
  return {
    sums: Object.fromEntries(
      names.flatMap((name, g) => [
        [`hits in ${name}`, hitSum[g]],
        [`recall in ${name}`, recallSum[g]],
        [`points with ${name}`, pointSum[g]],
      ]),
    ),
    add(hits, relevant) {
      relevantIn.fill(0);
      for (let i = 0; i < relevant.length; i++) relevantIn[groupOf[relevant[i]]]++;
      for (let g = 0; g < names.length; g++) {
        if (relevantIn[g] === 0) continue;
        pointSum[g][0]++;
        let found = 0;
        for (let r = 0; r < depth; r++) {
          if (hits[r] >= 0 && groupOf[hits[r]] === g) found++;
          hitSum[g][r] += found;
          recallSum[g][r] += found / relevantIn[g];
        }
      }
    },
    result: (ks, points) =>
      Object.fromEntries(
        names.map((name, g) => [
          name,
          {
            precision: atK(ks, (k) => hitSum[g][k - 1] / (k * points)),
            recall: atK(ks, (k) => recallSum[g][k - 1] / pointSum[g][0]),
          },
        ]),
      ),
  };
}

/** The DCG discounts, `at[r]` = 1/log₂(r + 2) for a hit at rank r + 1, and their partial sums. */
interface Discounts {
  readonly at: Float64Array;
  /** `sumOf[n]` = Σ_{r < n} at[r]: the DCG of a ranking that starts with n hits. */
  readonly sumOf: Float64Array;
}

function discounts(depth: number): Discounts {
  const at = new Float64Array(depth);
  const sumOf = new Float64Array(depth + 1);
  for (let r = 0; r < depth; r++) {
    at[r] = 1 / Math.log2(r + 2);
    sumOf[r + 1] = sumOf[r] + at[r];
  }
  return { at, sumOf };
}

function atK(ks: readonly number[], valueAt: (k: number) => number): AtK {
  return Object.fromEntries(ks.map((k) => [k, valueAt(k)]));
}
