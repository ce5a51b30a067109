/** The largest absolute entry, or NaN if any entry is NaN. */
export function maxNorm(vector: Float64Array): number {
  let most = 0;
  for (let i = 0; i < vector.length; i++) most = Math.max(most, Math.abs(vector[i]));
  return most;
}

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

export function subtract(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, i) => value - b[i]);
}

/** a + factor · b. */
export function sumScaled(a: Float64Array, factor: number, b: Float64Array): Float64Array {
  return a.map((value, i) => value + factor * b[i]);
}

/** Adds factor · vector to `to` in place. */
export function addScaled(to: Float64Array, factor: number, vector: Float64Array): void {
  for (let i = 0; i < to.length; i++) to[i] += factor * vector[i];
}

/** Returns the vector minus its mean. */
export function center(vector: Float64Array): Float64Array {
  const mean = vector.reduce((sum, value) => sum + value, 0) / Math.max(1, vector.length);
  return vector.map((value) => value - mean);
}

/** A·v for a square matrix, in n² multiply-adds. */
export function matrixTimes(matrix: Float64Array, vector: Float64Array): Float64Array {
  const n = vector.length;
  const product = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += matrix[i * n + j] * vector[j];
    product[i] = sum;
  }
  return product;
}

/**
 * Inverts a symmetric positive definite n × n matrix in place, by the Cholesky decomposition A = L·Lᵀ: n³ multiply-adds.
 * If the matrix is not positive definite, returns false and leaves it in an undefined state.
 */
export function invertPositiveDefinite(matrix: Float64Array, n: number): boolean {
  if (!decompose(matrix, n)) return false;
  invertLower(matrix, n);
  // A⁻¹ = L⁻ᵀ·L⁻¹; row i of its lower triangle needs only rows ≥ i of L⁻¹, so the rows can be overwritten from the top.
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = 0;
      for (let k = i; k < n; k++) sum += matrix[k * n + i] * matrix[k * n + j];
      matrix[i * n + j] = sum;
    }
  }
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) matrix[j * n + i] = matrix[i * n + j];
  return true;
}

/** Solves L·Lᵀ·x = b in place, for L from {@link decompose}. */
export function solveDecomposed(lower: Float64Array, n: number, b: Float64Array): void {
  for (let i = 0; i < n; i++) {
    let sum = b[i];
    for (let k = 0; k < i; k++) sum -= lower[i * n + k] * b[k];
    b[i] = sum / lower[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = b[i];
    for (let k = i + 1; k < n; k++) sum -= lower[k * n + i] * b[k];
    b[i] = sum / lower[i * n + i];
  }
}

/** Overwrites the lower triangle with L, where A = L·Lᵀ; returns false if the matrix is not positive definite. */
export function decompose(matrix: Float64Array, n: number): boolean {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[i * n + j];
      for (let k = 0; k < j; k++) sum -= matrix[i * n + k] * matrix[j * n + k];
      if (i > j) {
        matrix[i * n + j] = sum / matrix[j * n + j];
      } else {
        if (!(sum > 0)) return false;
        matrix[i * n + i] = Math.sqrt(sum);
      }
    }
  }
  return true;
}

/** Overwrites L with L⁻¹. */
function invertLower(matrix: Float64Array, n: number): void {
  for (let j = 0; j < n; j++) {
    matrix[j * n + j] = 1 / matrix[j * n + j];
    for (let i = j + 1; i < n; i++) {
      let sum = 0;
      for (let k = j; k < i; k++) sum -= matrix[i * n + k] * matrix[k * n + j];
      matrix[i * n + j] = sum / matrix[i * n + i];
    }
  }
}

/** A square root of a symmetric positive semidefinite matrix: A = B·Bᵀ with a row-major n × rank matrix B. */
export interface SemidefiniteRoot {
  /** The numerical rank of the matrix. */
  readonly rank: number;
  /** B, n × rank, row-major. */
  readonly root: Float64Array;
}

/** A negative diagonal entry is more than a rounding error if its absolute value exceeds this fraction of the largest entry. */
const LARGEST_NEGATIVE = 1e-8;
/** Of pivots that differ by less than this fraction, the first is used, so that rounding errors of equal variances do not change the root. */
const EQUAL_PIVOTS = 1e-9;

/**
 * The Cholesky decomposition, with diagonal pivoting, of a positive semidefinite n × n matrix, such as the covariance of centered
 * utilities, which is always singular. The decomposition ends when only rounding errors remain on the diagonal (Higham, Analysis of the
 * Cholesky decomposition of a semi-definite matrix, 1990). Cost: n·rank² multiply-adds. Returns undefined if the matrix is clearly not
 * positive semidefinite.
 */
export function semidefiniteRoot(matrix: Float64Array, n: number): SemidefiniteRoot | undefined {
  const left = Float64Array.from({ length: n }, (_, i) => matrix[i * n + i]);
  const largest = left.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const negligible = n * Number.EPSILON * largest;
  const columns: Float64Array[] = [];
  const done = new Uint8Array(n);
  for (let k = 0; k < n; k++) {
    let pivot = -1;
    for (let i = 0; i < n; i++) {
      if (done[i] === 0 && (pivot < 0 || left[i] > left[pivot] * (1 + EQUAL_PIVOTS))) pivot = i;
    }
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
