/** The largest absolute entry; NaN if any entry is NaN. */
export function maxNorm(vector: Float64Array): number {
  let most = 0;
  for (let i = 0; i < vector.length; i++) most = Math.max(most, Math.abs(vector[i]));
  return most;
}

/** Σ a_i · b_i. */
export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** a − b. */
export function subtract(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, i) => value - b[i]);
}

/** a + factor · b. */
export function sumScaled(a: Float64Array, factor: number, b: Float64Array): Float64Array {
  return a.map((value, i) => value + factor * b[i]);
}

/** Adds factor · vector to `to`. */
export function addScaled(to: Float64Array, factor: number, vector: Float64Array): void {
  for (let i = 0; i < to.length; i++) to[i] += factor * vector[i];
}

/** The vector minus its mean. */
export function center(vector: Float64Array): Float64Array {
  const mean = vector.reduce((sum, value) => sum + value, 0) / Math.max(1, vector.length);
  return vector.map((value) => value - mean);
}

/** A·v for a square matrix; n² multiply-adds. */
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
