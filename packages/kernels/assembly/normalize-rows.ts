/** Divides every row of a matrix by its Euclidean norm; a row of zeros is unchanged. */
export function normalizeRows(x: usize, rows: usize, columns: usize, stride: usize): void {
  for (let i: usize = 0; i < rows; i++) normalize(x + i * stride, columns);
}

/** Divides the values of every sparse row by their Euclidean norm. */
export function normalizeSparseRows(indptr: usize, values: usize, rows: usize): void {
  for (let i: usize = 0; i < rows; i++) {
    const begin = <usize>i32.load(indptr + (i << 2));
    const end = <usize>i32.load(indptr + (i << 2), 4);
    normalize(values + (begin << 2), end - begin);
  }
}

// In double precision, the squares of floats neither overflow nor underflow.
function normalize(x: usize, count: usize): void {
  let squares: f64 = 0;
  for (let i: usize = 0; i < count; i++) {
    const value = <f64>f32.load(x + (i << 2));
    squares += value * value;
  }
  if (squares == 0) return;
  const norm = Math.sqrt(squares);
  for (let i: usize = 0; i < count; i++) {
    f32.store(x + (i << 2), <f32>(<f64>f32.load(x + (i << 2)) / norm));
  }
}
