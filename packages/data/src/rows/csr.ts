/**
 * Sparse rows in typed arrays (compressed sparse rows): row i has the columns `indices[k]` with the values `values[k]`
 * for `indptr[i] <= k < indptr[i + 1]`. Without `values` every entry is 1.
 */
export interface Csr {
  /** Where each row starts, and at the end where the last one ends: rows + 1 offsets. */
  readonly indptr: Int32Array;
  /** The column of every entry, row after row. */
  readonly indices: Int32Array;
  /** The value of every entry; left out where all are 1, as in a matrix of labels. */
  readonly values?: Float32Array;
}

/** Sparse rows that have values, as features do. */
export interface ValuedCsr extends Csr {
  /** The value of every entry. */
  readonly values: Float32Array;
}

/** The columns of one row, a view that copies nothing: `indices[indptr[row]] …`. */
export function rowIndices({ indptr, indices }: Csr, row: number): Int32Array {
  return indices.subarray(indptr[row], indptr[row + 1]);
}

/** The values of one row, a view that copies nothing. */
export function rowValues({ indptr, values }: ValuedCsr, row: number): Float32Array {
  return values.subarray(indptr[row], indptr[row + 1]);
}

/** What is wrong with a matrix of `rows` by `columns`, in words; nothing where it is sound. Cost: one pass. */
export function csrProblem(matrix: Csr, rows: number, columns: number): string | undefined {
  return offsetsProblem(matrix, rows) ?? rangeProblem(matrix.indices, 0, matrix.indices.length, columns);
}

/** The same of a matrix that may hold anything: also a column that a row has twice, and a value that is not finite. */
export function strictCsrProblem(matrix: Csr, rows: number, columns: number): string | undefined {
  const problem = offsetsProblem(matrix, rows);
  if (problem !== undefined || isPlain(matrix, rows, columns)) return problem;
  const { indptr, indices, values } = matrix;
  const outside = rangeProblem(indices, 0, indices.length, columns);
  if (outside !== undefined) return outside;
  for (let row = 0; row < rows; row++) {
    const sorted = indices.slice(indptr[row], indptr[row + 1]).sort();
    if (sorted.some((index, k) => k > 0 && index === sorted[k - 1])) return `row ${row} has a column twice`;
  }
  const odd = values?.findIndex((value) => !Number.isFinite(value)) ?? -1;
  return odd < 0 ? undefined : `values[${odd}] is ${values?.[odd]}`;
}

const EXPONENT = 0x7f800000;
const LOWEST_OF_EXPONENT = 0x00800000;

/**
 * Whether every row ascends within the columns, as almost all do, and every value is finite: what a cache is checked by, in one loop
 * that must be fast before it is compiled. A value that is not finite has all bits of its exponent set, and one more sets the sign
 * of what is gathered. Indices of a matrix without values never do.
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
  if (indptr.length !== rows + 1) return `indptr has ${indptr.length} offsets; expected ${rows + 1}`;
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
    if (indices[k] < 0 || indices[k] >= columns) return `indices[${k}] is ${indices[k]}; expected 0 to ${columns - 1}`;
  }
  return undefined;
}
