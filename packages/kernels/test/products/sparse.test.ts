import {
  allocate,
  allocateSparseTranspose,
  gatherRows,
  type Matrix,
  normalizeRows,
  normalizeSparseRows,
  sampledProduct,
  sparseProduct,
  transposeSparse,
  type ValuedCsr,
} from "@tierwise/kernels";
import { describe, expect, test } from "vitest";
import { builds, edgeSizes, kernelsOf, roundoff } from "../builds.ts";
import { random, randomArray, randomMatrix, randomSparse } from "../random.ts";

/** Row i of a sparse matrix as a dense array in double precision. */
function denseRow({ indptr, indices, values }: ValuedCsr, i: number, columns: number): Float64Array {
  const row = new Float64Array(columns);
  for (let e = indptr[i]; e < indptr[i + 1]; e++) row[indices[e]] += values[e];
  return row;
}

describe.each(builds)("sparse products, %s", async (build) => {
  const kernels = await kernelsOf(build);
  const { memory } = kernels;
  const uniform = random(3);

  function expectProduct(out: Matrix, x: ValuedCsr, dense: Matrix, base: (i: number, j: number) => number): void {
    for (let i = 0; i < x.indptr.length - 1; i++) {
      const row = denseRow(x, i, dense.rows);
      const terms = x.indptr[i + 1] - x.indptr[i];
      for (let j = 0; j < dense.columns; j++) {
        let exact = base(i, j);
        for (let f = 0; f < dense.rows; f++) exact += row[f] * dense.data[f * dense.stride + j];
        const bound = (terms + 1) * roundoff * (terms + 1);
        expect(Math.abs(out.data[i * out.stride + j] - exact)).toBeLessThanOrEqual(bound);
      }
    }
  }

  test.each([...edgeSizes, 32, 36, 67])("sparseProduct computes %i columns", (columns) => {
    const x = randomSparse(kernels, 9, 31, 12, uniform);
    const dense = randomMatrix(kernels, 31, columns, uniform, 2);
    const out = randomMatrix(kernels, 9, columns, uniform, 1);
    const bias = randomArray(kernels, columns, uniform);
    const before = out.data.slice();
    sparseProduct(kernels, out, x, dense, { accumulate: true });
    expectProduct(out, x, dense, (i, j) => before[i * out.stride + j]);
    sparseProduct(kernels, out, x, dense, { bias });
    expectProduct(out, x, dense, (_, j) => bias[j]);
    sparseProduct(kernels, out, x, dense);
    expectProduct(out, x, dense, () => 0);
  });

  test("sparseProduct computes rows with many entries", () => {
    const own = random(4);
    const x = randomSparse(kernels, 9, 90, 70, own);
    const dense = randomMatrix(kernels, 90, 33, own);
    const out = randomMatrix(kernels, 9, 33, own);
    sparseProduct(kernels, out, x, dense);
    expectProduct(out, x, dense, () => 0);
  });

  test("sparseProduct accepts a view of indptr as a range of rows", () => {
    const x = randomSparse(kernels, 9, 31, 12, uniform);
    const dense = randomMatrix(kernels, 31, 33, uniform);
    const whole = randomMatrix(kernels, 9, 33, uniform);
    sparseProduct(kernels, whole, x, dense);
    const part = randomMatrix(kernels, 4, 33, uniform);
    sparseProduct(kernels, part, { ...x, indptr: x.indptr.subarray(3, 8) }, dense);
    expect(part.data).toEqual(whole.data.subarray(3 * 33, 7 * 33));
  });

  test.each([...edgeSizes, 100])("sampledProduct multiplies rows of %i elements", (depth) => {
    const out = randomSparse(kernels, 9, 31, 12, uniform);
    const a = randomMatrix(kernels, 9, depth, uniform, 1);
    const b = randomMatrix(kernels, 31, depth, uniform, 2);
    sampledProduct(kernels, out, a, b);
    for (let i = 0; i < 9; i++) {
      for (let e = out.indptr[i]; e < out.indptr[i + 1]; e++) {
        let exact = 0;
        for (let k = 0; k < depth; k++) exact += a.data[i * a.stride + k] * b.data[out.indices[e] * b.stride + k];
        expect(Math.abs(out.values[e] - exact)).toBeLessThanOrEqual((depth + 1) * roundoff * depth);
      }
    }
    const part = {
      ...out,
      indptr: out.indptr.subarray(4, 8),
      values: allocate(memory, Float32Array, out.values.length),
    };
    sampledProduct(kernels, part, { ...a, data: a.data.subarray(4 * a.stride), rows: 3 }, b);
    const [from, to] = [out.indptr[4], out.indptr[7]];
    expect(part.values.subarray(from, to)).toEqual(out.values.subarray(from, to));
    expect(part.values.subarray(to).every((value) => value === 0)).toBe(true);
  });

  test.each([1, 2, 7, 40])("transposeSparse of %i rows contains every entry, in ascending order of columns", (rows) => {
    const columns = 50;
    const x = randomSparse(kernels, rows, columns, 9, uniform);
    const out = allocateSparseTranspose(memory, { entries: x.indices.length, columns });
    const touched = transposeSparse(kernels, out, x);
    expect([...out.touched.subarray(0, touched)]).toEqual([...new Set(x.indices)].sort((a, b) => a - b));
    const transpose = { ...out, indptr: out.indptr.subarray(0, touched + 1) };
    for (let t = 0; t < touched; t++) {
      const column = out.touched[t];
      const expected = Float64Array.from({ length: rows }, (_, i) => denseRow(x, i, columns)[column]);
      expect([...denseRow(transpose, t, rows)]).toEqual([...expected]);
    }
    expect(out.places.every((place) => place === 0)).toBe(true);
    expect(out.marks.every((mark) => mark === 0)).toBe(true);
  });

  test("the product with the transpose equals the gradient of the dense matrix", () => {
    const [rows, columns, hidden] = [6, 20, 5];
    const x = randomSparse(kernels, rows, columns, 8, uniform);
    const gradient = randomMatrix(kernels, rows, hidden, uniform);
    const out = allocateSparseTranspose(memory, { entries: x.indices.length, columns });
    const touched = transposeSparse(kernels, out, x);
    const denseGradient = randomMatrix(kernels, touched, hidden, uniform);
    sparseProduct(kernels, denseGradient, { ...out, indptr: out.indptr.subarray(0, touched + 1) }, gradient);
    for (let t = 0; t < touched; t++) {
      for (let h = 0; h < hidden; h++) {
        let exact = 0;
        for (let i = 0; i < rows; i++) exact += denseRow(x, i, columns)[out.touched[t]] * gradient.data[i * hidden + h];
        expect(denseGradient.data[t * hidden + h]).toBeCloseTo(exact, 5);
      }
    }
  });

  test("gatherRows copies the listed rows", () => {
    const source = randomMatrix(kernels, 9, 7, uniform, 2);
    const rows = allocate(memory, Int32Array, 4);
    rows.set([8, 0, 3, 3]);
    const out = randomMatrix(kernels, 4, 7, uniform);
    gatherRows(kernels, out, source, rows);
    for (let i = 0; i < 4; i++) {
      const expected = source.data.subarray(rows[i] * 9, rows[i] * 9 + 7);
      expect(out.data.subarray(i * 7, i * 7 + 7)).toEqual(expected);
    }
  });

  test.each(edgeSizes)("normalizeRows divides rows of %i elements by their norm", (columns) => {
    const x = randomMatrix(kernels, 3, columns, uniform, 1);
    x.data.fill(0, x.stride, x.stride + columns);
    const before = x.data.slice();
    normalizeRows(kernels, x);
    for (let i = 0; i < 3; i++) {
      const norm = Math.hypot(...before.subarray(i * x.stride, i * x.stride + columns)) || 1;
      for (let j = 0; j < columns; j++)
        expect(x.data[i * x.stride + j]).toBe(Math.fround(before[i * x.stride + j] / norm));
    }
  });

  test("normalizeSparseRows divides rows by their norm, including huge and tiny values", () => {
    const x = {
      indptr: allocate(memory, Int32Array, 4),
      indices: allocate(memory, Int32Array, 5),
      values: allocate(memory, Float32Array, 5),
    };
    x.indptr.set([0, 2, 2, 5]);
    x.values.set([3 * 2 ** 100, -4 * 2 ** 100, 2 ** -140, 0, 0]);
    normalizeSparseRows(kernels, x);
    expect([...x.values]).toEqual([0.6, -0.8, 1, 0, 0].map(Math.fround));
  });

  test("errors name the invalid argument", () => {
    const x = randomSparse(kernels, 4, 10, 5, uniform);
    const dense = randomMatrix(kernels, 10, 3, uniform);
    const out = randomMatrix(kernels, 4, 3, uniform);
    x.indptr.set([0, 2, 1, 3, 4]);
    expect(() => sparseProduct(kernels, out, x, dense)).toThrow("x.indptr[2] is 1; expected an integer of at least 2");
    x.indptr.set([0, 1, 2, 3, 9999]);
    expect(() => sparseProduct(kernels, out, x, dense)).toThrow(
      "x.indptr[4] is 9999; expected at most 9, the number of entries",
    );
    x.indptr.set([0, 1, 2, 3, 4]);
    x.indices[3] = 10;
    expect(() => sparseProduct(kernels, out, x, dense)).toThrow(
      "x.indices[3] is 10; expected an integer from 0 to 9, the rows of dense",
    );
    x.indices[3] = -1;
    expect(() => sparseProduct(kernels, out, x, dense)).toThrow("x.indices[3] is -1");
    expect(() => sparseProduct(kernels, out, { ...x, indptr: x.indptr.subarray(0, 0) }, dense)).toThrow(
      "x.indptr is empty; expected at least one offset",
    );
    expect(() => sampledProduct(kernels, x, out, dense)).toThrow(
      "out.indices[3] is -1; expected an integer from 0 to 9, the rows of b",
    );
    x.indices[3] = 0;
    expect(() => sampledProduct(kernels, x, dense, dense)).toThrow(
      "a.rows is 10; expected 4, the number of rows of out",
    );
    const narrow = randomMatrix(kernels, 4, 2, uniform);
    expect(() => sampledProduct(kernels, x, narrow, dense)).toThrow("a.columns is 2 and b.columns is 3");
    const rows = allocate(memory, Int32Array, 4);
    rows[2] = 10;
    expect(() => gatherRows(kernels, out, dense, rows)).toThrow("rows[2] is 10; expected an integer from 0 to 9");
    const small = allocateSparseTranspose(memory, { entries: 3, columns: 10 });
    x.indices[3] = 1;
    expect(() => transposeSparse(kernels, small, x)).toThrow("x has more entries (4) than out can hold (3)");
    const unmarked = { ...allocateSparseTranspose(memory, { entries: 4, columns: 40 }), marks: new Int32Array(1) };
    expect(() => transposeSparse(kernels, unmarked, x)).toThrow("out.marks.length is 1; expected 2 for 40 columns");
  });
});
