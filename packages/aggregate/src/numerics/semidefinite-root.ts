/** A square root of a symmetric positive semidefinite matrix: A = B·Bᵀ with an n × rank matrix B, by rows. */
export interface SemidefiniteRoot {
  /** The numerical rank of the matrix. */
  readonly rank: number;
  /** B, n × rank, by rows. */
  readonly root: Float64Array;
}

/** A diagonal entry that ends below minus this times the largest one is not a rounding error. */
const LARGEST_NEGATIVE = 1e-8;

/**
 * The Cholesky decomposition with diagonal pivots of a positive semidefinite n × n matrix, such as the covariance of centered
 * utilities, which is always singular. The decomposition ends when the remaining diagonal is rounding error (N. J. Higham, Analysis of
 * the Cholesky decomposition of a semi-definite matrix, 1990). Cost: n·rank² multiply-adds. Undefined if the matrix has a clearly
 * negative direction.
 */
export function semidefiniteRoot(matrix: Float64Array, n: number): SemidefiniteRoot | undefined {
  const left = Float64Array.from({ length: n }, (_, i) => matrix[i * n + i]);
  const largest = left.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const negligible = n * Number.EPSILON * largest;
  const columns: Float64Array[] = [];
  const done = new Uint8Array(n);
  for (let k = 0; k < n; k++) {
    let pivot = -1;
    for (let i = 0; i < n; i++) if (done[i] === 0 && (pivot < 0 || left[i] > left[pivot])) pivot = i;
    if (!(left[pivot] > negligible)) break;
    const scale = Math.sqrt(left[pivot]);
    const column = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      if (done[i] === 1) continue;
      let sum = matrix[i * n + pivot];
      for (const earlier of columns) sum -= earlier[i] * earlier[pivot];
      column[i] = i === pivot ? scale : sum / scale;
      left[i] -= column[i] * column[i];
    }
    done[pivot] = 1;
    columns.push(column);
  }
  for (let i = 0; i < n; i++) if (done[i] === 0 && !(left[i] >= -LARGEST_NEGATIVE * largest)) return undefined;
  return { rank: columns.length, root: byRows(columns, n) };
}

function byRows(columns: readonly Float64Array[], n: number): Float64Array {
  const rank = columns.length;
  const root = new Float64Array(n * rank);
  for (const [k, column] of columns.entries()) for (let i = 0; i < n; i++) root[i * rank + k] = column[i];
  return root;
}
