import { dot } from "./vectors.ts";

/** A function to maximize: returns its value at `x` and overwrites `gradient`. */
export type Objective = (x: Float64Array, gradient: Float64Array) => number;

/** A point, with the value and gradient of the function there. */
export interface Point {
  readonly x: Float64Array;
  readonly value: number;
  readonly gradient: Float64Array;
}

const ARMIJO = 1e-4;
/** Tight: a nearly exact search keeps the directions conjugate, which is worth the extra evaluations. */
const CURVATURE = 0.1;
const MOST_TRIALS = 80;

/** Evaluates the function at `x`. */
export function evaluate(objective: Objective, x: Float64Array): Point {
  const gradient = new Float64Array(x.length);
  return { x, value: objective(x, gradient), gradient };
}

/**
 * Finds a point on the line from `from` along an ascent direction that satisfies the strong Wolfe conditions, by secants of the
 * slope within a bracket. If a secant leaves more than half of the bracket, the next trial halves it: between a steep and a flat
 * side, as in skewed data, secants alone would converge slowly. Undefined if there is no such point.
 */
export function lineSearch(
  objective: Objective,
  from: Point,
  direction: Float64Array,
  firstStep: number,
): (Point & { evaluations: number }) | undefined {
  const slope = dot(direction, from.gradient);
  if (!(slope > 0 && slope < Number.POSITIVE_INFINITY)) return undefined;
  const x = new Float64Array(from.x.length);
  const gradient = new Float64Array(x.length);
  const rounding = 1e-13 * Math.abs(from.value);
  let [low, lowSlope] = [0, slope];
  let [high, highSlope] = [Number.POSITIVE_INFINITY, 0];
  let step = firstStep;
  for (let evaluations = 1; evaluations <= MOST_TRIALS; evaluations++) {
    for (let i = 0; i < x.length; i++) x[i] = from.x[i] + step * direction[i];
    const value = objective(x, gradient);
    const slopeThere = dot(gradient, direction);
    // On a concave function, a slope that is still positive proves that the value rises, regardless of its rounding.
    const rises = slopeThere >= 0 || value >= from.value + ARMIJO * step * slope - rounding;
    if (rises && Math.abs(slopeThere) <= CURVATURE * slope) return { x, gradient, value, evaluations };
    const width = high - low;
    const secant = low + ((step - low) * lowSlope) / (lowSlope - slopeThere);
    if (slopeThere >= 0) [low, lowSlope] = [step, slopeThere];
    else [high, highSlope] = [step, slopeThere];
    if (high === Number.POSITIVE_INFINITY) {
      step = secant > low && secant < 10 * low ? secant : 2 * low;
    } else {
      const inside = low + ((high - low) * lowSlope) / (lowSlope - highSlope);
      const creeps = high - low > 0.5 * width && width < Number.POSITIVE_INFINITY;
      step = !creeps && inside > low && inside < high ? inside : middle(low, high);
    }
  }
  return undefined;
}

/** Halves a bracket; one that starts at 0 may be too wide by any power of ten. */
function middle(low: number, high: number): number {
  return low === 0 ? high / 10 : (low + high) / 2;
}
