import { centerBothWays } from "../numerics/inverse-information.ts";
import { factorLaplacian, invertLaplacian, type Laplacian, solveLaplacian } from "../numerics/laplacian.ts";
import { decompose, invertPositiveDefinite, solveDecomposed } from "../numerics/linear-algebra.ts";
import { conjugateGradients } from "../numerics/linear-conjugate-gradients.ts";
import { type PairCells, type PairCurvature, parameterCount } from "./pair-cells.ts";

// Utilities have mean 0, so a prior λ acts only on centered utilities. On these, λ·I equals the Laplacian of springs of stiffness λ/n
// between all pairs. The information of comparisons is [[L, Bᵀ], [B, D]], with the Laplacian L of the items and these springs, and rows B
// and D for the controls and the tie parameter. With Y = L⁻¹·Bᵀ and S = D − B·Y, the solution is e = S⁻¹(g_e − B·L⁻¹g_w), w = L⁻¹g_w − Y·e.

/** The information of comparisons at a point, factored so that linear systems can be solved. */
export interface PairSystem {
  /** Solves H·x = v for the information H, after centering the utilities in v; the utilities in x have mean 0. */
  readonly solve: (v: Float64Array) => Float64Array;
  /** The inverse of H for centered utilities, P × P. */
  readonly inverse: () => Float64Array;
}

/** Builds the dense system: n³/6 multiply-adds. Returns undefined if the information is singular. */
export function denseSystem(cells: PairCells, curvature: PairCurvature, prior: number): PairSystem | undefined {
  const { itemCount: n, first, second } = cells;
  const size = parameterCount(cells);
  const conductances = new Float64Array(n * n).fill(prior / n);
  for (let c = 0; c < first.length; c++) {
    const [i, j] = [first[c], second[c]];
    conductances[i < j ? i * n + j : j * n + i] += curvature.eta[c];
  }
  const laplacian = factorLaplacian(conductances, n);
  if (laplacian === undefined) return undefined;
  if (size === n) return withoutBorder(laplacian);
  const { rows, corner } = borderOf(cells, curvature);
  const extras = size - n;
  const spread = rows.map((row) => solveLaplacian(laplacian, row));
  const schur = corner.slice();
  for (let a = 0; a < extras; a++) {
    for (let b = 0; b < extras; b++) schur[a * extras + b] -= dotRows(rows[a], spread[b]);
  }
  const factor = schur.slice();
  if (!decompose(factor, extras) || !isStable(factor, corner, extras)) return undefined;
  return {
    solve: (v) => {
      const w = solveLaplacian(laplacian, centered(v.subarray(0, n)));
      const e = v.slice(n);
      for (let a = 0; a < extras; a++) e[a] -= dotRows(rows[a], w);
      solveDecomposed(factor, extras, e);
      for (let a = 0; a < extras; a++) for (let i = 0; i < n; i++) w[i] -= spread[a][i] * e[a];
      return joined(centered(w), e);
    },
    inverse: () => borderedInverse(laplacian, spread, schur),
  };
}

function withoutBorder(laplacian: Laplacian): PairSystem {
  return {
    solve: (v) => centered(solveLaplacian(laplacian, centered(v))),
    inverse: () => {
      const inverse = invertLaplacian(laplacian);
      centerBothWays(inverse, laplacian.size);
      return inverse;
    },
  };
}

/** If subtraction removes 12 digits from a pivot, the effect of a control cannot be distinguished from the utilities. */
function isStable(factor: Float64Array, corner: Float64Array, extras: number): boolean {
  for (let a = 0; a < extras; a++) {
    if (!(factor[a * extras + a] ** 2 > 1e-12 * corner[a * extras + a])) return false;
  }
  return true;
}

function borderOf(cells: PairCells, curvature: PairCurvature): { rows: Float64Array[]; corner: Float64Array } {
  const { itemCount: n, first, second, controlCount, controls, hasTies } = cells;
  const extras = controlCount + (hasTies ? 1 : 0);
  const rows = Array.from({ length: extras }, () => new Float64Array(n));
  const corner = new Float64Array(extras * extras);
  for (let c = 0; c < first.length; c++) {
    for (let a = 0; a < extras; a++) {
      const x = a < controlCount ? controls[c * controlCount + a] : 1;
      const value = x * (a < controlCount ? curvature.eta[c] : curvature.cross[c]);
      rows[a][first[c]] += value;
      rows[a][second[c]] -= value;
      for (let b = 0; b <= a; b++) {
        let entry = a < controlCount ? value * controls[c * controlCount + b] : curvature.tie[c];
        if (a === controlCount && b < controlCount) entry = value * controls[c * controlCount + b];
        corner[a * extras + b] += entry;
        if (b < a) corner[b * extras + a] += entry;
      }
    }
  }
  return { rows, corner };
}

