import { exponentiate, maximum } from "../passes/exponentials.ts";
import type { Scores } from "../passes/scores.ts";
import type { PackedPreferences } from "../preference/packed-preferences.ts";
import { checkEvaluation, weightOf } from "../preference/packed-preferences.ts";
import { type ItemStamps, itemStamps } from "../preference/preference.ts";
import { type LikelihoodOptions, resolveOptions, type Walk, type WalkOptions, walkOf, walkTiers } from "./tier-walk.ts";

/** Options for {@link sharedLogLikelihood}. */
export interface SharedOptions extends LikelihoodOptions {
  /** Overwritten with Σ_b weight_b · ∂ log P_b/∂w, N entries. */
  readonly gradient?: Float64Array;
  /** The weight of each observation, in the order of `preferences`. Default: 1. */
  readonly weights?: ArrayLike<number>;
  /** Overwritten with log P_b, unweighted, of the observations used. */
  readonly values?: Float64Array;
  /** The indices of the observations to use, for a mini-batch. Default: all of them. */
  readonly subset?: ArrayLike<number>;
}

/** If less than this fraction of the mass remains after subtraction, the rest is summed directly: 1e-3 costs 3 digits. */
const SMALLEST_SHARE = 1e-3;

// For every item: e^{w − max}, its gradient from the tiers that name it, and Σκ over the observations that name it.
let masses = new Float64Array(0);
let own = new Float64Array(0);
let namedKappa = new Float64Array(0);

/**
 * The log-likelihood of observations that all share one vector of scores. Σ e^w is computed once, and each observation subtracts the items
 * it names (or, if the named items have nearly all of the mass, sums the remaining items directly). B observations that name S items each
 * therefore cost O(N + B·K·S) instead of O(B·N).
 *
 * @param scores - N finite scores.
 * @param preferences - Packed preferences over N items; see {@link packPreferences}.
 * @param options - The output gradient and values, weights, the observations to use, the rule, and `maxTier`.
 * @returns Σ_b weight_b · log P_b.
 *
 * @example
 * ```ts
 * import { packPreferences, sharedLogLikelihood } from "@tierwise/core-integrator";
 *
 * const preferences = packPreferences([{ tiers: [[0], [1]] }, { tiers: [[0, 2]] }], 4);
 * const gradient = new Float64Array(4);
 * console.log(sharedLogLikelihood([1, 0, 0, 0], preferences, { gradient }).toFixed(5)); // -3.19241
 * ```
 */
export function sharedLogLikelihood(
  scores: Scores,
  preferences: PackedPreferences,
  options: SharedOptions = {},
): number {
  const { gradient, weights, subset, values } = options;
  checkEvaluation("shared", scores, preferences, options);
  const { count, itemCount } = preferences;
  const walkOptions: WalkOptions = { ...resolveOptions(options), wantGradient: gradient !== undefined };
  const { max, sum } = fillMasses(scores, itemCount);
  // The rule gets the scores minus `center`. The likelihood depends only on differences, which then lose fewer digits.
  const center = walkOptions.rule.center === "none" ? 0 : max;
  own.fill(0, 0, itemCount);
  namedKappa.fill(0, 0, itemCount);
  let total = 0;
  let common = 0; // Σ_b κ_b: an item gets −e·κ from every observation that does not name it
  for (let i = 0; i < (subset?.length ?? count); i++) {
    const b = subset === undefined ? i : subset[i];
    const weight = weightOf(weights, b);
    const mass = readObservation(scores, preferences, b, walkOptions, center, sum);
    const rest = mass > 0 ? max - center + Math.log(mass) : restDirectly(scores, preferences, b, center);
    const walk = walkTiers(preferences, b, rest, walkOptions);
    total += weight * walk.logLikelihood;
    if (values !== undefined) values[b] = walk.logLikelihood;
    if (gradient === undefined) continue;
    const factor = weight * walk.restFactor;
    const kappa = mass > 0 ? factor / mass : 0;
    addNamed(preferences, b, walk, weight, kappa);
    common += kappa;
    if (mass === 0 && rest > Number.NEGATIVE_INFINITY) addRestDirectly(scores, preferences, b, center + rest, factor);
  }
  if (gradient !== undefined) {
    // `common` and `namedKappa` are summed in the same order, so they cancel exactly for an item that every observation names.
    for (let i = 0; i < itemCount; i++) gradient[i] = own[i] - masses[i] * (common - namedKappa[i]);
  }
  return total;
}

