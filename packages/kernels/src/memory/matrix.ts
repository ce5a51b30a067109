import { type BoundMemory, pointer } from "./memory.ts";

/** A matrix of floats in row-major order: element (i, j) is `data[i·stride + j]`. */
export interface Matrix {
  /** The elements, in the memory of the kernels that use them. */
  readonly data: Float32Array;
  /** The number of rows. */
  readonly rows: number;
  /** The number of columns. */
  readonly columns: number;
  /** The distance between the starts of consecutive rows, in elements; at least `columns`. */
  readonly stride: number;
}

/** A matrix over `data`, with consecutive rows. */
export function matrix(data: Float32Array, rows: number, columns: number): Matrix {
  const result = { data, rows, columns, stride: columns };
  checkShape("matrix", result);
  return result;
}

/**
 * Rows `from` … `to − 1` of a matrix, as a view.
 *
 * @example
 * ```ts
 * import { columnRange, matrix, rowRange } from "@tierwise/kernels";
 *
 * const x = matrix(Float32Array.of(1, 2, 3, 4, 5, 6), 2, 3);
 * console.log(rowRange(x, 1, 2).data.join(" ")); // 4 5 6
 * const { data, stride } = columnRange(x, 1, 3);
 * console.log(data[0], data[stride]); // 2 5
 * ```
 */
export function rowRange({ data, rows, columns, stride }: Matrix, from: number, to: number): Matrix {
  checkRange(from, to, rows, "rows");
  return { data: data.subarray(from * stride), rows: to - from, columns, stride };
}

/** Columns `from` … `to − 1` of a matrix, as a view. */
export function columnRange({ data, rows, columns, stride }: Matrix, from: number, to: number): Matrix {
  checkRange(from, to, columns, "columns");
  return { data: data.subarray(from), rows, columns: to - from, stride };
}

/** The address of a matrix in the kernels' memory. Throws an error if the shape is invalid or the matrix is not in this memory. */
export function matrixPointer(kernels: BoundMemory, name: string, x: Matrix): number {
  checkShape(name, x);
  return pointer(kernels, `${name}.data`, x.data);
}

/** Like `matrixPointer`, for a matrix that must be `rows` × `columns`. */
export function matrixPointerOfShape(
  kernels: BoundMemory,
  name: string,
  x: Matrix,
  rows: number,
  columns: number,
): number {
  if (x.rows !== rows || x.columns !== columns) {
    throw new RangeError(`${name} is ${x.rows} × ${x.columns}; expected ${rows} × ${columns}`);
  }
  return matrixPointer(kernels, name, x);
}

function checkShape(name: string, { data, rows, columns, stride }: Matrix): void {
  if (!Number.isInteger(rows) || rows < 0)
    throw new RangeError(`${name}.rows is ${rows}; expected a nonnegative integer`);
  if (!Number.isInteger(columns) || columns < 0) {
    throw new RangeError(`${name}.columns is ${columns}; expected a nonnegative integer`);
  }
  if (!Number.isInteger(stride) || stride < columns) {
    throw new RangeError(
      `${name}.stride is ${stride}; expected an integer of at least ${columns}, the number of columns`,
    );
  }
  const needed = rows === 0 ? 0 : (rows - 1) * stride + columns;
  if (data.length < needed) {
    throw new RangeError(`${name}.data.length is ${data.length}; expected at least ${needed} for ${rows} × ${columns}`);
  }
}

function checkRange(from: number, to: number, count: number, what: string): void {
  if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to < from || to > count) {
    throw new RangeError(`${what} ${from} to ${to} is not a range; expected integers with 0 ≤ from ≤ to ≤ ${count}`);
  }
}
