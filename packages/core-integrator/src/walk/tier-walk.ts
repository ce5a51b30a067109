import { exponentiate, logAddExp, maximum } from "../passes/exponentials.ts";
import type { PackedPreferences } from "../preference/packed-preferences.ts";
import { tierWork } from "../rules/adaptive/compiled-work.ts";
import type { AdaptiveSettings, ObservationWork } from "../rules/adaptive/tier-memory.ts";
import { adaptive, adaptiveSettings } from "../rules/adaptive.ts";
import type { Rule, TierResult } from "../rules/rule.ts";
import { doublePrecisionSoftmax, type RestSoftmax, type RestSoftmaxOption } from "./rest-softmax.ts";

// log P(S₁ ≻ … ≻ S_M) is the sum over m of log P(S_m ≻ R_{m+1}), where R_{m+1} is everything below tier m (Lemma 1). A pass from the bottom
// up gives every w_R. A pass from the top down calls the rule once per tier and carries
//   C_m = C_{m−1}·e^{w_{R_{m+1}} − w_{R_m}} + G_m,   G_m = Σ_{a∈S_m} ∂ log P_m/∂w_a,
// so that an item j of S_{m+1} gets −e^{w_j − w_{R_{m+1}}}·C_m in addition to its own tier's term: one exponential per item.

/** The result of walking one preference. Its memory is reused: read it before the next walk. */
export interface Walk {
  logLikelihood: number;
  error: number;
  evaluations: number;
  /** C of the last tier: an item j of the unnamed rest has the gradient −e^{w_j − w_rest}·restFactor. */
  restFactor: number;
  /** Scores of the named items, in the order of `items`; filled by the caller. */
  scores: Float64Array;
  /** If defined, the caller also fills the values e^w of the named items. */
  masses: Float64Array | undefined;
  /** Gradients of the named items, in the same order; written if a gradient is requested. */
  gradient: Float64Array;
}

const walk: Walk = {
  logLikelihood: 0,
  error: 0,
  evaluations: 0,
  restFactor: 0,
  scores: new Float64Array(0),
  masses: undefined,
  gradient: new Float64Array(0),
};
/** The value of w_R for the items below each tier. */
let rests = new Float64Array(0);
let tierScores = new Float64Array(0);
let tierGradient = new Float64Array(0);
let tiersWalked = 0;
let walking = false;
const tier: TierResult = { logProbability: 0, restGradient: 0, error: 0, evaluations: 0 };

/** The memory of the walks in TypeScript. */
let plainScores = walk.scores;
let plainGradient = walk.gradient;
/** The compiled walk for the current preference, whose memory contains the scores and gradients; undefined if the walk is in TypeScript. */
let compiled: ObservationWork | undefined;

/**
 * Returns the walk, with memory for a preference that names `named` items and is evaluated with `options`. Fill its `scores` and, if they
 * are defined, its `masses`; then call {@link walkTiers}. Masses are defined only if the caller has them.
 */
export function walkOf(named: number, { settings }: WalkOptions, hasMasses = false): Walk {
  compiled = settings === undefined ? undefined : tierWork().observation;
  if (compiled !== undefined && named <= compiled.mostNamed) {
    walk.scores = compiled.scores;
    walk.masses = hasMasses ? compiled.masses : undefined;
    walk.gradient = compiled.gradient;
    return walk;
  }
  compiled = undefined;
  walk.masses = undefined;
  reservePlain(named);
  return walk;
}

function reservePlain(named: number): void {
  if (plainScores.length < named) {
    plainScores = new Float64Array(2 * named);
    plainGradient = new Float64Array(2 * named);
  }
  walk.scores = plainScores;
  walk.gradient = plainGradient;
  reserveTier(named);
}

function reserveTier(size: number): void {
  if (tierScores.length >= size) return;
  tierScores = new Float64Array(2 * size);
  tierGradient = new Float64Array(2 * size);
}

/** Options for the evaluation of a preference. */
export interface WalkOptions {
  readonly rule: Rule;
  /** The settings of the rule if it is adaptive. */
  readonly settings: AdaptiveSettings | undefined;
  /** Terms of larger tiers are omitted; their items still count as below the higher tiers. */
  readonly maxTier: number;
  /** The softmax over the unnamed items. */
  readonly restSoftmax: RestSoftmax;
  readonly wantGradient: boolean;
}

