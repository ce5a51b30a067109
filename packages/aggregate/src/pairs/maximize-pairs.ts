import { dot, maxNorm } from "../numerics/linear-algebra.ts";
import { lineSearch, type Objective, type Point } from "../numerics/maximize.ts";
import { advantage, newPairCurvature, type PairCells, type PairCounts } from "./pair-cells.ts";
import { pairLikelihood } from "./pair-likelihood.ts";
import { denseSystem, type PairSystem, sparseSystem } from "./pair-system.ts";

/** Up to this many items, every Newton step uses a matrix. With more items, conjugate gradients are tried first. */
const DENSE_ITEMS = 300;
/** Up to this many items, a matrix is used if conjugate gradients do not converge, as on long chains of comparisons. */
const MOST_ITEMS_FOR_MATRIX = 3000;
/** After this many Hessian-vector products, a matrix is cheaper. If there are too many items for a matrix, the limit is 20 times higher. */
const MOST_PRODUCTS = 400;
/** A Newton step this short is the last one, since the error after it is on the order of its square. */
const SHORT = 1e-9;
/** If rounding keeps steps from getting shorter, a step this short still counts as converged. */
const SHORT_ENOUGH = 1e-6;
/** The first trial of a step changes no log-odds by more than this. Utilities may change by more, as along a chain of comparisons. */
const LONGEST_MOVE = 10;
const ARMIJO = 1e-4;

/** The maximum of the likelihood of comparisons. */
export interface PairMaximum extends Point {
  /** The number of Newton steps. */
  readonly iterations: number;
  /** The largest entry of the last Newton step, or NaN if the information is singular. */
  readonly distance: number;
  /** Whether the last Newton step was negligibly short. */
  readonly converged: boolean;
}

/** Options for {@link maximizePairs}. */
export interface PairClimb {
  readonly prior: number;
  readonly maxIterations: number;
  readonly onStep?: (iterations: number, at: Point) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Maximizes the likelihood of comparisons, which is concave, by Newton's method with the exact Hessian. A step is shortened only if
 * it overshoots.
 */
export function maximizePairs(
  cells: PairCells,
  counts: PairCounts,
  start: Float64Array,
  { prior, maxIterations, onStep, signal }: PairClimb,
): PairMaximum {
  const curvature = newPairCurvature(cells);
  const objective: Objective = (x, gradient) => pairLikelihood(cells, counts, prior, x, gradient, curvature);
  const evaluateAt = (x: Float64Array): Point => {
    const gradient = new Float64Array(x.length);
    return { x, value: objective(x, gradient), gradient };
  };
  let at = evaluateAt(Float64Array.from(start));
  let last = Number.POSITIVE_INFINITY;
  for (let iterations = 0; ; iterations++) {
    signal?.throwIfAborted();
    const step = systemFor(cells, curvature, prior)(at.gradient);
    if (step === undefined) return { ...at, iterations, distance: Number.NaN, converged: false };
    const distance = maxNorm(step);
    if (!(distance > SHORT)) {
      const next = evaluateAt(at.x.map((value, i) => value + step[i]));
      const isBetter = maxNorm(next.gradient) <= maxNorm(at.gradient);
      if (!isBetter) objective(at.x, new Float64Array(at.x.length));
      return { ...(isBetter ? next : at), iterations, distance, converged: distance <= SHORT };
    }
    const isStuck = distance <= SHORT_ENOUGH && distance > last / 2;
    if (isStuck || iterations >= maxIterations) return { ...at, iterations, distance, converged: isStuck };
    last = distance;
    const next = climbAlong(objective, evaluateAt, at, step, largestChange(cells, step));
    if (next === undefined) return { ...at, iterations, distance, converged: distance <= SHORT_ENOUGH };
    at = next;
    onStep?.(iterations + 1, at);
  }
}

/** The largest change that a step makes to any log-odds or to log ν. */
function largestChange(cells: PairCells, step: Float64Array): number {
  const { first, hasTies, scales } = cells;
  let most = hasTies ? Math.abs(step[step.length - 1]) : 0;
  for (let c = 0; c < first.length; c++) {
    most = Math.max(most, Math.abs((scales === undefined ? 1 : scales[c]) * advantage(cells, step, c)));
  }
  return most;
}

/** Takes the full step if it increases the value enough, and otherwise searches along the line. */
function climbAlong(
  objective: Objective,
  evaluateAt: (x: Float64Array) => Point,
  at: Point,
  step: Float64Array,
  change: number,
): Point | undefined {
  const slope = dot(step, at.gradient);
  const share = Math.min(1, LONGEST_MOVE / change);
  const full = evaluateAt(at.x.map((value, i) => value + share * step[i]));
  const rounding = 1e-13 * Math.abs(at.value);
  // On a concave function, a slope that is still positive proves that the value rises.
  if (dot(step, full.gradient) >= 0 || full.value >= at.value + ARMIJO * share * slope - rounding) return full;
  const found = lineSearch(objective, at, step, share / 2);
  // The stored curvature belongs to the last trial, which is the point returned.
  return found && { x: found.x, value: found.value, gradient: found.gradient };
}

/** Returns a function that solves H·x = v for the information H, or returns undefined if H is singular. */
function systemFor(
  cells: PairCells,
  curvature: Parameters<typeof denseSystem>[1],
  prior: number,
): (v: Float64Array) => Float64Array | undefined {
  const n = cells.itemCount;
  return (v) => {
    if (n > DENSE_ITEMS) {
      const system = sparseSystem(cells, curvature, prior, MOST_PRODUCTS);
      const x = system.solve(v);
      if (system.isSolved()) return x;
      if (n > MOST_ITEMS_FOR_MATRIX) return sparseSystem(cells, curvature, prior, 20 * MOST_PRODUCTS).solve(v);
    }
    return denseSystem(cells, curvature, prior)?.solve(v);
  };
}

/** The information at a point: dense up to `mostItems`, otherwise by conjugate gradients. Returns undefined if it is singular. */
export function informationAt(
  cells: PairCells,
  counts: PairCounts,
  prior: number,
  parameters: Float64Array,
  mostItems: number,
): (Pick<PairSystem, "solve"> & Partial<Pick<PairSystem, "inverse">>) | undefined {
  const curvature = newPairCurvature(cells);
  pairLikelihood(cells, counts, prior, parameters, new Float64Array(parameters.length), curvature);
  if (cells.itemCount <= mostItems) return denseSystem(cells, curvature, prior);
  return sparseSystem(cells, curvature, prior, 20 * MOST_PRODUCTS);
}
