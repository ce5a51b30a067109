import { type RestDerivatives, tierCurvature } from "./tier-curvature.ts";

/**
 * Computes the diagonal −∂² log P/∂w_i² for a vote's log-likelihood, in time linear in the number of named items.
 *
 * An item j below tier m has the share s = e^{w_j − w_R} of the tier's rest R. The tier adds s·G_m − s²·(G_m − K_m) to the item's
 * curvature, where G_m and K_m are the slope and curvature of the tier with respect to w_R. The sums of both terms over the tiers above j
 * are carried down from tier to tier.
 *
 * @param w - The utilities of the named items, tier after tier, best first.
 * @param tierOffsets - The offset of each tier in `w`, followed by the end of the last tier; no tier is empty.
 */
export function voteCurvature(w: Float64Array, tierOffsets: Int32Array): Float64Array {
  const tiers = tierOffsets.length - 1;
  const rests = logSumExpBelow(w, tierOffsets);
  const own = new Float64Array(w.length);
  const advantages = new Float64Array(w.length);
  const curvature = new Float64Array(w.length);
  const rest: RestDerivatives = { slope: 0, curvature: 0 };
  let [linear, square] = [0, 0];
  for (let m = 0; m < tiers; m++) {
    const [from, to] = [tierOffsets[m], tierOffsets[m + 1]];
    for (let i = from; i < to; i++) {
      const share = Math.exp(w[i] - rests[m]);
      curvature[i] = Math.max(0, share * linear - share * share * square);
    }
    if (m === tiers - 1) break;
    for (let i = from; i < to; i++) advantages[i] = w[i] - rests[m + 1];
    tierCurvature(advantages, from, to, own, rest);
    for (let i = from; i < to; i++) curvature[i] += own[i];
    const fraction = Math.exp(rests[m + 1] - rests[m]);
    linear = linear * fraction + rest.slope;
    square = square * fraction * fraction + rest.slope - rest.curvature;
  }
  return curvature;
}

/** rests[m] = log Σ e^{w_i} over the items of tier m and all tiers below it. */
function logSumExpBelow(w: Float64Array, tierOffsets: Int32Array): Float64Array {
  const tiers = tierOffsets.length - 1;
  const rests = new Float64Array(tiers);
  let total = Number.NEGATIVE_INFINITY;
  for (let m = tiers - 1; m >= 0; m--) {
    for (let i = tierOffsets[m]; i < tierOffsets[m + 1]; i++) {
      const larger = Math.max(total, w[i]);
      total = larger + Math.log1p(Math.exp(Math.min(total, w[i]) - larger));
    }
    rests[m] = total;
  }
  return rests;
}
