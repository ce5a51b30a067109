/**
 * Computes the eigenvalues, largest first, and eigenvectors of a symmetric n × n matrix by cyclic Jacobi rotations. This method is slower
 * than tridiagonal methods, but simple, and accurate to the last digits even for small eigenvalues.
 *
 * @param matrix - Overwritten.
 * @returns The eigenvalues and eigenvectors; the eigenvector of `values[k]` has the components `vectors[i·n + k]`, i = 0 … n − 1.
 */
export function symmetricEigen(matrix: Float64Array, n: number): { values: Float64Array; vectors: Float64Array } {
  /** Row k is the k-th eigenvector, so a rotation combines two rows. */
  const rows = new Float64Array(n * n);
  for (let i = 0; i < n; i++) rows[i * n + i] = 1;
  for (let sweep = 0; sweep < 60 && rotateAll(matrix, rows, n); sweep++);
  const order = Array.from({ length: n }, (_, i) => i).sort((a, b) => matrix[b * n + b] - matrix[a * n + a]);
  const values = Float64Array.from(order, (k) => matrix[k * n + k]);
  const vectors = new Float64Array(n * n);
  for (let k = 0; k < n; k++) for (let i = 0; i < n; i++) vectors[i * n + k] = rows[order[k] * n + i];
  return { values, vectors };
}

/** Makes one sweep over all pairs, and returns whether any pair was rotated. */
function rotateAll(a: Float64Array, vectors: Float64Array, n: number): boolean {
  let rotated = false;
  for (let p = 0; p < n; p++) {
    for (let q = p + 1; q < n; q++) {
      const off = a[p * n + q];
      if (Math.abs(off) <= Number.EPSILON * Math.sqrt(Math.abs(a[p * n + p] * a[q * n + q])) || off === 0) continue;
      rotated = true;
      const theta = (a[q * n + q] - a[p * n + p]) / (2 * off);
      const t = (theta < 0 ? -1 : 1) / (Math.abs(theta) + Math.hypot(theta, 1));
      const c = 1 / Math.hypot(t, 1);
      rotateRows(a, n, p, q, c, t * c);
      rotateColumns(a, n, p, q, c, t * c);
      rotateRows(vectors, n, p, q, c, t * c);
    }
  }
  return rotated;
}

function rotateRows(a: Float64Array, n: number, p: number, q: number, c: number, s: number): void {
  for (let i = 0; i < n; i++) {
    const x = a[p * n + i];
    const y = a[q * n + i];
    a[p * n + i] = c * x - s * y;
    a[q * n + i] = s * x + c * y;
  }
}

function rotateColumns(a: Float64Array, n: number, p: number, q: number, c: number, s: number): void {
  for (let i = 0; i < n; i++) {
    const x = a[i * n + p];
    const y = a[i * n + q];
    a[i * n + p] = c * x - s * y;
    a[i * n + q] = s * x + c * y;
  }
}