function fillMasses(scores: Scores, itemCount: number): { max: number; sum: number } {
  if (masses.length < itemCount) {
    masses = new Float64Array(itemCount);
    own = new Float64Array(itemCount);
    namedKappa = new Float64Array(itemCount);
  }
  masses.set(scores);
  const max = maximum(masses, 0, itemCount);
  return { max, sum: exponentiate(masses, 0, itemCount, max) };
}

/**
 * Fills the walk with the scores of observation b's named items, minus `center`, and returns the mass Σ e^{w − max} of its unnamed rest, or
 * 0 if the rest is empty or too small for subtraction.
 */
function readObservation(
  scores: Scores,
  { items, tierOffsets, preferenceOffsets, restIsLowest }: PackedPreferences,
  b: number,
  options: WalkOptions,
  center: number,
  sum: number,
): number {
  const from = tierOffsets[preferenceOffsets[b]];
  const to = tierOffsets[preferenceOffsets[b + 1]];
  const walk = walkOf(to - from, options, true);
  const { masses: named } = walk;
  let mass = sum;
  for (let i = from; i < to; i++) {
    walk.scores[i - from] = scores[items[i]] - center;
    const itemMass = masses[items[i]];
    if (named !== undefined) named[i - from] = itemMass;
    mass -= itemMass;
  }
  return restIsLowest[b] === 1 && mass >= SMALLEST_SHARE * sum ? mass : 0;
}

/** w_R − center of observation b's unnamed rest, computed from a sum over its items; −∞ if every item is named. */
function restDirectly(scores: Scores, preferences: PackedPreferences, b: number, center: number): number {
  if (preferences.restIsLowest[b] === 0) return Number.NEGATIVE_INFINITY;
  const { stamp, base } = stampNamed(preferences, b);
  let max = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < scores.length; i++) if (stamp[i] !== base && scores[i] > max) max = scores[i];
  if (max === Number.NEGATIVE_INFINITY) return max;
  let sum = 0;
  for (let i = 0; i < scores.length; i++) if (stamp[i] !== base) sum += Math.exp(scores[i] - max);
  return max - center + Math.log(sum);
}

function addRestDirectly(
  scores: Scores,
  preferences: PackedPreferences,
  b: number,
  rest: number,
  factor: number,
): void {
  const { stamp, base } = stampNamed(preferences, b);
  for (let i = 0; i < scores.length; i++) if (stamp[i] !== base) own[i] -= factor * Math.exp(scores[i] - rest);
}

function stampNamed({ items, tierOffsets, preferenceOffsets, itemCount }: PackedPreferences, b: number): ItemStamps {
  const stamps = itemStamps(itemCount, 1);
  const to = tierOffsets[preferenceOffsets[b + 1]];
  for (let i = tierOffsets[preferenceOffsets[b]]; i < to; i++) stamps.stamp[items[i]] = stamps.base;
  return stamps;
}

function addNamed(
  { items, tierOffsets, preferenceOffsets }: PackedPreferences,
  b: number,
  walk: Walk,
  weight: number,
  kappa: number,
): void {
  const from = tierOffsets[preferenceOffsets[b]];
  const to = tierOffsets[preferenceOffsets[b + 1]];
  for (let i = from; i < to; i++) {
    own[items[i]] += weight * walk.gradient[i - from];
    namedKappa[items[i]] += kappa;
  }
}
