import { expect, test } from "vitest";
import {
  addCellMoments,
  CELL_ENTRIES,
  cellsToMasses,
  interpolateCell,
  toCellCoefficients,
} from "../../src/pairs/cells.ts";
import { OFFSETS, POINTS } from "../../src/pairs/chebyshev.ts";

/** Analytic in the strip of softplus, and not a polynomial. */
const f = (x: number): number => Math.log1p(Math.exp(x - 0.3));
const places = Array.from({ length: 400 }, (_, i) => i / 400);

test("the items of a bin act on smooth functions like the masses computed from their cells", () => {
  const moments = new Float64Array(2 * CELL_ENTRIES);
  const mass = new Float64Array(2 * POINTS);
  for (const [i, offset] of places.entries()) addCellMoments(moments, CELL_ENTRIES, offset, 1 + (i % 3));
  cellsToMasses(moments, CELL_ENTRIES, mass, POINTS);
  const expected = places.reduce((sum, offset, i) => sum + (1 + (i % 3)) * f(offset), 0);
  const seen = OFFSETS.reduce((sum, offset, j) => sum + mass[POINTS + j] * f(offset), 0);
  expect(Math.abs(seen / expected - 1)).toBeLessThan(1e-14);
  expect(mass.slice(0, POINTS).every((m) => m === 0)).toBe(true);
});

test("values at the points of a bin determine a smooth function everywhere in its cells", () => {
  const values = OFFSETS.map(f);
  const coefficients = new Float64Array(CELL_ENTRIES);
  toCellCoefficients(values, 0, coefficients, 0);
  for (const offset of places)
    expect(Math.abs(interpolateCell(coefficients, 0, offset) - f(offset))).toBeLessThan(1e-14);
});
