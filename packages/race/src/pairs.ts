/**
 * Sums over pairs of items in O(N): Σ softplus(w_j − w_i) and its derivatives, the probabilities that j arrives before i.
 *
 * @module
 */
export { addMoments, interpolate, POINTS, toCoefficients, toMasses } from "./pairs/chebyshev.ts";
export { logisticPairs } from "./pairs/logistic-pairs.ts";
export { addNearField, FAR } from "./pairs/near-field.ts";
export {
  endTier,
  newLayout,
  type PairSum,
  place,
  resetLayout,
  sumOverTiers,
  type TierLayout,
} from "./pairs/tier-layout.ts";
