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
export function csrProblem({ indptr, indices, values }: Csr, rows: number, columns: number): string | undefined {
  if (indptr.length !== rows + 1) return `indptr has ${indptr.length} offsets; expected ${rows + 1}`;
  if (values !== undefined && values.length !== indices.length) {
    return `there are ${values.length} values for ${indices.length} indices`;
  }
  if (indptr[0] !== 0) return `indptr[0] is ${indptr[0]}; expected 0`;
  for (let row = 0; row < rows; row++) {
    if (indptr[row + 1] < indptr[row]) return `indptr[${row + 1}] is less than indptr[${row}]`;
  }
  if (indptr[rows] !== indices.length) return `indptr ends at ${indptr[rows]}; expected ${indices.length}`;
  for (let k = 0; k < indices.length; k++) {
    if (indices[k] < 0 || indices[k] >= columns) return `indices[${k}] is ${indices[k]}; expected 0 to ${columns - 1}`;
  }
  return undefined;
}

/** A value that is not finite, or a column that a row has twice, in words; nothing where there is none. Cost: one pass. */
export function entriesProblem({ indptr, indices, values }: Csr): string | undefined {
  for (let row = 0; row + 1 < indptr.length; row++) {
    if (hasRepeats(indices, indptr[row], indptr[row + 1])) return `row ${row} has a column twice`;
  }
  for (let k = 0; values !== undefined && k < values.length; k++) {
    if (!Number.isFinite(values[k])) return `values[${k}] is ${values[k]}`;
  }
  return undefined;
}

function hasRepeats(indices: Int32Array, start: number, end: number): boolean {
  let k = start + 1;
  while (k < end && indices[k] > indices[k - 1]) k++;
  if (k >= end) return false;
  const sorted = indices.slice(start, end).sort();
  return sorted.some((index, j) => j > 0 && index === sorted[j - 1]);
}
