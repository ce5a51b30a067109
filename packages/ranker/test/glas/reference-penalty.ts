/** The target for the inner products of labels, ½(A·Z⁻¹ + Z⁻¹·A), computed by counting every pair in every row, with 1 on the diagonal. */
export function plainTarget(rowLabels: readonly (readonly number[])[], items: number): Float64Array {
  const together = new Float64Array(items * items);
  for (const labels of rowLabels) for (const i of labels) for (const j of labels) together[i * items + j]++;
  return together.map((count, at) => {
    const [i, j] = [Math.floor(at / items), at % items];
    if (i === j) return 1;
    return count === 0 ? 0 : (count / together[j * items + j] + count / together[i * items + i]) / 2;
  });
}

/** (λ/K²)·‖VVᵀ − T‖² in double precision, where V contains the rows of `weights` for the K labels, and T is `target`. */
export function plainPenalty(
  weights: Float64Array,
  hidden: number,
  target: Float64Array,
  labels: readonly number[],
  weight: number,
): number {
  const items = weights.length / hidden;
  let sum = 0;
  for (const i of labels) {
    for (const j of labels) {
      let inner = 0;
      for (let h = 0; h < hidden; h++) inner += weights[i * hidden + h] * weights[j * hidden + h];
      sum += (inner - target[i * items + j]) ** 2;
    }
  }
  return (weight / labels.length ** 2) * sum;
}

/** The gradient of the penalty by central differences, whose error is of order h² because the penalty is quartic. */
export function differences(
  weights: Float64Array,
  hidden: number,
  target: Float64Array,
  labels: readonly number[],
  weight: number,
): Float64Array {
  const h = 1e-5;
  const moved = weights.slice();
  const gradient = new Float64Array(weights.length);
  for (const label of labels) {
    for (let at = label * hidden; at < (label + 1) * hidden; at++) {
      moved[at] = weights[at] + h;
      const above = plainPenalty(moved, hidden, target, labels, weight);
      moved[at] = weights[at] - h;
      gradient[at] = (above - plainPenalty(moved, hidden, target, labels, weight)) / (2 * h);
      moved[at] = weights[at];
    }
  }
  return gradient;
}
