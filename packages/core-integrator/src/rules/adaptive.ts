import { binnedGradient, binRounding } from "./adaptive/binned-items.ts";
import { tierWork } from "./adaptive/compiled-work.ts";
import { layNodes } from "./adaptive/lay-nodes.ts";
import { lightGradient, lightSums, sumLightItems } from "./adaptive/light-items.ts";
import { findMode, type Mode } from "./adaptive/mode.ts";
import { type Nodes, nodes } from "./adaptive/nodes.ts";
import type { AdaptiveSettings } from "./adaptive/tier-memory.ts";
import { splitTier, type TierParts } from "./adaptive/tier-parts.ts";
import {
  boundError,
  cutOffError,
  estimateError,
  refinedStep,
  type TrapezoidError,
  trapezoidStep,
} from "./adaptive/trapezoid-error.ts";
import type { Rule, TierResult } from "./rule.ts";
import { roundingError, subsetRecursion } from "./subset-recursion.ts";

/** Up to this many items that are not heavy, the subset recursion is faster than quadrature, and exact. */
const SMALL_TIER = 7;
/** Above this many nodes, the step is not refined further, since only rounding errors remain. */
const MANY_NODES = 200;
const DEFAULT_TOLERANCE = 1e-12;
/** The first step aims at this fraction of the tolerance at the mode, because the error is larger at nodes with more curvature. */
const FIRST_ERROR = 0.01;

/**
 * The default rule, which is accurate to `tolerance` for all scores and has nothing to tune.
 *
 * Tiers of up to 7 items have a closed form. For larger tiers, with u = exp(−e^y) and z_a = e^{w_a − w_B + y},
 *
 *     P(A ≻ B) = ∫ e^{ℓ(y)} dy,   ℓ(y) = y − e^y + Σ_a log(1 − e^{−z_a}),
 *
 * where ℓ is concave and the integrand is analytic in a strip, so the trapezoid rule around the mode converges exponentially. An accuracy
 * of 1e-12 takes 20 to 40 evaluations for a tier of any size, and a few hundred when P is so close to 1 that the left tail is long and ends
 * steeply. The gradient, ∂ log P/∂w_a = E[φ(z_a)] with φ(z) = z/(e^z − 1), is computed at the same nodes in O(n).
 *
 * To check this rule on small tiers, use {@link exact}; to reproduce the paper, use {@link midpoint}.
 *
 * @param options - `tolerance`: the target for the absolute error of log P, or for the relative error if |log P| > 1; from
 *   1e-15 to 1e-2. Default: 1e-12.
 *
 * @example
 * ```ts
 * import { adaptive, logLikelihood } from "@tierwise/core-integrator";
 *
 * const scores = [2, 1, 0, -1];
 * console.log(logLikelihood(scores, { tiers: [[0, 1]] }, { rule: adaptive({ tolerance: 1e-6 }) }).toFixed(5)); // -0.46484
 * ```
 */
export function adaptive({ tolerance: given }: { readonly tolerance?: number } = {}): Rule {
  const tolerance = given ?? DEFAULT_TOLERANCE;
  if (!(tolerance >= 1e-15 && tolerance <= 1e-2)) {
    throw new RangeError(`tolerance is ${tolerance}; expected a number from 1e-15 to 1e-2`);
  }
  const rule: Rule = {
    name: "adaptive",
    spec: { name: "adaptive", ...(given !== undefined && { tolerance }) },
    evaluate: (top, size, rest, gradient, result) => evaluate(top, size, rest, gradient, result, tolerance),
  };
  settingsOfRule.set(rule, { tolerance, drop: dropOf(tolerance), target: Math.log(2 / (FIRST_ERROR * tolerance)) });
  return rule;
}

const settingsOfRule = new WeakMap<Rule, AdaptiveSettings>();

/** The settings of a rule made by {@link adaptive}, or undefined for any other rule. */
export function adaptiveSettings(rule: Rule): AdaptiveSettings | undefined {
  return settingsOfRule.get(rule);
}

/** Nodes where ℓ is this far below its maximum are cut off. */
function dropOf(tolerance: number): number {
  return 4 - Math.log(tolerance);
}

function evaluate(
  top: Float64Array,
  size: number,
  rest: number,
  gradient: Float64Array | undefined,
  result: TierResult,
  tolerance: number,
): void {
  const drop = dropOf(tolerance);
  const parts = splitTier(top, size, rest, drop);
  const left = size - parts.heavyCount;
  result.evaluations = 0;
  if (left === 0) allHeavy(top, size, rest, parts, gradient, result);
  else if (left <= SMALL_TIER) fewItems(top, size, rest, parts, gradient, result);
  else {
    integrate(parts, drop, tolerance, result);
    if (gradient !== undefined) result.restGradient = -fillGradient(parts, gradient);
  }
}

/**
 * If all items are heavy, 0 ≤ −log P ≤ Σ e^{−d} < 1e-17 and 0 ≤ ∂ log P/∂w_a ≤ e^{−d_a}; returns these upper bounds, which are tight for
 * one item.
 */
