import { keepEqual } from "./keep-equal.ts";
import { isInformative, type LocalVote } from "./local-vote.ts";
import { voteCurvature } from "./vote-curvature.ts";
import { voteMode } from "./vote-mode.ts";

/** The changes that a vote makes to the beliefs. */
export interface Assimilated {
  /** The utilities of the named items after the vote. */
  readonly modes: Float64Array;
  /** The increase in the precision, 1/variance, of each named item. */
  readonly precisions: Float64Array;
}

/**
 * Updates independent normal beliefs about the named items with one vote: utilities move to the mode of the posterior, and precisions grow
 * by the marginal information at the mode.
 *
 * With h_i = −∂² log P/∂w_i², item i is compared with a mixture of the others, which has the variance u_i = Σ_{j≠i} (h_ij/h_ii)²·v_j. The
 * item gains the information h_i/(1 + h_i·u_i), which is smaller if its opponents are uncertain. Off the diagonal, −h_ij is assumed to be
 * proportional to h_j, which is exact for two items and keeps the cost linear.
 */
export function assimilate(
  vote: LocalVote,
  means: Float64Array,
  variances: Float64Array,
  { equal }: { readonly equal: boolean },
): Assimilated {
  if (!isInformative(vote)) return { modes: means.slice(), precisions: new Float64Array(means.length) };
  const modes = voteMode(vote, means, variances);
  if (equal) keepEqual(modes, means, variances, vote.tierOffsets);
  return { modes, precisions: learnedPrecisions(curvatureAt(vote, modes), variances) };
}

function curvatureAt({ tierOffsets, weight, duel }: LocalVote, w: Float64Array): Float64Array {
  if (duel === undefined) return voteCurvature(w, tierOffsets).map((h) => weight * h);
  const smaller = Math.exp(-Math.abs(w[0] - w[1]));
  const h = ((duel[0] + duel[1]) * smaller) / (1 + smaller) ** 2;
  return Float64Array.of(h, h);
}

function learnedPrecisions(curvature: Float64Array, variances: Float64Array): Float64Array {
  let [total, spread] = [0, 0];
  for (let i = 0; i < curvature.length; i++) {
    total += curvature[i];
    spread += curvature[i] ** 2 * variances[i];
  }
  return curvature.map((h, i) => {
    const others = total - h;
    if (!(others > 0)) return 0;
    const variance = Math.max(0, spread - h * h * variances[i]) / (others * others);
    return h / (1 + h * variance);
  });
}
