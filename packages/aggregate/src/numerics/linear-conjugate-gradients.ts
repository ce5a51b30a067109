import { dot } from "./linear-algebra.ts";

/** The residual, in the norm of the preconditioner, must fall to this fraction of its first value. */
const REDUCTION = 1e-10;

/**
 * Solves A·x = b, where A is symmetric positive semidefinite and b is in its range, by conjugate gradients preconditioned with the diagonal
 * of A, in at most `maxProducts` products. If a diagonal entry of A is 0, the corresponding entry of x stays 0.
 *
 * @param times - Overwrites its second argument with A times its first.
 */
export function conjugateGradients(
  times: (x: Float64Array, out: Float64Array) => void,
  b: Float64Array,
  diagonal: Float64Array,
  maxProducts: number,
): { x: Float64Array; solved: boolean } {
  const n = b.length;
  const x = new Float64Array(n);
  const residual = Float64Array.from(b);
  const product = new Float64Array(n);
  const z = new Float64Array(n);
  const precondition = (): void => {
    for (let i = 0; i < n; i++) z[i] = diagonal[i] > 0 ? residual[i] / diagonal[i] : 0;
  };
  precondition();
  const direction = Float64Array.from(z);
  let size = dot(residual, z);
  const enough = REDUCTION * REDUCTION * size;
  for (let k = 0; k < maxProducts && size > enough; k++) {
    times(direction, product);
    const along = dot(direction, product);
    if (!(along > 0)) break;
    const step = size / along;
    for (let i = 0; i < n; i++) {
      x[i] += step * direction[i];
      residual[i] -= step * product[i];
    }
    precondition();
    const next = dot(residual, z);
    const ratio = next / size;
    for (let i = 0; i < n; i++) direction[i] = z[i] + ratio * direction[i];
    size = next;
  }
  return { x, solved: size <= enough };
}
