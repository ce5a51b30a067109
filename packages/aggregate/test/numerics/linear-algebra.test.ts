import fc from "fast-check";
import { expect, test } from "vitest";
import { invertPositiveDefinite, semidefiniteRoot } from "../../src/numerics/linear-algebra.ts";

test("the inverse times the matrix is the identity", () => {
  const factors = fc
    .integer({ min: 1, max: 8 })
    .chain((n) =>
      fc
        .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: n * n, maxLength: n * n })
        .map((f) => ({ n, f })),
    );
  fc.assert(
    fc.property(factors, ({ n, f }) => {
      // F·Fᵀ + I is positive definite.
      const matrix = new Float64Array(n * n);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          matrix[i * n + j] = i === j ? 1 : 0;
          for (let k = 0; k < n; k++) matrix[i * n + j] += f[i * n + k] * f[j * n + k];
        }
      }
      const inverse = Float64Array.from(matrix);
      expect(invertPositiveDefinite(inverse, n)).toBe(true);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          let sum = 0;
          for (let k = 0; k < n; k++) sum += inverse[i * n + k] * matrix[k * n + j];
          expect(sum).toBeCloseTo(i === j ? 1 : 0, 11);
        }
      }
    }),
  );
});

test("rejects a matrix that is not positive definite", () => {
  expect(invertPositiveDefinite(Float64Array.of(1, 2, 2, 1), 2)).toBe(false);
  expect(invertPositiveDefinite(Float64Array.of(0), 1)).toBe(false);
});

test("the root times its transpose is the matrix, for matrices of any rank", () => {
  const factors = fc
    .record({ n: fc.integer({ min: 1, max: 7 }), r: fc.integer({ min: 0, max: 7 }) })
    .chain(({ n, r }) =>
      fc
        .array(fc.double({ min: -3, max: 3, noNaN: true }), { minLength: n * r, maxLength: n * r })
        .map((f) => ({ n, r, f })),
    );
  fc.assert(
    fc.property(factors, ({ n, r, f }) => {
      const matrix = new Float64Array(n * n);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) for (let k = 0; k < r; k++) matrix[i * n + j] += f[i * r + k] * f[j * r + k];
      }
      const found = semidefiniteRoot(matrix, n);
      expect(found).toBeDefined();
      const { rank, root } = found as NonNullable<typeof found>;
      expect(rank).toBeLessThanOrEqual(Math.min(n, r));
      const scale = Math.max(1, ...matrix);
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < n; j++) {
          let sum = 0;
          for (let k = 0; k < rank; k++) sum += root[i * rank + k] * root[j * rank + k];
          // The decomposition ends when the remainder is n·ε, whose square root may appear in off-diagonal entries.
          expect(Math.abs(sum - matrix[i * n + j])).toBeLessThan(1e-7 * scale);
        }
      }
    }),
  );
});

test("a centered covariance of three items has rank two", () => {
  expect(semidefiniteRoot(Float64Array.of(2, -1, -1, -1, 2, -1, -1, -1, 2), 3)?.rank).toBe(2);
});

test("rounding errors of equal variances do not change the order of pivots", () => {
  const at = (nudge: number): Float64Array => Float64Array.of(2, -1, -0.5, -1, 2 + nudge, -0.5, -0.5, -0.5, 2 + nudge);
  const exact = semidefiniteRoot(at(0), 3)?.root ?? [];
  const nudged = semidefiniteRoot(at(1e-15), 3)?.root ?? [];
  expect(Array.from(nudged, (x, i) => Math.abs(x - exact[i]) < 1e-14)).toEqual(new Array(9).fill(true));
});

test("rejects a matrix with a negative eigenvalue", () => {
  expect(semidefiniteRoot(Float64Array.of(-1), 1)).toBeUndefined();
  expect(semidefiniteRoot(Float64Array.of(1, 2, 2, 1), 2)).toBeUndefined();
});
