import type { Uncertainty } from "../intervals/interval.ts";
import { centerBothWays, standardErrorsOf } from "../numerics/inverse-information.ts";
import { dot, invertPositiveDefinite, matrixTimes } from "../numerics/linear-algebra.ts";
import type { PairProblem } from "../pairs/fit-pairs.ts";
import { advantage } from "../pairs/pair-cells.ts";
import { fillProbabilities, type OutcomeProbabilities } from "../pairs/pair-likelihood.ts";

// Parameters x = (utilities, effects, log ν) and reliabilities s have the joint information [[A, C], [Cᵀ, D]] with diagonal D, so the
// covariance of x is K = (A − C·D⁻¹·Cᵀ)⁻¹. The likelihood does not change along u = (x, −s), that is, if utilities grow as reliabilities
// shrink by the same factor. K is first computed with x fixed in that direction, and is then projected so that the mean of s is fixed.

/** The joint uncertainty of the parameters and the reliabilities. */
export interface JointUncertainty {
  readonly uncertainty: Uncertainty;
  /** The standard error of each judge's reliability, or 0 for judges without battles. */
  readonly judgeErrors: Float64Array;
}

/** Returns undefined if the information is singular. Cost: O(P³) and one pass over the cells, for P parameters. */
export function jointInformation(
  problem: PairProblem,
  x: Float64Array,
  codes: Int32Array,
  s: Float64Array,
  present: readonly number[],
): JointUncertainty | undefined {
  const { cells, unit } = problem;
  const [n, size] = [cells.itemCount, x.length];
  const blocks = informationBlocks(problem, x, codes, s);
  const { corner: d } = blocks;
  if (present.some((j) => !(d[j] > 0))) return undefined;
  const schur = blocks.parameters;
  for (const j of present) subtractOuter(schur, blocks.border[j], 1 / d[j], size);
  const direction = x.map((value, i) => (i < n + cells.controlCount ? value : 0));
  const length = Math.sqrt(dot(direction, direction));
  if (!(length > 0)) return undefined;
  for (let i = 0; i < size; i++) direction[i] /= length;
  let scale = 0;
  for (let i = 0; i < n; i++) scale += schur[i * size + i] / n;
  fixDirections(schur, direction, n, scale, size);
  if (!invertPositiveDefinite(schur, size)) return undefined;
  const covariance = schur;
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < size; k++) covariance[i * size + k] -= (direction[i] * direction[k]) / scale;
  }
  centerItems(covariance, n, size);
  return project(covariance, blocks.border, d, s, present, x, n + cells.controlCount, unit);
}

interface Blocks {
  /** The block A, P × P. */
  readonly parameters: Float64Array;
  /** The columns of the block C, one per judge. */
  readonly border: Float64Array[];
  /** The diagonal of the block D. */
  readonly corner: Float64Array;
}

function informationBlocks(
  { cells, observations, prior }: PairProblem,
  x: Float64Array,
  codes: Int32Array,
  s: Float64Array,
): Blocks {
  const { itemCount: n, first, second, controlCount, controls, hasTies } = cells;
  const size = x.length;
  const nu = hasTies ? Math.exp(x[size - 1]) : 0;
  const p: OutcomeProbabilities = { win: 0, loss: 0, tie: 0 };
  const parameters = new Float64Array(size * size);
  const border = Array.from(s, () => new Float64Array(size));
  const corner = new Float64Array(s.length);
  const index: number[] = [];
  const derivative: number[] = [];
  for (let i = 0; i < n; i++) parameters[i * size + i] = prior;
  for (let c = 0; c < first.length; c++) {
    const j = codes[c];
    const a = advantage(cells, x, c);
    fillProbabilities(s[j] * a, nu, p);
    const weight = observations.weights[c];
    const outcome = observations.outcomes[c];
    const observed = outcome === 0 ? 0.5 : outcome === 1 ? -0.5 : 0;
    const slope = weight * (observed - (p.win - p.loss) / 2);
    const curvature = weight * (p.win * p.loss + (p.tie * (p.win + p.loss)) / 4);
    const cross = (weight * p.tie * (p.loss - p.win)) / 2;
    // The nonzero entries of ∂a/∂x, where x are the utilities and effects.
    index.length = 0;
    derivative.length = 0;
    index.push(first[c], second[c]);
    derivative.push(1, -1);
    for (let k = 0; k < controlCount; k++) {
      index.push(n + k);
      derivative.push(controls[c * controlCount + k]);
    }
    for (const [k, i] of index.entries()) {
      for (const [l, m] of index.entries()) {
        parameters[i * size + m] += curvature * s[j] * s[j] * derivative[k] * derivative[l];
      }
      border[j][i] += (curvature * s[j] * a - slope) * derivative[k];
      if (!hasTies) continue;
      parameters[i * size + size - 1] += cross * s[j] * derivative[k];
      parameters[(size - 1) * size + i] += cross * s[j] * derivative[k];
    }
    corner[j] += curvature * a * a;
    if (!hasTies) continue;
    border[j][size - 1] += cross * a;
    parameters[size * size - 1] += weight * p.tie * (p.win + p.loss);
  }
  return { parameters, border, corner };
}

