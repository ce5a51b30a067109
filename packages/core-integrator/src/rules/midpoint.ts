import { exponential, logAddExp, oneLessExponential } from "../passes/exponentials.ts";
import type { Rule, TierResult } from "./rule.ts";
import { checkCenter, theoremError } from "./theorem-1.ts";

/** Options for {@link midpoint}: T, c and the centering of the paper's rule. */
export interface MidpointOptions {
  /** T, the number of intervals: a positive integer. */
  readonly intervals: number;
  /** c, the shift added to the scores: a finite number. */
  readonly shift: number;
  /**
   * The constant subtracted from all scores of an observation before c is added.
   *
   * - `"row"` (default): log Σ e^w over all its items, so that the e^w are probabilities. The paper does this (its c serves "to center the
   *   logits"), and so does the code of Kool et al., where the rule originates.
   * - `"none"`: 0. You must then choose c to suit the scores, which change during training.
   */
  readonly center?: "none" | "row";
  /**
   * Midpoints near v = 0 are skipped once all remaining midpoints together contribute less than this fraction of the sum. A value of 1e-18
   * gives the same digits in less time when β_B is large. Default: 0, which uses all T midpoints, as in the paper.
   */
  readonly negligible?: number;
}

/**
 * The paper's rule: T midpoints in v with a shift c (equation 15; in log space in the appendix),
 *
 *     P(A ≻ B) ≈ β_B/T · Σ_t v_t^{β_B − 1} ∏_a (1 − v_t^{β_a}),   v_t = (t − ½)/T,   β = e^{w + c},
 *
 * where w are the scores minus log Σ e^w of the whole observation, unless `center` is `"none"`. The gradient follows from Lemma 2 at the
 * same midpoints in O(T·n), because each leave-one-out product is the full product divided by one factor.
 *
 * The order of convergence is min(β_B, 2⌈(n + 1)/2⌉). With T = 100 and c = 5, the error of log P is 1e-13 for a tier of 19
 * among 983 items, 1e-7 for a tier of ten, and 0.07 for a single item. If the rest has less than 2e^{−c} of the mass
 * (β_B < 2), no tier converges faster than T^{−β_B}. {@link adaptive} has neither parameter and estimates its error.
 *
 * The reported error is the bound of Theorem 1 (a) converted to log P, and `Infinity` if the theorem's condition 2 < β_B
 * fails. A shift that makes β_B overflow is an error.
 *
 * W. Kool, H. van Hoof and M. Welling, Estimating gradients for discrete random variables by sampling without replacement, ICLR 2020.
 *
 * @param options - T, c, the centering, and whether negligible midpoints are skipped.
 *
 * @example
 * ```ts
 * import { logLikelihood, midpoint } from "@tierwise/core-integrator";
 *
 * const rule = midpoint({ intervals: 10_000, shift: 5 });
 * console.log(logLikelihood([2, 1, 0, -1], { tiers: [[0, 1]] }, { rule }).toFixed(5)); // -0.46484
 * ```
 */
export function midpoint(options: MidpointOptions): Rule {
  const { intervals, shift, center = "row", negligible = 0 } = options;
  if (!Number.isInteger(intervals) || intervals < 1) {
    throw new RangeError(`intervals is ${intervals}; expected a positive integer`);
  }
  if (!Number.isFinite(shift)) throw new RangeError(`shift is ${shift}; expected a finite number`);
  checkCenter(center);
  if (!(negligible >= 0 && negligible < 1)) {
    throw new RangeError(`negligible is ${negligible}; expected a number in [0, 1)`);
  }
  const work: Work = {
    logV: new Float64Array(intervals).map((_, t) => Math.log((t + 0.5) / intervals)),
    shift,
    negligible,
    betas: new Float64Array(0),
    ratios: new Float64Array(0),
  };
  return {
    name: "midpoint",
    spec: {
      name: "midpoint",
      intervals,
      shift,
      ...(options.center !== undefined && { center }),
      ...(options.negligible !== undefined && { negligible }),
    },
    center,
    evaluate(top, size, rest, gradient, result) {
      if (rest + shift > LARGEST_EXPONENT) {
        throw new RangeError(
          `e^(w_R + shift) overflows: w_R is ${rest}, shift is ${shift}; expected a shift near ${-rest}`,
        );
      }
      const logSum = sumMidpoints(work, top, size, rest, gradient, result);
      result.logProbability = rest + shift - Math.log(intervals) + logSum;
      const left = result.evaluations < intervals ? -Math.log1p(-negligible) : 0;
      result.error = left + errorOf(result.logProbability, top, size, rest, shift, intervals);
    },
  };
}

