import type { Matrix } from "@tierwise/kernels";
import { normal, randomStream } from "@tierwise/random";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { copySparse, transposeCopy } from "../../src/engine/sparse-copy.ts";
import { choleskyFactor, choleskySolve } from "../../src/linear/cholesky.ts";
import { conjugateGradients } from "../../src/linear/conjugate-gradients.ts";
import { gram } from "../../src/linear/gram.ts";
import { symmetricEigen } from "../../src/linear/symmetric-eigen.ts";
import { truncatedSvd } from "../../src/linear/truncated-svd.ts";
import { dense, randomDataset } from "../random-dataset.ts";
import { withEngine } from "../with-engine.ts";

function fillNormal(a: Matrix, seed: number): Matrix {
  const random = randomStream(seed);
  for (let i = 0; i < a.data.length; i++) a.data[i] = normal(random);
  return a;
}

/** aᵀ·a + shift·I in double precision. */
function gramOf(a: Matrix, shift: number): Float64Array {
  const k = a.columns;
  const out = new Float64Array(k * k);
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < k; j++) {
      for (let r = 0; r < a.rows; r++) out[i * k + j] += a.data[r * k + i] * a.data[r * k + j];
      if (i === j) out[i * k + j] += shift;
    }
  }
  return out;
}

test.each([1, 7, 8, 9, 20])(
  "`gram` computes the Gram matrix of %i columns in double precision on two threads",
  async (columns) => {
    await withEngine(async (engine) => {
      const a = fillNormal(engine.arena.matrix(30, columns), 1);
      const out = engine.arena.doubles(columns * columns);
      await gram(engine, out, a);
      const exact = gramOf(a, 0);
      for (let i = 0; i < out.length; i++) expect(Math.abs(out[i] - exact[i])).toBeLessThan(1e-12);
    }, 2);
  },
);

test("choleskySolve solves the system for every row", async () => {
  await withEngine(async (engine) => {
    const k = 9;
    const system = gramOf(fillNormal(engine.arena.matrix(20, k), 2), 0.1);
    const factor = engine.arena.doubles(k * k);
    factor.set(system);
    choleskyFactor(factor, k);
    const rows = fillNormal(engine.arena.matrix(300, k), 3);
    const before = rows.data.slice();
    await choleskySolve(engine, factor, rows);
    for (let r = 0; r < 300; r++) {
      for (let i = 0; i < k; i++) {
        let sum = 0;
        for (let j = 0; j < k; j++) sum += system[i * k + j] * rows.data[r * k + j];
        expect(sum).toBeCloseTo(before[r * k + i], 4);
      }
    }
  });
});

test("choleskyFactor rejects a system that is not positive definite", () => {
  expect(() => choleskyFactor(Float64Array.of(1, 2, 2, 1), 2)).toThrow("pivot 1 of the system is -3");
  expect(() => choleskyFactor(Float64Array.of(0), 1)).toThrow("pivot 0 of the system is 0");
});

describe("symmetricEigen", () => {
  test("returns descending eigenvalues and orthonormal vectors that reproduce the matrix", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer(), (n, seed) => {
        const random = randomStream(seed);
        const matrix = new Float64Array(n * n);
        for (let i = 0; i < n; i++) {
          for (let j = 0; j <= i; j++) matrix[i * n + j] = matrix[j * n + i] = normal(random);
        }
        const { values, vectors } = symmetricEigen(matrix.slice(), n);
        for (let k = 1; k < n; k++) expect(values[k]).toBeLessThanOrEqual(values[k - 1]);
        for (let i = 0; i < n; i++) {
          for (let j = 0; j < n; j++) {
            let [product, inner] = [0, 0];
            for (let k = 0; k < n; k++) {
              product += values[k] * vectors[i * n + k] * vectors[j * n + k];
              inner += vectors[k * n + i] * vectors[k * n + j];
            }
            expect(Math.abs(product - matrix[i * n + j])).toBeLessThan(1e-12);
            expect(Math.abs(inner - Number(i === j))).toBeLessThan(1e-13);
          }
        }
      }),
    );
  });

  test("matches closed forms", () => {
    const { values, vectors } = symmetricEigen(Float64Array.of(2, 1, 1, 2), 2);
    expect(values[0]).toBeCloseTo(3, 14);
    expect(values[1]).toBeCloseTo(1, 14);
    expect(Math.abs(vectors[0])).toBeCloseTo(Math.SQRT1_2, 14);
    expect(symmetricEigen(new Float64Array(9), 3).values).toEqual(new Float64Array(3));
    expect(symmetricEigen(Float64Array.of(-1, 0, 0, 5), 2).values).toEqual(Float64Array.of(5, -1));
  });
});

