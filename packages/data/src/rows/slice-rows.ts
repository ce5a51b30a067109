import type { Csr } from "./csr.ts";

/**
 * Returns rows `from` to `to` − 1 of a sparse matrix. Columns and values are views; only the offsets are new.
 *
 * @param rows - The matrix, with or without values.
 * @param from - The first row.
 * @param to - One more than the last row.
 * @returns The rows, or the matrix itself if the range contains all rows.
 *
 * @example
 * ```ts
 * import { sliceRows } from "@tierwise/data/rows";
 *
 * const rows = { indptr: Int32Array.of(0, 2, 3, 5), indices: Int32Array.of(1, 2, 0, 0, 3) };
 * const { indptr, indices } = sliceRows(rows, 1, 3);
 * console.log(indptr.join(" "), "|", indices.join(" ")); // 0 1 3 | 0 0 3
 * ```
 */
export function sliceRows<Rows extends Csr>(rows: Rows, from: number, to: number): Rows {
  const { indptr, indices, values } = rows;
  const rowCount = indptr.length - 1;
  if (!Number.isInteger(from) || from < 0 || from > rowCount) {
    throw new RangeError(`from is ${from}; expected an integer from 0 to ${rowCount}, the number of rows`);
  }
  if (!Number.isInteger(to) || to < from || to > rowCount) {
    throw new RangeError(
      `to is ${to}; expected an integer from ${from} (the value of from) to ${rowCount} (the number of rows)`,
    );
  }
  if (from === 0 && to === rowCount) return rows;
  const [start, end] = [indptr[from], indptr[to]];
  return {
    ...rows,
    indptr: indptr.slice(from, to + 1).map((offset) => offset - start),
    indices: indices.subarray(start, end),
    ...(values && { values: values.subarray(start, end) }),
  };
}
