/**
 * A sparse matrix in compressed sparse row (CSR) format: row i has the columns `indices[k]` with the values `values[k]`
 * for `indptr[i] <= k < indptr[i + 1]`. Without `values`, every entry is 1.
 */
export interface Csr {
  /** The start of each row in `indices`, followed by the end of the last row: rows + 1 offsets. */
  readonly indptr: Int32Array;
  /** The column of every entry, row by row. */
  readonly indices: Int32Array;
  /** The value of every entry; omitted if all are 1, as in a matrix of labels. */
  readonly values?: Float32Array;
}

/** A sparse matrix with explicit values, such as features. */
export interface ValuedCsr extends Csr {
  /** The value of every entry. */
  readonly values: Float32Array;
}

/** The column indices of one row, as a view. */
export function rowIndices({ indptr, indices }: Csr, row: number): Int32Array {
  return indices.subarray(indptr[row], indptr[row + 1]);
}

/** The values of one row, as a view. */
export function rowValues({ indptr, values }: ValuedCsr, row: number): Float32Array {
  return values.subarray(indptr[row], indptr[row + 1]);
}

/** Describes what is wrong with a matrix of `rows` by `columns`; undefined if it is valid. Makes a single pass. */
export function csrProblem(matrix: Csr, rows: number, columns: number): string | undefined {
  return offsetsProblem(matrix, rows) ?? rangeProblem(matrix.indices, 0, matrix.indices.length, columns);
}

/** Like {@link csrProblem} for untrusted input: also reports columns that a row contains twice, and values that are not finite. */
export function strictCsrProblem(matrix: Csr, rows: number, columns: number): string | undefined {
  const problem = offsetsProblem(matrix, rows);
  if (problem !== undefined || isPlain(matrix, rows, columns)) return problem;
  const { indptr, indices, values } = matrix;
  const outside = rangeProblem(indices, 0, indices.length, columns);
  if (outside !== undefined) return outside;
  for (let row = 0; row < rows; row++) {
    const sorted = indices.slice(indptr[row], indptr[row + 1]).sort();
    if (sorted.some((index, k) => k > 0 && index === sorted[k - 1])) return `row ${row} contains a column twice`;
  }
  const at = values?.findIndex((value) => !Number.isFinite(value)) ?? -1;
  return at < 0 ? undefined : `values[${at}] is ${values?.[at]}; expected a finite number`;
}

const EXPONENT = 0x7f800000;
const LOWEST_OF_EXPONENT = 0x00800000;

/**
 * Whether the indices of every row ascend and are below `columns`, and every value is finite, as in almost all files. This runs whenever a
 * cache is loaded, so its loop must be fast even before V8 has optimized it. A value that is not finite has all exponent bits set, so
 * adding the lowest of them carries into the sign bit of `signs`. If there are no values, the indices are tested in the same way; they
 * never carry.
 */
function isPlain({ indptr, indices, values }: Csr, rows: number, columns: number): boolean {
  const words = values === undefined ? indices : new Int32Array(values.buffer, values.byteOffset, values.length);
  let signs = 0;
  for (let row = 0; row < rows; row++) {
    const end = indptr[row + 1];
    let previous = -1;
    for (let k = indptr[row]; k < end; k++) {
      const index = indices[k];
      if (index <= previous) return false;
      previous = index;
      signs |= (words[k] & EXPONENT) + LOWEST_OF_EXPONENT;
    }
    if (previous >= columns) return false;
  }
  return signs >= 0;
}

function offsetsProblem({ indptr, indices, values }: Csr, rows: number): string | undefined {
  if (indptr.length !== rows + 1) return `indptr has length ${indptr.length}; expected ${rows + 1}`;
  if (values !== undefined && values.length !== indices.length) {
    return `there are ${values.length} values for ${indices.length} indices`;
  }
  if (indptr[0] !== 0) return `indptr[0] is ${indptr[0]}; expected 0`;
  for (let row = 0; row < rows; row++) {
    if (indptr[row + 1] < indptr[row]) return `indptr[${row + 1}] is less than indptr[${row}]`;
  }
  return indptr[rows] === indices.length ? undefined : `indptr ends at ${indptr[rows]}; expected ${indices.length}`;
}

function rangeProblem(indices: Int32Array, start: number, end: number, columns: number): string | undefined {
  for (let k = start; k < end; k++) {
    if (indices[k] < 0 || indices[k] >= columns)
      return `indices[${k}] is ${indices[k]}; expected an integer from 0 to ${columns - 1}`;
  }
  return undefined;
}
