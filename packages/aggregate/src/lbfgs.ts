// Limited-memory BFGS (J. Nocedal, Math. Comp. 35, 1980) for a smooth concave function, with a line search that meets the
// strong Wolfe conditions by the secants of the slope. Once steps change the value by no more than its rounding, gradients alone decide:
// on a concave function the point with the smaller slope along the line is the better one.

/** A function to maximise: returns its value at `x` and overwrites `gradient`. */
export type Objective = (x: Float64Array, gradient: Float64Array) => number;

/** How a maximisation ended. */
export interface Maximum {
  readonly x: Float64Array;
  readonly value: number;
  readonly gradient: Float64Array;
  /** Steps taken. */
  readonly iterations: number;
  /** Times that the function was evaluated. */
  readonly evaluations: number;
  /** Whether the largest entry of the gradient came down to the tolerance. */
  readonly converged: boolean;
}

/** When a maximisation stops. */
export interface StopRule {
  /** The largest |gradient entry| that counts as zero. */
  readonly tolerance: number;
  readonly maxIterations: number;
  /** About how far each entry moves for its gradient: the inverse of a guess of the curvature. 1 each where left out. */
  readonly scale?: Float64Array;
}

const MEMORY = 12;
const ARMIJO = 1e-4;
/** Tight: a nearly exact search keeps the directions conjugate, which is worth more than the evaluations it takes. */
const CURVATURE = 0.1;
const MOST_TRIALS = 60;

/** Climbs from `start` to the maximum. */
export function maximise(objective: Objective, start: Float64Array, rule: StopRule): Maximum {
  const { tolerance, maxIterations, scale } = rule;
  const size = start.length;
  let x: Float64Array = Float64Array.from(start);
  let gradient: Float64Array = new Float64Array(size);
  let value = objective(x, gradient);
  let evaluations = 1;
  let iterations = 0;
  const moves: { step: Float64Array; change: Float64Array; scale: number }[] = [];
  while (maxNorm(gradient) > tolerance && iterations < maxIterations) {
    const direction = twoLoops(gradient, moves, scale);
    const slope = dot(direction, gradient);
    const isGuess = moves.length === 0 && scale === undefined;
    const found = lineSearch(objective, x, value, direction, slope, isGuess ? 1 / norm(gradient) : 1);
    evaluations += found.evaluations;
    if (found.step === 0) break;
    iterations++;
    const change = subtract(gradient, found.gradient); // of the slope downwards: positive along the step
    const step = subtract(found.x, x);
    const curvature = dot(step, change);
    if (curvature > 0) moves.push({ step, change, scale: 1 / curvature });
    if (moves.length > MEMORY) moves.shift();
    x = found.x;
    gradient = found.gradient;
    value = found.value;
  }
  return { x, value, gradient, iterations, evaluations, converged: maxNorm(gradient) <= tolerance };
}

/** The gradient times the inverse curvature that the last moves have shown. */
function twoLoops(
  gradient: Float64Array,
  moves: readonly { step: Float64Array; change: Float64Array; scale: number }[],
  scale: Float64Array | undefined,
): Float64Array {
  const direction = Float64Array.from(gradient);
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

/** Finds a step along `direction` with the strong Wolfe conditions; step 0 where there is none. */
function lineSearch(
  objective: Objective,
  from: Float64Array,
  value: number,
  direction: Float64Array,
  slope: number,
  firstStep: number,
): { step: number; x: Float64Array; gradient: Float64Array; value: number; evaluations: number } {
  const x = new Float64Array(from.length);
  const gradient = new Float64Array(from.length);
  const rounding = 1e-13 * Math.max(1, Math.abs(value));
  let low = 0;
  let lowSlope = slope;
  let high = Number.POSITIVE_INFINITY;
  let step = firstStep;
  for (let evaluations = 1; evaluations <= MOST_TRIALS; evaluations++) {
    for (let i = 0; i < x.length; i++) x[i] = from[i] + step * direction[i];
    const reached = objective(x, gradient);
    const slopeThere = dot(gradient, direction);
    const rises = reached >= value + ARMIJO * step * slope - rounding;
    if (rises && Math.abs(slopeThere) <= CURVATURE * slope) return { step, x, gradient, value: reached, evaluations };
    // Where the slope of a concave function would be 0, were it straight between the end of the bracket and here.
    const secant = low + ((step - low) * lowSlope) / (lowSlope - slopeThere);
    if (!rises || slopeThere < 0) {
      high = step;
    } else {
      low = step;
      lowSlope = slopeThere;
    }
    step = secant > low && secant < Math.min(high, low + 10 * step) ? secant : nextStep(low, high, step);
  }
  return { step: 0, x: from, gradient, value, evaluations: MOST_TRIALS };
}

/** Halves the bracket, or doubles the step where it is open. */
function nextStep(low: number, high: number, step: number): number {
  return high === Number.POSITIVE_INFINITY ? 2 * step : (low + high) / 2;
}

/** The largest absolute entry. */
export function maxNorm(vector: Float64Array): number {
  let most = 0;
  for (let i = 0; i < vector.length; i++) most = Math.max(most, Math.abs(vector[i]));
  return most;
}

/** Σ scale_i · v_i². */
function squaredNorm(vector: Float64Array, scale: Float64Array | undefined): number {
  if (scale === undefined) return dot(vector, vector);
  let sum = 0;
  for (let i = 0; i < vector.length; i++) sum += scale[i] * vector[i] * vector[i];
  return sum;
}

function norm(vector: Float64Array): number {
  return Math.sqrt(dot(vector, vector));
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

function subtract(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, i) => value - b[i]);
}

function addScaled(to: Float64Array, factor: number, vector: Float64Array): void {
  for (let i = 0; i < to.length; i++) to[i] += factor * vector[i];
}
