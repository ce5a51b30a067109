import { addScaled, dot, maxNorm, sumScaled } from "./linear-algebra.ts";
import type { Objective } from "./maximize.ts";

/** The step size of the central differences. Products then have about eight correct digits. */
const STEP = 1e-4;
/** The residual must fall to this fraction of its first value, a small one because errors in flat directions hardly affect the residual. */
const REDUCTION = 1e-8;
const MOST_PRODUCTS = 500;

/**
 * Solves for the Newton step H⁻¹·g of a concave function, H = −∂²f, by conjugate gradients without a matrix: a product H·p is a central
 * difference of two gradients. `precondition` applies an approximation of H⁻¹; the approximation from L-BFGS reduces the work to a few
 * products (Morales and Nocedal, SIAM Journal on Optimization 10, 2000). `solved` states whether the residual fell to 1e-8 of the gradient.
 */
export function newtonStepByGradients(
  objective: Objective,
  at: Float64Array,
  gradient: Float64Array,
  precondition: (vector: Float64Array) => Float64Array,
): { step: Float64Array; solved: boolean } {
  const step = new Float64Array(at.length);
  const residual = Float64Array.from(gradient);
  let z = precondition(residual);
  let direction = z;
  let size = dot(residual, z);
  const enough = REDUCTION * REDUCTION * size;
  for (let k = 0; k < MOST_PRODUCTS && size > enough; k++) {
    const product = curvatureAlong(objective, at, direction);
    const along = dot(direction, product);
    if (!(along > 0)) break;
    addScaled(step, size / along, direction);
    addScaled(residual, -size / along, product);
    z = precondition(residual);
    const next = dot(residual, z);
    direction = sumScaled(z, next / size, direction);
    size = next;
  }
  return { step, solved: size <= enough };
}

/** The product H·p, as a central difference of gradients. */
function curvatureAlong(objective: Objective, at: Float64Array, p: Float64Array): Float64Array {
  const h = STEP / (maxNorm(p) || 1);
  const above = new Float64Array(p.length);
  const below = new Float64Array(p.length);
  objective(sumScaled(at, h, p), above);
  objective(sumScaled(at, -h, p), below);
  return above.map((value, i) => (below[i] - value) / (2 * h));
}
