/** A smooth, strictly convex function. */
export interface NewtonProblem {
  /** Returns the value at a point. */
  readonly value: (point: Float64Array) => number;
  /** Writes the gradient at a point and returns the value. Later Hessian products are for the same point. */
  readonly gradient: (point: Float64Array, out: Float64Array) => number;
  /** Writes the product of a vector with the Hessian at the point of the last gradient. */
  readonly hessianProduct: (vector: Float64Array, out: Float64Array) => void;
}

export interface NewtonLimits {
  /** Stops when the norm of the gradient has fallen to this fraction of its initial value. */
  readonly tolerance: number;
  readonly maxSteps: number;
}

const mostProducts = 30;
/** Armijo's constant: each step must achieve this fraction of the decrease that the gradient predicts. */
const decrease = 1e-4;

/** Minimizes a function in place by truncated Newton steps: conjugate gradients give directions, and a line search halves steps. */
export function minimizeNewton(
  problem: NewtonProblem,
  point: Float64Array,
  { tolerance, maxSteps }: NewtonLimits,
): void {
  const size = point.length;
  const [gradient, direction, residual, conjugate, product, next] = Array.from(
    { length: 6 },
    () => new Float64Array(size),
  );
  let firstNorm = 0;
  for (let step = 0; step < maxSteps; step++) {
    const value = problem.gradient(point, gradient);
    const norm = Math.sqrt(dot(gradient, gradient));
    if (step === 0) firstNorm = norm;
    if (norm <= tolerance * firstNorm) return;
    conjugateGradients(problem, gradient, { direction, residual, conjugate, product }, 0.1 * norm);
    const slope = dot(gradient, direction);
    let length = 1;
    for (; length > 1e-10; length /= 2) {
      for (let i = 0; i < size; i++) next[i] = point[i] + length * direction[i];
      if (problem.value(next) <= value + decrease * length * slope) break;
    }
    if (length <= 1e-10) return;
    point.set(next);
  }
}

interface Directions {
  readonly direction: Float64Array;
  readonly residual: Float64Array;
  readonly conjugate: Float64Array;
  readonly product: Float64Array;
}

/** direction ≈ −H⁻¹·gradient, until the residual has at most the given norm. */
function conjugateGradients(
  { hessianProduct }: NewtonProblem,
  gradient: Float64Array,
  { direction, residual, conjugate, product }: Directions,
  target: number,
): void {
  direction.fill(0);
  for (let i = 0; i < gradient.length; i++) residual[i] = -gradient[i];
  conjugate.set(residual);
  let square = dot(residual, residual);
  for (let count = 0; count < mostProducts && Math.sqrt(square) > target; count++) {
    hessianProduct(conjugate, product);
    const length = square / dot(conjugate, product);
    for (let i = 0; i < direction.length; i++) {
      direction[i] += length * conjugate[i];
      residual[i] -= length * product[i];
    }
    const before = square;
    square = dot(residual, residual);
    for (let i = 0; i < direction.length; i++) conjugate[i] = residual[i] + (square / before) * conjugate[i];
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
