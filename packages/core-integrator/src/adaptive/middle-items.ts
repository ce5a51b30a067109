import { exponential } from "../exponential.ts";
import { type Nodes, phiRow } from "./nodes.ts";

// Middle items are evaluated at every node: one exponential, one division. With e = e^{−z}, z = r·x:
//   f = log(1 − e),   φ = z·e / (1 − e).
// The factors 1 − e are multiplied and logged only before the product underflows.

/** From here on 1 − e^{−z} is 1 and φ is below 2e-16. */
const SATURATED = 40;
const SMALL_PRODUCT = 1e-200;
/** Below it (1 − e^{−z})/z is taken from its series, where the difference would cancel. */
const TINY = 1e-4;

/** Σ_middle log(1 − e^{−r·x}). Where `phi` is given, φ of item i is written to `phi[offset + i]`. */
export function middleNode(
  r: Float64Array,
  count: number,
  x: number,
  phi: Float64Array | undefined,
  offset: number,
): number {
  let logs = 0;
  let product = 1;
  for (let i = 0; i < count; i++) {
    const z = r[i] * x;
    let value = 0;
    if (z < TINY) {
      product *= z * (1 - 0.5 * z * (1 - z / 3));
      value = 1 - 0.5 * z * (1 - z / 6);
    } else if (z < SATURATED) {
      const e = exponential(-z);
      product *= 1 - e;
      value = (z * e) / (1 - e);
    }
    if (phi !== undefined) phi[offset + i] = value;
    if (product < SMALL_PRODUCT) {
      logs += Math.log(product);
      product = 1;
    }
  }
  return logs + Math.log(product);
}

/** The slope and curvature of ℓ that the search for its mode needs. */
export interface SlopeSums {
  slope: number;
  curvature: number;
}

/** Adds Σφ and Σ dφ/dy = Σ φ(1 − z − φ) of the middle items at x. */
export function addMiddleSlopes(r: Float64Array, count: number, x: number, sums: SlopeSums): void {
  let slope = 0;
  let curvature = 0;
  for (let i = 0; i < count; i++) {
    const z = r[i] * x;
    if (z >= SATURATED) continue;
    let phi = 1 - 0.5 * z * (1 - z / 6);
    if (z >= TINY) {
      const e = exponential(-z);
      phi = (z * e) / (1 - e);
    }
    slope += phi;
    curvature += phi * (1 - z - phi);
  }
  sums.slope += slope;
  sums.curvature += curvature;
}

/** E_q[φ] of each middle item, written to `gradient[index[i]]`, from the rows of φ; returns their sum. */
export function middleGradient(nodes: Nodes, index: Int32Array, count: number, gradient: Float64Array): number {
  const { low, high, offset, weight, phi } = nodes;
  for (let i = 0; i < count; i++) gradient[index[i]] = 0;
  for (let k = low; k <= high; k++) {
    const q = weight[offset + k];
    if (q < 1e-18) continue;
    const row = phiRow(nodes, k, count);
    for (let i = 0; i < count; i++) gradient[index[i]] += q * phi[row + i];
  }
  let sum = 0;
  for (let i = 0; i < count; i++) sum += gradient[index[i]];
  return sum;
}
