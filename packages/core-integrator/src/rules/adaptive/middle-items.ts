import { exponential } from "../../passes/exponentials.ts";
import { decayRow, type Nodes } from "./nodes.ts";

// If there are few middle items, each is evaluated at every node where it is not saturated. With e = e^{−z}, z = r·x:
//   f = log(1 − e),   φ = z·e / (1 − e).
// The step divides ln 2, so that `octave` steps double z and square e: only the first octave of nodes needs exponentials;
// nodes to its right use squares and nodes to its left square roots. The factors 1 − e are multiplied, and the logarithm is
// taken only before the product underflows.

const SMALL_PRODUCT = 1e-200;
/** The value used for 1 − e^{−z} when it rounds to 0; such a node has no weight. */
const SMALLEST_FACTOR = 1e-17;

/** Writes e = e^{−r·x} of the items from … to − 1 to decay[row + from …]. */
export function decayFromScratch(
  r: Float64Array,
  from: number,
  to: number,
  x: number,
  decay: Float64Array,
  row: number,
): void {
  for (let i = from; i < to; i++) decay[row + i] = exponential(-r[i] * x);
}

/** Computes e of the first `count` items from `source`, the row of the node one octave to the left. */
export function decaySquared(count: number, decay: Float64Array, source: number, row: number): void {
  for (let i = 0; i < count; i++) decay[row + i] = decay[source + i] * decay[source + i];
}

/** Computes e of the first `count` items from `source`, the row of the node one octave to the right. */
export function decayRooted(count: number, decay: Float64Array, source: number, row: number): void {
  for (let i = 0; i < count; i++) decay[row + i] = Math.sqrt(decay[source + i]);
}

/** Σ log(1 − e) of the first `count` items. */
export function logFactors(count: number, decay: Float64Array, row: number): number {
  let logs = 0;
  let product = 1;
  for (let i = row; i < row + count; i++) {
    product *= decay[i] < 1 ? 1 - decay[i] : SMALLEST_FACTOR;
    if (product < SMALL_PRODUCT) {
      logs += Math.log(product);
      product = 1;
    }
  }
  return logs + Math.log(product);
}

/** E_q[φ] of each middle item, written to `gradient[index[i]]`; returns their sum. */
export function middleGradient(
  nodes: Nodes,
  r: Float64Array,
  index: Int32Array,
  count: number,
  scale: number,
  gradient: Float64Array,
): number {
  const { low, high, offset, v, weight, active, decay, slopes } = nodes;
  slopes.fill(0, 0, count);
  for (let k = low; k <= high; k++) {
    const q = weight[offset + k];
    if (q < 1e-18) continue;
    const x = v[offset + k] * scale;
    const row = decayRow(nodes, k, count);
    const end = active[offset + k];
    // This computes φ/r, which is multiplied by r at the end. If e rounds to 1, φ is 1.
    for (let i = 0; i < end; i++) {
      const e = decay[row + i];
      slopes[i] += e < 1 ? (q * x * e) / (1 - e) : q / r[i];
    }
  }
  let sum = 0;
  for (let i = 0; i < count; i++) {
    const g = r[i] * slopes[i];
    gradient[index[i]] = g;
    sum += g;
  }
  return sum;
}