/** Options for the likelihood functions. */
export interface LikelihoodOptions {
  /** The rule for the integrals. Default: `adaptive()`. */
  readonly rule?: Rule;
  /**
   * Terms of tiers with more items than this are omitted, as in the order-M estimator of Khetan & Oh (2018); their items
   * still count as below the higher tiers. Default: no limit.
   */
  readonly maxTier?: number;
}

const defaultRule = adaptive();

/** Fills in the defaults and checks `maxTier`. */
export function resolveOptions({
  rule = defaultRule,
  maxTier = Number.POSITIVE_INFINITY,
  restSoftmax = doublePrecisionSoftmax,
}: LikelihoodOptions & RestSoftmaxOption = {}): Omit<WalkOptions, "wantGradient"> {
  if (typeof rule?.evaluate !== "function") {
    throw new TypeError(`rule is ${String(rule)}; expected a rule such as adaptive()`);
  }
  if (!(maxTier >= 1)) throw new RangeError(`maxTier is ${maxTier}; expected a number of at least 1`);
  return { rule, settings: adaptiveSettings(rule), maxTier, restSoftmax };
}

/**
 * Walks preference `p`. The walk must contain the scores of its named items. The argument `restLogSumExp` is the log-sum-exp of its unnamed
 * rest (−∞ if there is none).
 */
export function walkTiers(packed: PackedPreferences, p: number, restLogSumExp: number, options: WalkOptions): Walk {
  if (walking) throw new Error("likelihood evaluations cannot be nested: a rule may call only tierAbove");
  walking = true;
  try {
    const { settings } = options;
    if (compiled === undefined || settings === undefined) walkDown(packed, p, restLogSumExp, options);
    else if (!walkCompiled(packed, p, restLogSumExp, options, settings, compiled)) {
      moveToPlain(packed, p);
      walkDown(packed, p, restLogSumExp, options);
    }
  } finally {
    walking = false;
  }
  return walk;
}

/** Walks preference `p` in one call; returns false, without a result, if it has too many tiers or its scores are too far apart. */
function walkCompiled(
  { preferenceOffsets, tierOffsets }: PackedPreferences,
  p: number,
  restLogSumExp: number,
  options: WalkOptions,
  settings: AdaptiveSettings,
  work: ObservationWork,
): boolean {
  const first = preferenceOffsets[p];
  const tierCount = preferenceOffsets[p + 1] - first;
  const base = tierOffsets[first];
  if (tierCount > work.mostTiers) return false;
  const { tierStart } = work;
  for (let t = 0; t <= tierCount; t++) tierStart[t] = tierOffsets[first + t] - base;
  referenceOptions = options;
  referenceWork = work;
  if (!work.walk(tierCount, restLogSumExp, options, settings, walk.masses !== undefined, referenceTier)) return false;
  const { outcome } = work;
  walk.logLikelihood = outcome[0];
  walk.error = outcome[1];
  walk.evaluations = outcome[2];
  walk.restFactor = outcome[3];
  return true;
}

/** Moves the scores of preference `p` from the compiled walk to memory that is not replaced during a walk in TypeScript. */
function moveToPlain({ preferenceOffsets, tierOffsets }: PackedPreferences, p: number): void {
  const { scores } = walk;
  const named = tierOffsets[preferenceOffsets[p + 1]] - tierOffsets[preferenceOffsets[p]];
  reservePlain(named);
  for (let i = 0; i < named; i++) walk.scores[i] = scores[i];
}

let referenceOptions: WalkOptions | undefined;
let referenceWork: ObservationWork | undefined;

/** Evaluates a tier for the compiled walk. */
function referenceTier(from: number, size: number, rest: number): void {
  if (referenceOptions === undefined || referenceWork === undefined) return;
  const { rule, wantGradient } = referenceOptions;
  evaluateTier(from, size, rest, rule, wantGradient);
  const { gradient, outcome } = referenceWork;
  let sum = 0;
  if (wantGradient) {
    for (let i = 0; i < size; i++) {
      gradient[from + i] += tierGradient[i];
      sum += tierGradient[i];
    }
  }
  outcome[0] = tier.logProbability;
  outcome[1] = tier.error;
  outcome[2] = tier.evaluations;
  outcome[3] = sum;
}