function allHeavy(
  top: Float64Array,
  size: number,
  rest: number,
  { heavyTail }: TierParts,
  gradient: Float64Array | undefined,
  result: TierResult,
): void {
  result.logProbability = -heavyTail;
  result.restGradient = -heavyTail;
  result.error = heavyTail;
  if (gradient !== undefined) for (let a = 0; a < size; a++) gradient[a] = Math.exp(rest - top[a]);
}

const advantages = new Float64Array(SMALL_TIER);
const fewGradient = new Float64Array(SMALL_TIER);
const fewIndex = new Int32Array(SMALL_TIER);

function fewItems(
  top: Float64Array,
  size: number,
  rest: number,
  { lightCount, lightIndex, middleCount, middleIndex }: TierParts,
  gradient: Float64Array | undefined,
  result: TierResult,
): void {
  for (let i = 0; i < lightCount; i++) fewIndex[i] = lightIndex[i];
  for (let i = 0; i < middleCount; i++) fewIndex[lightCount + i] = middleIndex[i];
  const count = lightCount + middleCount;
  for (let i = 0; i < count; i++) advantages[i] = top[fewIndex[i]] - rest;
  subsetRecursion(advantages, count, gradient && fewGradient, result);
  if (gradient === undefined) return;
  gradient.fill(0, 0, size);
  for (let i = 0; i < count; i++) gradient[fewIndex[i]] = fewGradient[i];
}

const light = lightSums;
const estimate: TrapezoidError = { error: 0, slope: 0 };
const mode: Mode = { x: 0, curvature: 0, evaluations: 0 };

/** Finds the mode, then reduces the node spacing until the estimated error is within the tolerance. */
function integrate(parts: TierParts, drop: number, tolerance: number, result: TierResult): void {
  const { scale, lightCount, lightAdvantage, middleCount } = parts;
  sumLightItems(parts, light);
  findMode(parts, light, mode);
  result.evaluations = mode.evaluations;
  const logX = (1 + lightCount) * Math.log(mode.x);
  const slope = mode.x * (1 + (0.5 * light.first) / scale);
  let step = trapezoidStep(FIRST_ERROR * tolerance, mode.curvature);
  for (;;) {
    layNodes(nodes, parts, light, mode, step, drop);
    result.evaluations += nodes.high - nodes.low + 1;
    const sum = tierWork().weighNodes(nodes.low, nodes.high, nodes.max);
    result.logProbability = logX + lightAdvantage - slope + nodes.max + Math.log(nodes.step * sum);
    estimateError(nodes, mode.curvature, estimate);
    const target = tolerance * Math.max(1, Math.abs(result.logProbability));
    if (lightCount === 0) boundError(nodes.step, middleCount, result.logProbability, estimate);
    if (estimate.error <= target || nodes.high - nodes.low > MANY_NODES) break;
    step = refinedStep(nodes.step, estimate, target);
  }
  const magnitude = 2 + Math.abs(logX) - lightAdvantage + slope + Math.abs(nodes.max);
  let rounding = roundingError(magnitude, lightCount + middleCount);
  if (nodes.binned) rounding += binRounding(nodes.bins, nodes.max);
  result.error = estimate.error + cutOffError(nodes) + rounding;
}

/**
 * The nodes of the trapezoid rule for a tier, with weights that sum to 1, and the scale of their positions: x_k = v_k · scale. The same
 * nodes can integrate other functions with respect to this density. Undefined if every item is heavy. The memory is reused.
 */
export function tierNodes(
  top: Float64Array,
  size: number,
  rest: number,
  tolerance: number,
): { nodes: Nodes; scale: number } | undefined {
  const drop = dropOf(tolerance);
  const parts = splitTier(top, size, rest, drop);
  if (size === parts.heavyCount) return undefined;
  integrate(parts, drop, tolerance, unused);
  return { nodes, scale: parts.scale };
}

const unused: TierResult = { logProbability: 0, restGradient: 0, error: 0, evaluations: 0 };

/** Computes ∂ log P/∂w_a = E_q[φ(z_a)] for every item and returns the sum. */
function fillGradient(parts: TierParts, gradient: Float64Array): number {
  const { lightCount, middleIndex, middleCount, heavyCount } = parts;
  if (heavyCount > 0) gradient.fill(0, 0, heavyCount + lightCount + middleCount);
  const sum = lightGradient(parts, light, nodes, gradient);
  if (nodes.binned) return sum + binnedGradient(nodes, middleIndex, middleCount, gradient);
  return sum + middleGradient(parts, gradient);
}

function middleGradient({ middleCount, middleIndex, scale }: TierParts, gradient: Float64Array): number {
  const work = tierWork();
  const { slopes } = work;
  work.rowSlopes(middleCount, scale, nodes.low, nodes.high);
  let sum = 0;
  for (let i = 0; i < middleCount; i++) {
    gradient[middleIndex[i]] = slopes[i];
    sum += slopes[i];
  }
  return sum;
}
