// Computes the second derivatives of log P(A ≻ B) = log ∫ e^{ℓ(y)} dy, ℓ(y) = y − e^y + Σ_a log(1 − e^{−z_a}), z_a = e^{d_a + y}, d_a = w_a
// − w_B. With φ(z) = z/(e^z − 1) and expectations under the density ∝ e^ℓ,
//   ∂²/∂w_a² = Var[φ_a] + E[φ_a·(1 − z_a − φ_a)],   ∂²/∂w_B² = Var[Σφ_a] + Σ E[φ_a·(1 − z_a − φ_a)].
// The trapezoid rule around the mode of ℓ with steps of at most 0.25 is accurate to 1e-8, which is more than enough for a variance.

/** The derivatives of log P(A ≻ B) with respect to w_B = log Σ_{b∈B} e^{w_b}. */
export interface RestDerivatives {
  /** The derivative −∂ log P/∂w_B, which is at least 0. */
  slope: number;
  /** The derivative −∂² log P/∂w_B², which is at least 0. */
  curvature: number;
}

const LARGEST_STEP = 0.25;
/** Nodes at which e^ℓ is below e^−30 times its maximum are omitted. */
const DROP = 30;
const MOST_NODES = 400;

let phi = new Float64Array(16);
let first = new Float64Array(16);
let second = new Float64Array(16);
let inner = new Float64Array(16);

/**
 * Writes −∂² log P/∂w_a² for the advantages d[`from`] … d[`to` − 1] to the same entries of `curvature`, and the derivatives with respect to
 * w_B to `rest`. Cost: O(n) per node, with about 80 nodes; a single item has a closed form.
 */
export function tierCurvature(
  d: Float64Array,
  from: number,
  to: number,
  curvature: Float64Array,
  rest: RestDerivatives,
): void {
  if (to - from === 1) {
    const smaller = Math.exp(-Math.abs(d[from]));
    rest.slope = (d[from] > 0 ? smaller : 1) / (1 + smaller);
    rest.curvature = smaller / (1 + smaller) ** 2;
    curvature[from] = rest.curvature;
    return;
  }
  const n = to - from;
  if (phi.length < n) [phi, first, second, inner] = [phi, first, second, inner].map(() => new Float64Array(2 * n));
  for (const sums of [first, second, inner]) sums.fill(0, 0, n);
  const mode = findMode(d, from, to);
  const step = Math.min(0.6 / Math.sqrt(mode.curvature), LARGEST_STEP);
  const top = exponentAt(d, from, to, mode.y);
  let [mass, sum, sumSquares] = [0, 0, 0];
  const visit = (y: number): boolean => {
    const exponent = exponentAt(d, from, to, y);
    if (!(exponent > top - DROP)) return false;
    const weight = Math.exp(exponent - top);
    let total = 0;
    for (let a = 0; a < n; a++) {
      const z = Math.exp(d[from + a] + y);
      const value = phiOf(z);
      total += value;
      first[a] += weight * value;
      second[a] += weight * value * value;
      inner[a] += value === 0 ? 0 : weight * value * (z + value - 1);
    }
    mass += weight;
    sum += weight * total;
    sumSquares += weight * total * total;
    return true;
  };
  for (let k = 0; k < MOST_NODES && visit(mode.y + k * step); k++);
  for (let k = 1; k < MOST_NODES && visit(mode.y - k * step); k++);
  let innerTotal = 0;
  for (let a = 0; a < n; a++) {
    const variance = second[a] / mass - (first[a] / mass) ** 2;
    innerTotal += inner[a] / mass;
    curvature[from + a] = Math.max(0, inner[a] / mass - variance);
  }
  rest.slope = sum / mass;
  rest.curvature = Math.max(0, innerTotal - (sumSquares / mass - (sum / mass) ** 2));
}

/** φ(z) = z/(e^z − 1), which falls from 1 at z = 0 to 0. */
function phiOf(z: number): number {
  if (z < 1e-8) return 1 - z / 2;
  return z > 700 ? 0 : z / Math.expm1(z);
}

/** ℓ(y). */
function exponentAt(d: Float64Array, from: number, to: number, y: number): number {
  let sum = y - Math.exp(y);
  for (let a = from; a < to; a++) {
    const z = Math.exp(d[a] + y);
    sum += z < 1e-8 ? d[a] + y : Math.log(-Math.expm1(-z));
  }
  return sum;
}

/** The mode of ℓ and −ℓ″ there. With x = e^y, x − 1 − Σφ(r_a·x) is increasing and concave: Newton's method from x = 1 climbs to the root. */
function findMode(d: Float64Array, from: number, to: number): { y: number; curvature: number } {
  let x = 1;
  for (let step = 0; ; step++) {
    let slope = 1 - x;
    let curvature = x;
    for (let a = from; a < to; a++) {
      const z = Math.exp(d[a]) * x;
      const value = phiOf(z);
      slope += value;
      curvature += value === 0 ? 0 : value * (z + value - 1);
    }
    const move = slope / curvature;
    x += x * move;
    if (16 * move * move * curvature < 1 || step === 50) return { y: Math.log(x), curvature };
  }
}