function borderedInverse(laplacian: Laplacian, spread: readonly Float64Array[], schur: Float64Array): Float64Array {
  const n = laplacian.size;
  const extras = spread.length;
  const size = n + extras;
  const inverse = invertLaplacian(laplacian);
  centerBothWays(inverse, n);
  const columns = spread.map(centered);
  const corner = schur.slice();
  invertPositiveDefinite(corner, extras);
  const full = new Float64Array(size * size);
  for (let i = 0; i < n; i++) full.set(inverse.subarray(i * n, i * n + n), i * size);
  for (let a = 0; a < extras; a++) {
    for (let b = 0; b < extras; b++) {
      const value = corner[a * extras + b];
      full[(n + a) * size + n + b] = value;
      for (let i = 0; i < n; i++) {
        full[i * size + n + a] -= columns[b][i] * value;
        full[(n + a) * size + i] -= columns[b][i] * value;
        const left = columns[a][i] * value;
        for (let j = 0; j < n; j++) full[i * size + j] += left * columns[b][j];
      }
    }
  }
  return full;
}

/**
 * The system for many items, solved without a matrix. Conjugate gradients, preconditioned with the diagonal of the Hessian, use
 * Hessian-vector products summed over the cells. `inverse` is not available.
 */
export function sparseSystem(
  cells: PairCells,
  curvature: PairCurvature,
  prior: number,
  maxProducts: number,
): Pick<PairSystem, "solve"> & { readonly isSolved: () => boolean } {
  const n = cells.itemCount;
  const diagonal = diagonalOf(cells, curvature, prior);
  let solved = true;
  return {
    isSolved: () => solved,
    solve: (v) => {
      const right = Float64Array.from(v);
      right.set(centered(right.subarray(0, n)));
      const found = conjugateGradients(
        (x, out) => informationTimes(cells, curvature, prior, x, out),
        right,
        diagonal,
        maxProducts,
      );
      solved = found.solved;
      found.x.set(centered(found.x.subarray(0, n)));
      return found.x;
    },
  };
}

/** H·x, computed in one pass over the cells. */
function informationTimes(
  { itemCount: n, first, second, controlCount, controls, hasTies }: PairCells,
  { eta, cross, tie }: PairCurvature,
  prior: number,
  x: Float64Array,
  out: Float64Array,
): void {
  for (let i = 0; i < out.length; i++) out[i] = i < n ? prior * x[i] : 0;
  const theta = n + controlCount;
  for (let c = 0; c < first.length; c++) {
    let move = x[first[c]] - x[second[c]];
    for (let a = 0; a < controlCount; a++) move += x[n + a] * controls[c * controlCount + a];
    let force = eta[c] * move;
    if (hasTies) {
      force += cross[c] * x[theta];
      out[theta] += cross[c] * move + tie[c] * x[theta];
    }
    out[first[c]] += force;
    out[second[c]] -= force;
    for (let a = 0; a < controlCount; a++) out[n + a] += force * controls[c * controlCount + a];
  }
}

function diagonalOf(cells: PairCells, { eta, tie }: PairCurvature, prior: number): Float64Array {
  const { itemCount: n, first, second, controlCount, controls, hasTies } = cells;
  const diagonal = new Float64Array(parameterCount(cells));
  diagonal.fill(prior, 0, n);
  for (let c = 0; c < first.length; c++) {
    diagonal[first[c]] += eta[c];
    diagonal[second[c]] += eta[c];
    for (let a = 0; a < controlCount; a++) diagonal[n + a] += eta[c] * controls[c * controlCount + a] ** 2;
    if (hasTies) diagonal[n + controlCount] += tie[c];
  }
  return diagonal;
}

function centered(w: Float64Array): Float64Array {
  let sum = 0;
  for (let i = 0; i < w.length; i++) sum += w[i];
  const mean = sum / Math.max(1, w.length);
  return w.map((value) => value - mean);
}

function joined(w: Float64Array, e: Float64Array): Float64Array {
  const all = new Float64Array(w.length + e.length);
  all.set(w);
  all.set(e, w.length);
  return all;
}

function dotRows(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