function walkDown(packed: PackedPreferences, p: number, restLogSumExp: number, options: WalkOptions): void {
  const { preferenceOffsets, tierOffsets } = packed;
  const first = preferenceOffsets[p];
  const last = preferenceOffsets[p + 1] - 1;
  const base = tierOffsets[first];
  fillRests(tierOffsets, first, last, base, restLogSumExp);
  if (options.rule.center === "row") centerOnRow(tierOffsets, first, last, base);
  tiersWalked = last - first;
  walk.logLikelihood = 0;
  walk.error = 0;
  walk.evaluations = 0;
  walk.restFactor = 0;
  for (let t = first; t <= last; t++) {
    const from = tierOffsets[t] - base;
    const to = tierOffsets[t + 1] - base;
    const rest = rests[t - first];
    const above = t > first ? rests[t - first - 1] : Number.POSITIVE_INFINITY;
    if (options.wantGradient) addFromAbove(from, to, above);
    // Scales C to the items below this tier, which alone share the gradient from the tiers above.
    if (t > first && walk.restFactor > 0) walk.restFactor *= Math.exp(rest - above);
    const size = to - from;
    if (size === 0 || size > options.maxTier || rest === Number.NEGATIVE_INFINITY) continue;
    addTier(from, size, rest, options);
  }
}

/** Computes w_R of the items below each tier, from the bottom up. */
function fillRests(tierOffsets: Int32Array, first: number, last: number, base: number, restLogSumExp: number): void {
  if (rests.length <= last - first) rests = new Float64Array(2 * (last - first + 1));
  let rest = restLogSumExp;
  for (let t = last; t >= first; t--) {
    rests[t - first] = rest;
    if (t === first) break;
    rest = addTierTo(rest, tierOffsets[t] - base, tierOffsets[t + 1] - base);
  }
}

/** Computes log(e^rest + Σ e^w) over the named items from … to − 1. */
function addTierTo(rest: number, from: number, to: number): number {
  const size = to - from;
  if (size === 0) return rest;
  for (let i = 0; i < size; i++) tierScores[i] = walk.scores[from + i];
  const max = maximum(tierScores, 0, size);
  return logAddExp(rest, max + Math.log(exponentiate(tierScores, 0, size, max)));
}

/** Subtracts w_{R₁}, the log-sum-exp of the whole observation, from all of its scores and from every w_R. */
function centerOnRow(tierOffsets: Int32Array, first: number, last: number, base: number): void {
  if (last < first) return;
  const whole = addTierTo(rests[0], 0, tierOffsets[first + 1] - base);
  const named = tierOffsets[last + 1] - base;
  for (let i = 0; i < named; i++) walk.scores[i] -= whole;
  for (let t = 0; t <= last - first; t++) rests[t] -= whole;
}

/** Sets the gradient of a tier's items to the part that comes from the tiers above: −e^{w_j − w_R}·C. */
function addFromAbove(from: number, to: number, restOfAbove: number): void {
  const { scores, gradient, restFactor } = walk;
  if (restFactor === 0) {
    gradient.fill(0, from, to);
    return;
  }
  for (let i = from; i < to; i++) gradient[i] = -restFactor * Math.exp(scores[i] - restOfAbove);
}

/** Adds the tier's own term. */
function addTier(from: number, size: number, rest: number, { rule, wantGradient }: WalkOptions): void {
  evaluateTier(from, size, rest, rule, wantGradient);
  walk.logLikelihood += tier.logProbability;
  walk.error += tier.error;
  walk.evaluations += tier.evaluations;
  if (!wantGradient) return;
  let sum = 0;
  for (let i = 0; i < size; i++) {
    walk.gradient[from + i] += tierGradient[i];
    sum += tierGradient[i];
  }
  walk.restFactor += sum;
  walk.error += restRounding(rest) * sum;
}

/** Fills `tier` and `tierGradient`. */
function evaluateTier(from: number, size: number, rest: number, rule: Rule, wantGradient: boolean): void {
  reserveTier(size);
  for (let i = 0; i < size; i++) tierScores[i] = walk.scores[from + i];
  tier.error = Number.POSITIVE_INFINITY;
  tier.evaluations = 0;
  rule.evaluate(tierScores, size, rest, wantGradient ? tierGradient : undefined, tier);
}

/** The rounding error of w_R itself: the logarithm of a sum, and one logAddExp for every tier below. */
function restRounding(rest: number): number {
  return Number.EPSILON * (8 + Math.abs(rest) * (1 + Math.sqrt(tiersWalked)));
}
