// The information of comparisons is the Laplacian of an electrical network: h_ij is the conductance between items i and j. Eliminating a node by the star-mesh transformation,
//   h_ij += h_ik·h_kj/d_k,   d_k = Σ_j h_kj,
// adds only positive numbers. Every entry of the factors and of the inverse therefore has nearly full relative precision, even if
// conductances differ by a factor of 1e15 (as in the algorithm of Grassmann, Taksar and Heyman for Markov chains). A general
// Cholesky decomposition computes d_k by subtraction and loses the weak connections.

/** A factored Laplacian. The node that is eliminated last is the ground. */
export interface Laplacian {
  readonly size: number;
  /** The entries above the diagonal: h_kj/d_k when node k was eliminated. */
  readonly ratios: Float64Array;
  /** The value 1/d_k, or 0 for the ground. */
  readonly inversePivots: Float64Array;
  /** `order[k]` is the item that was eliminated in step k. */
  readonly order: Int32Array;
}

/**
 * Factors a Laplacian in place: n³/6 multiply-adds. The item with the largest total conductance is the ground. Returns undefined if the
 * network is not connected.
 *
 * @param conductances - n × n; entries above the diagonal are used and overwritten.
 */
export function factorLaplacian(conductances: Float64Array, size: number): Laplacian | undefined {
  const order = Int32Array.from({ length: size }, (_, i) => i);
  if (size > 0) moveHeaviestLast(conductances, size, order);
  const inversePivots = new Float64Array(size);
  for (let k = 0; k < size - 1; k++) {
    const row = k * size;
    let pivot = 0;
    for (let j = k + 1; j < size; j++) pivot += conductances[row + j];
    if (!(pivot > 0 && pivot < Number.POSITIVE_INFINITY)) return undefined;
    const inverse = 1 / pivot;
    inversePivots[k] = inverse;
    for (let i = k + 1; i < size; i++) {
      const share = conductances[row + i] * inverse;
      if (share === 0) continue;
      const target = i * size;
      for (let j = i + 1; j < size; j++) conductances[target + j] += share * conductances[row + j];
    }
    for (let j = k + 1; j < size; j++) conductances[row + j] *= inverse;
  }
  return { size, ratios: conductances, inversePivots, order };
}

/** Exchanges the item with the largest total conductance and the last item. */
function moveHeaviestLast(conductances: Float64Array, size: number, order: Int32Array): void {
  const totals = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    for (let j = i + 1; j < size; j++) {
      totals[i] += conductances[i * size + j];
      totals[j] += conductances[i * size + j];
    }
  }
  let heaviest = 0;
  for (let i = 1; i < size; i++) if (totals[i] > totals[heaviest]) heaviest = i;
  const last = size - 1;
  if (heaviest === last) return;
  const at = (i: number, j: number): number => Math.min(i, j) * size + Math.max(i, j);
  for (let j = 0; j < size; j++) {
    if (j === heaviest || j === last) continue;
    const swap = conductances[at(heaviest, j)];
    conductances[at(heaviest, j)] = conductances[at(last, j)];
    conductances[at(last, j)] = swap;
  }
  order[heaviest] = last;
  order[last] = heaviest;
}

/** Solves L·x = b with x = 0 at the ground, in n² multiply-adds. `b` must sum to 0. */
export function solveLaplacian({ size, ratios, inversePivots, order }: Laplacian, b: Float64Array): Float64Array {
  const x = new Float64Array(size);
  for (let k = 0; k < size; k++) x[k] = b[order[k]];
  for (let k = 0; k < size; k++) {
    const value = x[k];
    const row = k * size;
    for (let i = k + 1; i < size; i++) x[i] += ratios[row + i] * value;
  }
  for (let k = size - 1; k >= 0; k--) {
    let value = x[k] * inversePivots[k];
    const row = k * size;
    if (inversePivots[k] > 0) for (let j = k + 1; j < size; j++) value += ratios[row + j] * x[j];
    x[k] = value;
  }
  const solution = new Float64Array(size);
  for (let k = 0; k < size; k++) solution[order[k]] = x[k];
  return solution;
}

/** The inverse of the Laplacian without the ground, n × n, with 0 at the ground. Cost: n³/3 multiply-adds of positive numbers. */
export function invertLaplacian({ size, ratios, inversePivots, order }: Laplacian): Float64Array {
  // Row k of the inverse follows from the rows below it: G_kj = δ_kj/d_k + Σ_{i>k} ratio_ki·G_ij.
  const inverse = new Float64Array(size * size);
  for (let k = size - 1; k >= 0; k--) {
    if (inversePivots[k] === 0) continue;
    const row = k * size;
    for (let i = k + 1; i < size; i++) {
      const ratio = ratios[row + i];
      if (ratio === 0) continue;
      const from = i * size;
      for (let j = k + 1; j < size; j++) inverse[row + j] += ratio * inverse[from + j];
    }
    let diagonal = inversePivots[k];
    for (let i = k + 1; i < size; i++) {
      diagonal += ratios[row + i] * inverse[row + i];
      inverse[i * size + k] = inverse[row + i];
    }
    inverse[row + k] = diagonal;
  }
  return reordered(inverse, size, order);
}

function reordered(matrix: Float64Array, size: number, order: Int32Array): Float64Array {
  if (order.every((item, k) => item === k)) return matrix;
  const result = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) result[order[i] * size + order[j]] = matrix[i * size + j];
  }
  return result;
}
