import { logAddExp } from "../passes/exponentials.ts";
import { checkScores, type Scores } from "../passes/scores.ts";
import { checkPreference, type Preference } from "../preference/preference.ts";

// Theorem 1 bounds the number of intervals T that the midpoint rule needs for an absolute error ε of each P(S_m ≻ R_{m+1})
// (not of its logarithm). Its proof uses 2 < e^{w_R + c} for R = R₂ … R_M (the paper states it for R₁ … R_{M−1}, which does not cover R_M),
// and e^{w_i + c} < C for every item, which C > e^{w_{R₁} + c} implies. Part (b) needs n_m ≥ 9.

const ROOT_12 = 2 * Math.sqrt(3);

/** The ε that part (a) guarantees for T intervals: C²(n + 1)/(2√3·T), or Infinity if the condition 2 < e^{w_R + c} is false. */
export function theoremError(shiftedWhole: number, shiftedRest: number, size: number, intervals: number): number {
  if (!(shiftedRest > Math.LN2)) return Number.POSITIVE_INFINITY;
  return (Math.exp(2 * shiftedWhole) * (size + 1)) / (ROOT_12 * intervals);
}

/** The input to Theorem 1. */
export interface TheoremInput {
  /** N finite scores. */
  readonly scores: Scores;
  /** The preference whose tiers are integrated. */
  readonly preference: Preference;
  /** c, the shift. */
  readonly shift: number;
  /** The constant subtracted from all scores before c is added, as in {@link MidpointOptions.center}. Default: `"row"`. */
  readonly center?: "none" | "row";
  /** ε, the absolute error of each probability or, for gradients, of the sum over a tier. */
  readonly epsilon: number;
}

/**
 * Theorem 1 (a): the number of intervals that {@link midpoint} needs to compute each P(S_m ≻ R_{m+1}) to an absolute error ε,
 * T_m = C²(n_m + 1) / (2√3·ε) with C = e^{w_{R₁} + c}: one count per tier except the last, 0 for an empty tier. If the scores
 * are centered, w_{R₁} is 0 and C is e^c for any scores.
 *
 * @throws RangeError if 2 < e^{w_R + c} is false for the items below a tier.
 *
 * @example
 * ```ts
 * import { intervalsForLikelihood } from "@tierwise/core-integrator";
 *
 * const input = { scores: [1, 0, 0, 0], preference: { tiers: [[0]] }, shift: 2, epsilon: 1e-3 };
 * console.log(intervalsForLikelihood(input)); // [ 31523 ]
 * ```
 */
export function intervalsForLikelihood(input: TheoremInput): number[] {
  const { tiers, logC } = examine(input);
  const { epsilon } = input;
  return tiers.map(({ items }) =>
    items.length === 0 ? 0 : Math.ceil((Math.exp(2 * logC) * (items.length + 1)) / (ROOT_12 * epsilon)),
  );
}

/**
 * Theorem 1 (b): the number of intervals needed for an absolute error ε in each tier's gradient,
 * T_m = √6·C^{11/2}·n_m² / (C₀²·ε): one count per tier except the last, 0 for an empty tier.
 *
 * @param input - The input of {@link intervalsForLikelihood}, and `floor`, which is C₀, between 0 and 1.
 * @throws RangeError if one of these conditions is false: a = e^{w_i + w_R + 2c} > 4, a + 2b > 5 and b = e^{w_i + c} > C₀ for every item of
 *   a tier, and n_m ≥ 9.
 */
export function intervalsForGradient({ floor, ...input }: TheoremInput & { readonly floor: number }): number[] {
  if (!(floor > 0 && floor < 1)) throw new RangeError(`floor is ${floor}; expected a number between 0 and 1`);
  const { tiers, shift, logC } = examine(input);
  return tiers.map((tier, m) => {
    const { items } = tier;
    if (items.length === 0) return 0;
    checkGradientConditions(input.scores, tier, shift, floor, m);
    return Math.ceil((Math.sqrt(6) * Math.exp(5.5 * logC) * items.length ** 2) / (floor ** 2 * input.epsilon));
  });
}

function checkGradientConditions(
  scores: Scores,
  { items, rest }: ExaminedTier,
  shift: number,
  floor: number,
  m: number,
): void {
  if (items.length < 9)
    throw new RangeError(`tiers[${m}] has size ${items.length}; Theorem 1 (b) needs at least 9 items`);
  for (const item of items) {
    const a = Math.exp(scores[item] + rest + 2 * shift);
    const b = Math.exp(scores[item] + shift);
    const where = `of item ${item} in tiers[${m}]`;
    if (!(a > 4)) throw new RangeError(`exp(w + w_R + 2·shift) ${where} is ${a}; Theorem 1 (b) needs more than 4`);
    if (!(a + 2 * b > 5))
      throw new RangeError(
        `exp(w + w_R + 2·shift) + 2·exp(w + shift) ${where} is ${a + 2 * b}; Theorem 1 (b) needs more than 5`,
      );
    if (!(b > floor))
      throw new RangeError(`exp(w + shift) ${where} is ${b}; Theorem 1 (b) needs more than floor, ${floor}`);
  }
}

/** A tier, and w_R of the items below the tier. */
interface ExaminedTier {
  readonly items: readonly number[];
  readonly rest: number;
}

/** Returns the tiers except the last, the constant added to every score (c minus the center), and log C. */
function examine({ scores, preference, shift, center = "row", epsilon }: TheoremInput): {
  tiers: ExaminedTier[];
  shift: number;
  logC: number;
} {
  checkScores(scores);
  checkPreference(preference, scores.length);
  checkCenter(center);
  if (!Number.isFinite(shift)) throw new RangeError(`shift is ${shift}; expected a finite number`);
  if (!(epsilon > 0)) throw new RangeError(`epsilon is ${epsilon}; expected a positive number`);
  const all = preference.tiers.map((tier) => Array.from(tier));
  const named = new Set(all.flat());
  const unnamed = preference.rest === "unobserved" ? [] : Array.from(scores.keys()).filter((item) => !named.has(item));
  if (unnamed.length > 0) all.push(unnamed);
  let whole = Number.NEGATIVE_INFINITY;
  const tiers: ExaminedTier[] = [];
  for (const items of all.reverse()) {
    tiers.unshift({ items, rest: whole });
    for (const item of items) whole = logAddExp(whole, scores[item]);
  }
  const tested = tiers.slice(0, -1);
  const offset = center === "row" ? whole : 0;
  for (const [m, { items, rest }] of tested.entries()) {
    if (items.length === 0 || rest - offset + shift > Math.LN2) continue;
    throw new RangeError(
      `exp(w_R + shift) is ${Math.exp(rest - offset + shift)} for the items below tiers[${m}]; Theorem 1 needs more than 2: ` +
        `expected a shift above ${(Math.LN2 - rest + offset).toPrecision(3)}`,
    );
  }
  return { tiers: tested, shift: shift - offset, logC: whole - offset + shift };
}

/** Throws unless `center` is one of the centerings of the midpoint rule. */
export function checkCenter(center: "none" | "row"): void {
  if (center !== "none" && center !== "row") {
    throw new RangeError(`center is ${JSON.stringify(center)}; expected "row" or "none"`);
  }
}
