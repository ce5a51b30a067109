import {
  add,
  exp,
  greater,
  log,
  max,
  maximum,
  mul,
  reshape,
  scatterND,
  step,
  sub,
  sum,
  type Tensor,
  type Tensor2D,
  where,
} from "@tensorflow/tfjs-core";
import type { TierTensors } from "./tier-tensors.ts";

/** The mass Σ e^w below a tier for each row, stored as the largest score and a sum relative to it, so that no digits are lost. */
export interface RestMass {
  /** The largest score, B × 1. */
  readonly largest: Tensor;
  /** Σ e^{w − largest}, B × 1; at least 1, or NOTHING if there are no items. */
  readonly mass: Tensor;
}

/** The score of a missing item, which represents −∞ without causing ∞ − ∞. */
const NOWHERE = -1e30;
/** The mass of an empty rest, which is positive so that its logarithm is finite. */
const NOTHING = 1e-30;

/** Returns the mass of each row's unnamed items in its lowest tier, and e^{w − largest} of each such item, B × N. */
export function unnamedMass(scores: Tensor2D, { tiers, restIsLowest }: TierTensors): RestMass & { masses: Tensor } {
  let counted: Tensor = restIsLowest; // Becomes 1 for the unnamed items of a lowest tier, and 0 or −1 for all others.
  for (const { indices, mask } of tiers) {
    counted = sub(counted, scatterND(indices, reshape(mask, [-1]), scores.shape));
  }
  const masked = where(greater(counted, 0), scores, NOWHERE);
  const largest = max(masked, 1, true);
  const masses = mul(exp(sub(masked, largest)), step(counted));
  return { largest, mass: maximum(sum(masses, 1, true), NOTHING), masses };
}

/** Returns the mass of the rest together with the items of a tier. */
export function withTier({ largest, mass }: RestMass, scores: Tensor, mask: Tensor): RestMass {
  const masked = where(greater(mask, 0), scores, NOWHERE);
  const larger = maximum(largest, max(masked, 1, true));
  const added = sum(mul(exp(sub(masked, larger)), mask), 1, true);
  return { largest: larger, mass: add(mul(mass, exp(sub(largest, larger))), added) };
}

/** The advantages w − w_R of items over a rest R. */
export function advantageOver({ largest, mass }: RestMass, scores: Tensor): Tensor {
  return sub(sub(scores, largest), log(mass));
}

/** Returns 1 if there is a rest, and 0 if there is none. */
export function isThere({ mass }: RestMass): Tensor {
  return step(sub(mass, 0.5));
}
