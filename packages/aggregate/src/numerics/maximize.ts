import { addScaled, dot, maxNorm, subtract } from "./linear-algebra.ts";

// Limited-memory BFGS for a smooth concave function (Nocedal, Mathematics of Computation 35, 1980). Once steps change the value by no more
// than its rounding error, only gradients are compared: on a concave function, the point with the smaller slope along the line is better.
// If a line search fails, the stored curvature is discarded and the search restarts along the gradient. If that fails too, the search takes
// the caller's alternative step, or ends if there is none.

/** The end point of a maximization, and statistics of the search. */
export interface Maximum extends Point {
  /** The number of steps taken. */
  readonly iterations: number;
  /** The number of function evaluations. */
  readonly evaluations: number;
  /** Whether the largest entry of the gradient fell to the tolerance. */
  readonly converged: boolean;
  /** Multiplies a vector by the inverse curvature estimated from the most recent steps. */
  readonly inverseCurvature: (vector: Float64Array) => Float64Array;
}

/** When to stop, and how to scale and replace steps. */
export interface StopRule {
  /** Gradient entries of at most this absolute value count as zero. */
  readonly tolerance: number;
  /** The maximum number of steps. */
  readonly maxIterations: number;
  /** An estimate of the inverse curvature: the approximate step of each entry per unit of its gradient. Default: 1 each. */
  readonly scale?: Float64Array;
  /** An alternative step that never lowers the value. The step is used when no line search succeeds. Default: none. */
  readonly otherStep?: (from: Point) => Float64Array;
  /** Called after every step. */
  readonly onStep?: (iterations: number, at: Point) => void;
}

interface Move {
  readonly step: Float64Array;
  readonly change: Float64Array;
  readonly scale: number;
}

const MEMORY = 12;
/** The first trial of a line search moves no entry farther than this: utilities are logarithms, and e^10 is large. */
const LONGEST_MOVE = 10;

export function maximize(objective: Objective, start: Float64Array, rule: StopRule): Maximum {
  const { tolerance, maxIterations, scale } = rule;
  let at: Point = evaluate(objective, Float64Array.from(start));
  let evaluations = 1;
  let iterations = 0;
  let moves: Move[] = [];
  while (maxNorm(at.gradient) > tolerance && iterations < maxIterations) {
    const direction = twoLoops(at.gradient, moves, scale);
    const isGuess = moves.length === 0 && scale === undefined;
    const firstStep = isGuess
      ? 1 / Math.sqrt(dot(direction, direction))
      : Math.min(1, LONGEST_MOVE / maxNorm(direction));
    const found = lineSearch(objective, at, direction, firstStep);
    if (found === undefined) {
      if (moves.length === 0) {
        const other = alternativeClimb(objective, at, rule);
        if (other === undefined) break;
        at = other;
        iterations++;
        rule.onStep?.(iterations, at);
      }
      moves = [];
      continue;
    }
    evaluations += found.evaluations;
    iterations++;
    const change = subtract(at.gradient, found.gradient); // The sign makes `curvature` positive: the gradient decreases along the step.
    const step = subtract(found.x, at.x);
    const curvature = dot(step, change);
    if (curvature > 0) moves.push({ step, change, scale: 1 / curvature });
    if (moves.length > MEMORY) moves.shift();
    at = found;
    rule.onStep?.(iterations, at);
  }
  const { x, value, gradient } = at;
  const converged = maxNorm(gradient) <= tolerance;
  const inverseCurvature = (vector: Float64Array): Float64Array => twoLoops(vector, moves, scale);
  return { x, value, gradient, iterations, evaluations, converged, inverseCurvature };
}

/** Takes the caller's alternative step if it increases the value. */
function alternativeClimb(objective: Objective, from: Point, { otherStep }: StopRule): Point | undefined {
  if (otherStep === undefined) return undefined;
  const to = evaluate(objective, otherStep(from));
  return to.value > from.value ? to : undefined;
}

/** Multiplies a vector by the inverse curvature estimated from the most recent steps. */
function twoLoops(vector: Float64Array, moves: readonly Move[], scale: Float64Array | undefined): Float64Array {
  const direction = Float64Array.from(vector);
  const shares = new Float64Array(moves.length);
  for (let m = moves.length - 1; m >= 0; m--) {
    shares[m] = moves[m].scale * dot(moves[m].step, direction);
    addScaled(direction, -shares[m], moves[m].change);
  }
  if (scale !== undefined) for (let i = 0; i < direction.length; i++) direction[i] *= scale[i];
  const last = moves.at(-1);
  if (last !== undefined) {
    const factor = 1 / (last.scale * squaredNorm(last.change, scale));
    for (let i = 0; i < direction.length; i++) direction[i] *= factor;
  }
  for (let m = 0; m < moves.length; m++) {
    addScaled(direction, shares[m] - moves[m].scale * dot(moves[m].change, direction), moves[m].step);
  }
  return direction;
}

/** Σ_i scale_i · vector_i². */
function squaredNorm(vector: Float64Array, scale: Float64Array | undefined): number {
  if (scale === undefined) return dot(vector, vector);
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += scale[i] * vector[i] * vector[i];
  return sum;
}

/** A function to maximize: returns its value at `x` and overwrites `gradient`. */
export type Objective = (x: Float64Array, gradient: Float64Array) => number;

/** A point, with the value and gradient of the function there. */
export interface Point {
  readonly x: Float64Array;
  readonly value: number;
  readonly gradient: Float64Array;
}

const ARMIJO = 1e-4;
/** A strict curvature condition: a nearly exact line search keeps the directions conjugate, which is worth the extra evaluations. */
const CURVATURE = 0.1;
const MOST_TRIALS = 80;

export function evaluate(objective: Objective, x: Float64Array): Point {
  const gradient = new Float64Array(x.length);
  return { x, value: objective(x, gradient), gradient };
}

/**
 * Finds a point that satisfies the strong Wolfe conditions on the line from `from` along an ascent direction, by secant steps on the slope
 * within a bracket. If a secant step shrinks the bracket by less than half, the next trial halves the bracket, because secants alone
 * converge slowly between a steep and a flat side, as in skewed data. Returns undefined if there is no such point.
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
    // On a concave function, a slope that is still positive proves that the value rises, even if rounding hides the increase.
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

/** Halves a bracket. Divides a bracket that starts at 0 by 10, because it may be too wide by many powers of ten. */
function middle(low: number, high: number): number {
  return low === 0 ? high / 10 : (low + high) / 2;
}