test("conjugate gradients solve an n × n system in n iterations, and every iteration decreases the objective", async () => {
  await withEngine(async ({ arena, kernels }) => {
    const n = 8;
    const system = gramOf(fillNormal(arena.matrix(12, n), 4), 1);
    const [b, x, r, p, q] = [1, 2, 3, 4, 5].map(() => arena.floats(n));
    const random = randomStream(1);
    for (let i = 0; i < n; i++) b[i] = normal(random);
    const apply = async (out: Float32Array, v: Float32Array): Promise<void> => {
      for (let i = 0; i < n; i++) {
        let sum = 0;
        for (let j = 0; j < n; j++) sum += system[i * n + j] * v[j];
        out[i] = sum;
      }
    };
    const quadratic = async (): Promise<number> => {
      await apply(q, x);
      return x.reduce((sum, value, i) => sum + value * (q[i] / 2 - b[i]), 0);
    };
    let before = 0;
    for (let most = 1; most <= n; most++) {
      x.fill(0);
      const options = { maxIterations: most, tolerance: 1e-9, relativeTo: "b" } as const;
      expect(await conjugateGradients(kernels, { apply, b, x, work: [r, p, q] }, options)).toBe(most);
      const value = await quadratic();
      expect(value).toBeLessThanOrEqual(before + 1e-6);
      before = value;
    }
    await apply(q, x);
    for (let i = 0; i < n; i++) expect(q[i]).toBeCloseTo(b[i], 4);
    const again = { maxIterations: 5, tolerance: 0.01, relativeTo: "b" } as const;
    expect(await conjugateGradients(kernels, { apply, b, x, work: [r, p, q] }, again)).toBe(0);
  });
});

describe("truncatedSvd", () => {
  const [rows, columns] = [40, 25];
  const { features } = randomDataset(rows, columns, 2, 3);
  const exact = dense(features, columns);
  const matrix = new Float64Array(columns * columns);
  for (const row of exact) {
    for (let i = 0; i < columns; i++) for (let j = 0; j < columns; j++) matrix[i * columns + j] += row[i] * row[j];
  }
  const singular = symmetricEigen(matrix, columns).values.map((value) => Math.sqrt(Math.max(0, value)));

  test.each([1, 5, 25, 30])("finds the best approximation of rank %i", async (rank) => {
    await withEngine(async (engine) => {
      const all = Array.from({ length: rows }, (_, i) => i);
      const x = copySparse(engine.arena, features, all, { normalize: false });
      const transpose = transposeCopy(engine.arena, x, columns);
      const options = { x, transpose, rank, random: randomStream(1), iterations: 10 };
      const { left, right, singularValues } = await truncatedSvd(engine, options);
      let squares = 0;
      for (let i = 0; i < rows; i++) {
        for (let j = 0; j < columns; j++) {
          let sum = 0;
          for (let k = 0; k < rank; k++) sum += left.data[i * rank + k] * right.data[j * rank + k];
          squares += (sum - exact[i][j]) ** 2;
        }
      }
      // By the Eckart–Young theorem, the squared error is the sum of the squares of the remaining singular values.
      const rest = singular.slice(rank).reduce((sum, value) => sum + value ** 2, 0);
      expect(Math.abs(squares - rest)).toBeLessThan(1e-4 * singular[0] ** 2);
      for (let k = 0; k < Math.min(rank, columns); k++) expect(singularValues[k]).toBeCloseTo(singular[k], 3);
    });
  });

  test("returns zero factors for a zero matrix", async () => {
    await withEngine(async (engine) => {
      const none = { indptr: new Int32Array(5), indices: new Int32Array(0) };
      const x = copySparse(engine.arena, none, [0, 1, 2, 3], { normalize: false });
      const transpose = transposeCopy(engine.arena, x, 4);
      const { left, right } = await truncatedSvd(engine, {
        x,
        transpose,
        rank: 2,
        random: randomStream(1),
        iterations: 2,
      });
      expect([...left.data, ...right.data].every((value) => value === 0)).toBe(true);
    });
  });
});
