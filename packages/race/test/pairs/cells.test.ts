import { expect, test } from "vitest";
import {
  addCellMoments,
  CELL_ENTRIES,
  cellsToMasses,
  interpolateCell,
  toCellCoefficients,
} from "../../src/pairs/cells.ts";
import { OFFSETS, POINTS } from "../../src/pairs/chebyshev.ts";

/** A function that is analytic in the same strip as softplus and not a polynomial. */
const f = (x: number): number => Math.log1p(Math.exp(x - 0.3));
const places = Array.from({ length: 400 }, (_, i) => i / 400);

test("the sum of a smooth function over the masses computed from cells equals its sum over the items", () => {
  const moments = new Float64Array(2 * CELL_ENTRIES);
  const mass = new Float64Array(2 * POINTS);
  for (const [i, offset] of places.entries()) addCellMoments(moments, CELL_ENTRIES, offset, 1 + (i % 3));
  cellsToMasses(moments, CELL_ENTRIES, mass, POINTS);
  const expected = places.reduce((sum, offset, i) => sum + (1 + (i % 3)) * f(offset), 0);
  const seen = OFFSETS.reduce((sum, offset, j) => sum + mass[POINTS + j] * f(offset), 0);
  expect(Math.abs(seen / expected - 1)).toBeLessThan(1e-14);
  expect(mass.slice(0, POINTS).every((m) => m === 0)).toBe(true);
});

test("interpolation in the cells of a bin reproduces a smooth function from its values at the points", () => {
  const values = OFFSETS.map(f);
  const coefficients = new Float64Array(CELL_ENTRIES);
  toCellCoefficients(values, 0, coefficients, 0);
  for (const offset of places)
    expect(Math.abs(interpolateCell(coefficients, 0, offset) - f(offset))).toBeLessThan(1e-14);
});
