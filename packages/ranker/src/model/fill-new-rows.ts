/**
 * Sets the new rows of a matrix, those after the first `known` rows, to the mean of the first `known` rows.
 *
 * @param matrix - The matrix, row by row; a vector is a matrix of width 1.
 * @param known - The number of rows to average, at least 1.
 * @param width - The number of columns.
 */
export function fillNewRows(matrix: Float32Array, known: number, width: number): void {
  const mean = new Float64Array(width);
  for (let row = 0; row < known; row++) {
    for (let column = 0; column < width; column++) mean[column] += matrix[row * width + column] / known;
  }
  for (let from = known * width; from < matrix.length; from += width) matrix.set(mean, from);
}
