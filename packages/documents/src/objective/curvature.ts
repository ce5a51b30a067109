import type { RankingLoss } from "@tierwise/losses";
import type { PackedLists } from "../lists/packed-lists.ts";

/**
 * Writes a nonnegative approximation of the diagonal of a loss's Hessian to `out`: weight · ∂²loss/∂w_a², or an upper bound on it, for each
 * document a of list `l`, whose scores start at `at`. `gradient` contains weight · ∂loss/∂w.
 */
export type ListCurvature = (
  packed: PackedLists,
  l: number,
  scores: Float64Array,
  at: number,
  gradient: Float64Array,
  weight: number,
  out: Float64Array,
) => void;

/**
 * Returns the function that computes the curvature of a loss.
 *
 * - PL-Partition, PL-LB, PL-TopK and AttRank: the probabilities π of choosing document a sum to t_a + ∂loss/∂w_a, where t_a is 0 in the
 *   lowest tier and 1 above it (for AttRank, the target). The exact diagonal is Σ π(1 − π), minus a variance for PL-Partition (Louis 1982),
 *   so that t_a + ∂loss/∂w_a is an upper bound. This bound needs no additional pass over the documents.
 * - RankNet: exact, Σ σ(1 − σ) over the pairs that contain the document.
 * - RankSVM: the second derivative, 1/(2|1 − x|), of the quadratic that lies above the hinge and touches it at the margin x of the pair
 *   (Hunter and Lange 2004), limited to 1/2.
 * - Any other loss: the curvature is 1 per document, which gives plain gradient boosting.
 */
export function curvatureOf({ spec }: RankingLoss): ListCurvature {
  switch (spec?.name) {
    case "pl-partition":
      return chosenMass(spec.maxTier ?? Number.POSITIVE_INFINITY);
    case "pl-lb":
    case "pl-topk":
      return chosenMass(Number.POSITIVE_INFINITY);
    case "attrank":
      return attRankMass;
    case "ranknet":
      return pairSums((margin) => 1 / (2 + Math.exp(margin) + Math.exp(-margin)));
    case "ranksvm":
      return pairSums((margin) => 0.5 / Math.max(1, Math.abs(1 - margin)));
    default:
      return (packed, _l, _scores, at, _gradient, weight, out) => out.fill(weight, at, at + packed.itemCount);
  }
}

/** t_a + ∂loss/∂w_a, where t_a is 0 in tiers of more than `maxTier` documents, which contribute no term to the loss. */
function chosenMass(maxTier: number): ListCurvature {
  return ({ items, tierOffsets, preferenceOffsets }, l, _scores, at, gradient, weight, out) => {
    const last = preferenceOffsets[l + 1] - 1;
    for (let t = preferenceOffsets[l]; t <= last; t++) {
      const own = t < last && tierOffsets[t + 1] - tierOffsets[t] <= maxTier ? weight : 0;
      for (let i = tierOffsets[t]; i < tierOffsets[t + 1]; i++) {
        const document = at + items[i];
        out[document] = Math.max(0, own + gradient[document]);
      }
    }
  };
}

/** The softmax probability of each document, which equals t_a + ∂loss/∂w_a in `attRankLoss`. */
const attRankMass: ListCurvature = (packed, l, scores, at, _gradient, weight, out) => {
  const { itemCount } = packed;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = at; i < at + itemCount; i++) max = Math.max(max, scores[i]);
  let sum = 0;
  for (let i = at; i < at + itemCount; i++) {
    out[i] = Math.exp(scores[i] - max);
    sum += out[i];
  }
  const informative = packed.preferenceOffsets[l + 1] - packed.preferenceOffsets[l] > 1;
  for (let i = at; i < at + itemCount; i++) out[i] *= informative ? weight / sum : 0;
};

/** The sum of a function of the margin over all pairs of documents in different tiers: O(n²) for n documents. */
function pairSums(ofMargin: (margin: number) => number): ListCurvature {
  return ({ itemCount, items, tierOffsets, preferenceOffsets }, l, scores, at, _gradient, weight, out) => {
    out.fill(0, at, at + itemCount);
    const end = tierOffsets[preferenceOffsets[l + 1]];
    for (let t = preferenceOffsets[l]; t < preferenceOffsets[l + 1]; t++) {
      for (let i = tierOffsets[t]; i < tierOffsets[t + 1]; i++) {
        const upper = at + items[i];
        for (let j = tierOffsets[t + 1]; j < end; j++) {
          const lower = at + items[j];
          const value = weight * ofMargin(scores[upper] - scores[lower]);
          out[upper] += value;
          out[lower] += value;
        }
      }
    }
  };
}
