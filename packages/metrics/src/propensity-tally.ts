import { discounts } from "./discounts.ts";
import { atK, type Metrics } from "./metrics.ts";
import type { Tally } from "./tally.ts";
import { topK } from "./top-k.ts";

/**
 * Which published definition of PSnDCG@k to follow; they differ where points have fewer than k relevant items.
 *
 * - `"pyxclib"` (the default): each point is divided by its plain ideal DCG over min(k, relevant items), in numerator and
 *   denominator, as the Python package pyxclib does.
 * - `"xml-repo"`: every point is divided by the same full-k sum, which cancels, as the MATLAB scripts of the Extreme
 *   Classification Repository do.
 */
export type PsndcgConvention = "pyxclib" | "xml-repo";

/** The sums behind PSP@k and PSnDCG@k. */
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

/** Sums over points of the gain at the first ranks, plain and discounted. */
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
