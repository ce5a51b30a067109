/**
 * Inverts a symmetric positive definite n × n matrix in place, by the Cholesky decomposition A = L·Lᵀ: n³ multiply-adds.
 * If the matrix is not positive definite, returns false and leaves it in an undefined state.
 */
export function invertPositiveDefinite(matrix: Float64Array, n: number): boolean {
  if (!decompose(matrix, n)) return false;
  invertLower(matrix, n);
  // A⁻¹ = L⁻ᵀ·L⁻¹; row i of the lower triangle needs only rows ≥ i, so it can overwrite them from the top.
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

/** Overwrites the lower triangle with L, A = L·Lᵀ; false if the matrix is not positive definite. */
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
