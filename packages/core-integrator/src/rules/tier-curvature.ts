import { tierNodes } from "./adaptive.ts";

/** Accuracy of the integrals; second derivatives serve Newton steps and standard errors. */
const TOLERANCE = 1e-11;
/** Below this z, series replace differences of nearly equal numbers. */
const SMALL = 1e-2;

let ratios = new Float64Array(0);
/** φ(z_a) at one node. */
let phi = new Float64Array(0);

/** The first and second derivatives of log P(A ≻ B) in d_a = w_a − w_B; memory is passed in. */
export interface TierCurvature {
  /** ∂ log P/∂d_a, n entries. */
  gradient: Float64Array;
  /** ∂² log P/∂d_a∂d_b, n × n, row by row. */
  hessian: Float64Array;
}

/**
 * Fills the derivatives of log P(A ≻ B) for a tier of n items. With the density q(y) ∝ e^{ℓ(y)}, z_a = e^{d_a + y} and φ(z) = z/(e^z − 1),
 *
 *     ∂ log P/∂d_a = E_q[φ_a],   ∂² log P/∂d_a∂d_b = Cov_q(φ_a, φ_b) + δ_ab·E_q[φ_a(1 − z_a − φ_a)],
 *
 * on the nodes of the adaptive rule: K·n exponentials and K·n²/2 multiply-adds, K = 20 to 40.
 */
export function fillTierCurvature(
  top: Float64Array,
  size: number,
  rest: number,
  { gradient, hessian }: TierCurvature,
): void {
  if (size === 1) {
    const above = 1 / (1 + Math.exp(top[0] - rest));
    gradient[0] = above;
    hessian[0] = -above / (1 + Math.exp(rest - top[0]));
    return;
  }
  hessian.fill(0, 0, size * size);
  const found = tierNodes(top, size, rest, TOLERANCE);
  if (found === undefined) {
    // log P = −Σ e^{−d}.
    for (let a = 0; a < size; a++) {
      gradient[a] = Math.exp(rest - top[a]);
      hessian[a * size + a] = -gradient[a];
    }
    return;
  }
  const { nodes, scale } = found;
  const { low, high, offset, v, weight } = nodes;
  reserve(size);
  gradient.fill(0, 0, size);
  for (let a = 0; a < size; a++) ratios[a] = Math.exp(top[a] - rest) * scale;
  for (let k = offset + low; k <= offset + high; k++) {
    const q = weight[k];
    for (let a = 0; a < size; a++) {
      const z = ratios[a] * v[k];
      phi[a] = z < SMALL ? 1 - z / 2 + (z * z * (1 - (z * z * (1 - (z * z) / 42)) / 60)) / 12 : z / Math.expm1(z);
      const slope = z < SMALL ? (-z / 2) * (1 + z / 6 - (z * z * z) / 360) : 1 - z - phi[a];
      gradient[a] += q * phi[a];
      if (phi[a] > 0) hessian[a * size + a] += q * phi[a] * slope;
    }
    for (let a = 0; a < size; a++) {
      const share = q * phi[a];
      if (share === 0) continue;
      for (let b = 0; b <= a; b++) hessian[a * size + b] += share * phi[b];
    }
  }
  for (let a = 0; a < size; a++) {
    for (let b = 0; b <= a; b++) {
      const value = hessian[a * size + b] - gradient[a] * gradient[b];
      hessian[a * size + b] = value;
      hessian[b * size + a] = value;
    }
  }
}

function reserve(size: number): void {
  if (ratios.length >= size) return;
  ratios = new Float64Array(2 * size);
  phi = new Float64Array(2 * size);
}
