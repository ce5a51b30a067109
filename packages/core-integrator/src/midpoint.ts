import { logAddExp } from "./log-sum-exp.ts";
import type { Rule, TierResult } from "./rule.ts";
import { theoremError } from "./theorem-1.ts";

/**
 * The paper's rule: T midpoints in v, with a shift c that must suit the scores (Eq. 15, in its appendix, in log space),
 *
 *     P(A ≻ B) ≈ β_B/T · Σ_t v_t^{β_B − 1} ∏_a (1 − v_t^{β_a}),   v_t = (t − ½)/T,   β = e^{w + c}.
 *
 * The gradient is Lemma 2 with the same midpoints, O(T·n): each leave-one-out product is the whole product less one
 * logarithm. The reported error is Theorem 1 (a)'s bound, turned into one of log P, and `Infinity` where the theorem's
 * condition 2 < β_B fails. A shift with which β_B overflows is an error. Use it to reproduce the paper (T = 10 000, c = 5); {@link adaptive} needs neither T nor c.
 *
 * @param options - `intervals`: T, a positive integer. `shift`: c, finite.
 *
 * @example
 * ```ts
 * import { logLikelihood, midpoint } from "@tierwise/core-integrator";
 *
 * const rule = midpoint({ intervals: 10_000, shift: 2 });
 * console.log(logLikelihood([2, 1, 0, -1], { tiers: [[0, 1]] }, { rule }).toFixed(5)); // -0.46484
 * ```
 */
export function midpoint({ intervals, shift }: { readonly intervals: number; readonly shift: number }): Rule {
  if (!Number.isInteger(intervals) || intervals < 1) {
    throw new RangeError(`intervals is ${intervals}; expected a positive integer`);
  }
  if (!Number.isFinite(shift)) throw new RangeError(`shift is ${shift}; expected a finite number`);
  const logV = new Float64Array(intervals).map((_, t) => Math.log((t + 0.5) / intervals));
  const logs = new Float64Array(intervals);
  return {
    name: "midpoint",
    dependsOnOffset: true,
    above(top, size, rest, gradient, result) {
      if (rest + shift > LARGEST_EXPONENT) {
        throw new RangeError(
          `e^(w_R + shift) overflows: w_R is ${rest}, shift is ${shift}; expected a shift near ${-rest}`,
        );
      }
      const max = fillLogs(logs, logV, top, size, rest, shift);
      let sum = 0;
      for (let t = 0; t < intervals; t++) sum += Math.exp(logs[t] - max);
      const logSum = max + Math.log(sum);
      result.logProbability = rest + shift - Math.log(intervals) + logSum;
      result.evaluations = intervals;
      result.error = errorOf(result.logProbability, top, size, rest, shift, intervals);
      if (gradient !== undefined) fillGradient(logs, logV, logSum, top, size, shift, gradient, result);
    },
  };
}

/** e to more than this overflows. */
const LARGEST_EXPONENT = 700;

/** The logarithm of each midpoint's integrand; returns the largest. */
function fillLogs(
  logs: Float64Array,
  logV: Float64Array,
  top: Float64Array,
  size: number,
  rest: number,
  shift: number,
): number {
  const power = Math.exp(rest + shift) - 1;
  for (let t = 0; t < logs.length; t++) logs[t] = power * logV[t];
  for (let a = 0; a < size; a++) {
    const beta = Math.exp(top[a] + shift);
    for (let t = 0; t < logs.length; t++) logs[t] += logFactor(beta, logV[t], top[a] + shift);
  }
  let max = Number.NEGATIVE_INFINITY;
  for (let t = 0; t < logs.length; t++) if (logs[t] > max) max = logs[t];
  return max;
}

/** log(1 − v^β), without cancellation on either side (M. Mächler, 2012), also where β = e^{logBeta} underflows. */
function logFactor(beta: number, logV: number, logBeta: number): number {
  const x = beta * logV;
  if (x > -1e-300) return logBeta + Math.log(-logV);
  return x > -Math.LN2 ? Math.log(-Math.expm1(x)) : Math.log1p(-Math.exp(x));
}

/** ∂ log P/∂w_a = Σ_t [product without a]·v^{β_a + β_B − 1}·(−β_a log v) / Σ_t [product]·v^{β_B − 1}. */
function fillGradient(
  logs: Float64Array,
  logV: Float64Array,
  logSum: number,
  top: Float64Array,
  size: number,
  shift: number,
  gradient: Float64Array,
  result: TierResult,
): void {
  let total = 0;
  for (let a = 0; a < size; a++) {
    const beta = Math.exp(top[a] + shift);
    let sum = 0;
    for (let t = 0; t < logs.length; t++) {
      // The product without a, times v^β·(−β log v).
      const others = logs[t] - logFactor(beta, logV[t], top[a] + shift) - logSum;
      sum += Math.exp(others + beta * logV[t] + top[a] + shift + Math.log(-logV[t]));
    }
    gradient[a] = sum;
    total += sum;
  }
  result.restGradient = -total;
}

/** Theorem 1's bound ε on P as one on log P: −log(1 − ε/P). */
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