/** Subtracts factor · v·vᵀ from A; skips the entries of v that are 0. */
function subtractOuter(matrix: Float64Array, v: Float64Array, factor: number, size: number): void {
  const entries = [...v.keys()].filter((i) => v[i] !== 0);
  for (const i of entries) for (const k of entries) matrix[i * size + k] -= factor * v[i] * v[k];
}

/** Adds curvature in the two directions that the likelihood does not determine: scaling, and a common shift of the n utilities. */
function fixDirections(matrix: Float64Array, direction: Float64Array, n: number, scale: number, size: number): void {
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < size; k++) matrix[i * size + k] += scale * direction[i] * direction[k];
  }
  for (let i = 0; i < n; i++) for (let k = 0; k < n; k++) matrix[i * size + k] += scale / n;
}

/** Centers the covariance block of the n utilities and their covariances with the other parameters. */
function centerItems(matrix: Float64Array, n: number, size: number): void {
  const block = new Float64Array(n * n);
  for (let i = 0; i < n; i++) block.set(matrix.subarray(i * size, i * size + n), i * n);
  centerBothWays(block, n);
  for (let i = 0; i < n; i++) matrix.set(block.subarray(i * n, i * n + n), i * size);
  for (let k = n; k < size; k++) {
    let mean = 0;
    for (let i = 0; i < n; i++) mean += matrix[i * size + k] / n;
    for (let i = 0; i < n; i++) {
      matrix[i * size + k] -= mean;
      matrix[k * size + i] -= mean;
    }
  }
}

/** Projects along u = (x, −s) so that the mean of s is fixed. */
function project(
  covariance: Float64Array,
  border: readonly Float64Array[],
  d: Float64Array,
  s: Float64Array,
  present: readonly number[],
  x: Float64Array,
  scaled: number,
  unit: number,
): JointUncertainty {
  const size = x.length;
  const count = present.length;
  const r = new Float64Array(size);
  for (const j of present) for (let i = 0; i < size; i++) r[i] += border[j][i] / d[j] / count;
  const kr = matrixTimes(covariance, r);
  let meanVariance = dot(r, kr);
  for (const j of present) meanVariance += 1 / d[j] / count / count;
  const judgeErrors = new Float64Array(s.length);
  for (const j of present) {
    const kc = matrixTimes(covariance, border[j]);
    const variance = 1 / d[j] + dot(border[j], kc) / d[j] / d[j];
    const withMean = 1 / d[j] / count + dot(border[j], kr) / d[j];
    const projected = variance - 2 * s[j] * withMean + s[j] * s[j] * meanVariance;
    judgeErrors[j] = Math.sqrt(Math.max(0, projected) / unit);
  }
  // Cov(x, mean s) = −K·r, where r is the mean of C_j/D_jj. Fixing the mean of s adds x·(change in the mean) to x.
  const u = x.map((value, i) => (i < scaled ? value : 0));
  for (let i = 0; i < size; i++) {
    for (let k = 0; k < size; k++) {
      const change = u[i] * u[k] * meanVariance - u[i] * kr[k] - kr[i] * u[k];
      covariance[i * size + k] = (covariance[i * size + k] + change) / unit;
    }
  }
  return {
    uncertainty: {
      method: "observed information, jointly with the reliabilities",
      standardErrors: standardErrorsOf(covariance, size),
      covariance,
    },
    judgeErrors,
  };
}
