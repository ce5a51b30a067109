import { adaptive, exact, midpoint, type Rule, tierAbove } from "@tierwise/core-integrator";
import { equalSteps, type Integrand, logSumExp } from "./integrand.ts";

/** The error of one method in log P, at increasing numbers of evaluations. */
export interface Curve {
  readonly name: string;
  readonly points: readonly (readonly [evaluations: number, error: number])[];
}

/** The exact log P, computed by the subset recursion. */
export function exactLogProbability(top: readonly number[], rest: readonly number[]): number {
  return tierAbove(top, logSumExp(rest), undefined, { rule: exact() }).logProbability;
}

/** The maximum number of orders to enumerate. */
const mostOrders = 50_000;

/** The errors of each method. Errors below the rounding error are shown as 1e-16. */
export function convergenceCurves(
  integrand: Integrand,
  top: readonly number[],
  rest: readonly number[],
  shift: number,
  reference: number,
): Curve[] {
  const error = (logProbability: number): number => Math.max(1e-16, Math.abs(logProbability - reference));
  const byRule = (rule: Rule, scores: readonly number[], restScore: number): [number, number][] => {
    const { logProbability, evaluations } = tierAbove(scores, restScore, undefined, { rule });
    return Number.isFinite(logProbability) && evaluations > 0 ? [[evaluations, error(logProbability)]] : [];
  };
  const restScore = logSumExp(rest);
  const whole = logSumExp([...top, ...rest]);
  const intervals = Array.from({ length: 15 }, (_, k) => 2 ** (k + 1));
  const midpoints = (offset: number): [number, number][] =>
    intervals.flatMap((count) =>
      byRule(
        midpoint({ intervals: count, shift, center: "none" }),
        top.map((score) => score - offset),
        restScore - offset,
      ),
    );
  const tolerances = [1e-2, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12, 1e-14];
  return [
    {
      name: "equal steps in y",
      points: Array.from(
        { length: 31 },
        (_, k) => [2 * k + 3, error(equalSteps(integrand, 2 * k + 3).logProbability)] as const,
      ),
    },
    { name: "adaptive()", points: tolerances.flatMap((tolerance) => byRule(adaptive({ tolerance }), top, restScore)) },
    { name: "midpoint, centered", points: midpoints(whole) },
    { name: "midpoint, raw scores", points: midpoints(0) },
    { name: "all orders", points: enumerated(top, rest, error) },
  ];
}

function enumerated(
  top: readonly number[],
  rest: readonly number[],
  error: (log: number) => number,
): [number, number][] {
  const orders = top.reduce((product, _, k) => product * (k + 1), 1);
  if (orders > mostOrders) return [];
  return [
    [
      orders,
      error(
        Math.log(
          sumOfOrders(
            top.map(Math.exp),
            rest.reduce((sum, score) => sum + Math.exp(score), 0),
          ),
        ),
      ),
    ],
  ];
}

/** The sum, over all orders of the tier, of the product of e^w / (Σ e^w of the items still to arrive). */
function sumOfOrders(rates: readonly number[], restRate: number): number {
  if (rates.length === 0) return 1;
  const total = rates.reduce((sum, rate) => sum + rate, restRate);
  return rates.reduce((sum, rate, k) => sum + (rate / total) * sumOfOrders(rates.toSpliced(k, 1), restRate), 0);
}
