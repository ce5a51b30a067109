import fc from "fast-check";
import { expect, test } from "vitest";
import { invertPositiveDefinite } from "../../src/numerics/cholesky.ts";

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
      // F·Fᵀ + 1 is positive definite.
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

test("refuses a matrix that is not positive definite", () => {
  expect(invertPositiveDefinite(Float64Array.of(1, 2, 2, 1), 2)).toBe(false);
  expect(invertPositiveDefinite(Float64Array.of(0), 1)).toBe(false);
});
