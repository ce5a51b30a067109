import {
  add,
  div,
  exp,
  expandDims,
  greater,
  linspace,
  log,
  max,
  minimum,
  mul,
  neg,
  sub,
  sum,
  type Tensor,
  where,
} from "@tensorflow/tfjs-core";
import { growth, log1pOfSmall, logFactors, ratio, slopeOf } from "./factors.ts";
import { findLeftEnd, findMode, reachRight } from "./window.ts";

// Computes the integral of Proposition 1 in single precision with fixed shapes, in the notation of @tierwise/core-integrator:
//   log P = log ∫ e^{ℓ(y)} dy,   ℓ(y) = y − e^y + Σ_a log(1 − e^{−z_a}),   z_a = e^{y + d_a},   d_a = w_a − w_R.

/** If log P is above this value, it is computed from (1 − P)/P. */
const NEARLY_CERTAIN = -0.1;
/** The value log P(A ≻ R) for each row, B × 1, and its derivative with respect to each d, B × n. */
export interface TierIntegral {
  readonly logProbability: Tensor;
  readonly gradient: Tensor;
}

/**
 * Integrates one tier of every row.
 *
 * @param advantages - d, B × n.
 * @param mask - B × n, 0 for padding.
 * @param steps - The number of Newton steps toward the mode.
 * @param nodes - The number of nodes of the trapezoid rule.
 */
export function tierIntegral(advantages: Tensor, mask: Tensor, steps: number, nodes: number): TierIntegral {
  // Σ min(d, 0) is the same at every node, so it is factored out; the remaining sums over a tier are small.
  const floor = minimum(advantages, 0);
  const mode = findMode(advantages, mask, steps);
  const y = log(mode);
  const atMode = mul(logFactors(y, advantages, floor), mask);

  const left = findLeftEnd(advantages, mask, mode, atMode, floor, steps);
  const step = div(sub(reachRight(mode), left), nodes - 1);
  const t = add(left, mul(step, expandDims(linspace(0, nodes - 1, nodes), 0))); // y_k − mode, B × K
  const d = expandDims(advantages, 1);
  const yk = expandDims(add(y, t), 2);
  const nodeMask = expandDims(mask, 1);
  const change = sum(mul(sub(logFactors(yk, d, expandDims(floor, 1)), expandDims(atMode, 1)), nodeMask), 2);
  const logHeight = add(sub(t, mul(mode, mul(t, growth(t)))), change); // ℓ(y_k) − ℓ(mode)

  const top = max(logHeight, 1, true);
  const heights = exp(sub(logHeight, top));
  const mass = sum(heights, 1, true);
  const q = div(heights, mass);
  const factors = sum(add(atMode, mul(floor, mask)), 1, true);
  const byIntegral = add(add(add(sub(y, mode), factors), top), log(mul(mass, step)));
  const slopes = mul(slopeOf(ratio(yk, d)), nodeMask);
  const nearOne = neg(log1pOfSmall(odds(mul(mode, exp(t)), q, sum(slopes, 2))));
  return {
    logProbability: where(greater(byIntegral, NEARLY_CERTAIN), nearOne, byIntegral),
    gradient: sum(mul(slopes, expandDims(q, 2)), 1),
  };
}

/**
 * (1 − P)/P = E_q[(e^x − 1)/x · Σφ], x = e^y, which loses no digits if P is nearly 1. Integrating Proposition 1 by parts
 * gives P = 1 − ∫ (1 − e^{−x}) Σφ ∏(1 − e^{−z}) dy.
 */
function odds(x: Tensor, q: Tensor, slopeSum: Tensor): Tensor {
  return sum(mul(mul(q, growth(x)), slopeSum), 1, true);
}
