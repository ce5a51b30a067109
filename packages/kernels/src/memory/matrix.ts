import { type BoundMemory, pointer } from "./memory.ts";

/** A matrix of floats in row-major order: element (i, j) is `data[i·stride + j]`. */
export interface Matrix {
  /** The elements, in the memory of the kernels that use them. */
  readonly data: Float32Array;
  /** How many rows. */
  readonly rows: number;
  /** How many columns. */
  readonly columns: number;
  /** From the start of a row to the start of the next, in elements; at least `columns`. */
  readonly stride: number;
}

/** A matrix over `data`, its rows one after the other. */
export function matrix(data: Float32Array, rows: number, columns: number): Matrix {
  const made = { data, rows, columns, stride: columns };
  checkShape("matrix", made);
  return made;
}

/**
 * The rows `from` … `to − 1` of a matrix, a view that copies nothing.
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

/** The columns `from` … `to − 1` of a matrix, a view that copies nothing. */
export function columnRange({ data, rows, columns, stride }: Matrix, from: number, to: number): Matrix {
  checkRange(from, to, columns, "columns");
  return { data: data.subarray(from), rows, columns: to - from, stride };
}

/** Where a matrix starts in the kernels' memory; an error that names it where it is not sound. */
export function matrixPointer(kernels: BoundMemory, name: string, x: Matrix): number {
  checkShape(name, x);
  return pointer(kernels, `${name}.data`, x.data);
}

/** As `matrixPointer`, for a matrix whose shape is given by the others. */
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
  if (!Number.isInteger(rows) || rows < 0) throw new RangeError(`${name} has ${rows} rows; expected an integer`);
  if (!Number.isInteger(columns) || columns < 0) {
    throw new RangeError(`${name} has ${columns} columns; expected an integer`);
  }
  if (!Number.isInteger(stride) || stride < columns) {
    throw new RangeError(`${name}.stride is ${stride}; expected an integer of at least ${columns}, its columns`);
  }
  const needed = rows === 0 ? 0 : (rows - 1) * stride + columns;
  if (data.length < needed) {
    throw new RangeError(`${name}.data has ${data.length} elements; ${rows} × ${columns} needs ${needed}`);
  }
}

function checkRange(from: number, to: number, count: number, what: string): void {
  if (!Number.isInteger(from) || !Number.isInteger(to) || from < 0 || to < from || to > count) {
    throw new RangeError(`${what} ${from} to ${to} are not a range of the ${count} ${what}`);
  }
}