/** Memory that the rule reuses for every tier. */
interface Work {
  readonly logV: Float64Array;
  readonly shift: number;
  readonly negligible: number;
  /** β_a and x/(e^x − 1) of each item in the tier. The arrays are as long as the largest tier so far. */
  betas: Float64Array;
  ratios: Float64Array;
}

/** Exponentials of larger numbers overflow. */
const LARGEST_EXPONENT = 700;
/** For any β larger than this, v^β is 0 at every midpoint, but β·log v is still finite. */
const LARGEST_BETA = 1e300;
/** Below this x, 1 − e^{−x} is computed without subtraction, which would lose digits. */
const CANCELS = 0.5;
/** A product of factors is replaced by its logarithm before it falls below SMALL² and underflows. */
const SMALL = 1e-150;
/** The number of nats by which a midpoint may exceed the scale before the sums are rescaled. */
const HEADROOM = 30;

/**
 * Computes log Σ_t v_t^{β_B − 1} ∏_a (1 − v_t^{β_a}) and its gradient, in one pass from v = 1 down, since the mass is near v = 1 if β_B >
 * 1. With x = −β_a log v the factor is 1 − e^{−x} and, with p_t the fraction of the sum at midpoint t,
 *
 *     ∂ log P/∂w_a = Σ_t p_t · x/(e^x − 1).
 *
 * The cost per midpoint is one exponential and one division per item, plus one logarithm and one exponential.
 */
function sumMidpoints(
  work: Work,
  top: Float64Array,
  size: number,
  rest: number,
  gradient: Float64Array | undefined,
  result: TierResult,
): number {
  if (work.betas.length < size) {
    work.betas = new Float64Array(2 * size);
    work.ratios = new Float64Array(2 * size);
  }
  const { logV, shift, negligible, betas, ratios } = work;
  for (let a = 0; a < size; a++) betas[a] = Math.min(Math.exp(top[a] + shift), LARGEST_BETA);
  const power = Math.exp(rest + shift) - 1;
  let sum = 0;
  let scale = Number.NEGATIVE_INFINITY; // The sums are in units of e^scale.
  if (gradient !== undefined) gradient.fill(0, 0, size);
  let t = logV.length - 1;
  for (; t >= 0; t--) {
    let log = power * logV[t];
    // If v^{β_B − 1} decreases toward v = 0, each of the t + 1 remaining terms is at most this large, since no factor exceeds 1. The
    // remainder of the gradient is no larger, because the ratios also decrease toward v = 0.
    if (negligible > 0 && power > 0 && (t + 1) * Math.exp(log - scale) < negligible * sum) break;
    let product = 1;
    for (let a = 0; a < size; a++) {
      const x = -betas[a] * logV[t];
      if (x < SMALL) {
        log += top[a] + shift + Math.log(-logV[t]);
        ratios[a] = 1;
        continue;
      }
      let factor = 0;
      let decay = 0; // e^{−x}
      if (x < CANCELS) {
        factor = oneLessExponential(x);
        decay = 1 - factor;
      } else {
        decay = exponential(-x);
        factor = 1 - decay;
      }
      ratios[a] = (x * decay) / factor;
      if (product < SMALL) {
        log += Math.log(product);
        product = 1;
      }
      product *= factor;
    }
    log += Math.log(product);
    if (log > scale + HEADROOM) {
      const shrink = Math.exp(scale - log);
      sum *= shrink;
      if (gradient !== undefined) for (let a = 0; a < size; a++) gradient[a] *= shrink;
      scale = log;
    }
    const term = Math.exp(log - scale);
    sum += term;
    if (gradient !== undefined) for (let a = 0; a < size; a++) gradient[a] += term * ratios[a];
  }
  result.evaluations = logV.length - 1 - t;
  if (gradient !== undefined) {
    let total = 0;
    for (let a = 0; a < size; a++) total += gradient[a] /= sum;
    result.restGradient = -total;
  }
  return scale + Math.log(sum);
}

/** Theorem 1's bound ε on P as a bound on log P: −log(1 − ε/P). */
function errorOf(
  logP: number,
  top: Float64Array,
  size: number,
  rest: number,
  shift: number,
  intervals: number,
): number {
  let whole = rest;
  for (let a = 0; a < size; a++) whole = logAddExp(whole, top[a]);
  const relative = theoremError(whole + shift, rest + shift, size, intervals) / Math.exp(logP);
  return relative < 1 ? -Math.log1p(-relative) : Number.POSITIVE_INFINITY;
}
