import { OFFSETS, POINTS } from "./chebyshev.ts";

// A bin with hundreds of items is divided into 8 cells, so that each item costs less: 7 Chebyshev points per cell are as
// accurate as 14 per bin, because the error for p points in a cell, which has half-width 1/16, falls like 100^{−p}. A matrix turns
// the moments of a cell into masses at the points of the bin; its transpose turns values at those points into coefficients in the cell.

const CELLS = 8;
const TERMS = 7;
export const CELL_ENTRIES = CELLS * TERMS;

/** Entry (c·p + j)·7 + k: the contribution of moment k of cell c to the mass at point j of the bin. */
let cellMatrix: Float64Array | undefined;

function fillMatrix(): Float64Array {
  const matrix = new Float64Array(CELLS * POINTS * TERMS);
  for (let c = 0; c < CELLS; c++) {
    for (let i = 0; i < TERMS; i++) {
      const angle = (Math.PI * (i + 0.5)) / TERMS;
      const place = (c + (1 + Math.cos(angle)) / 2) / CELLS;
      for (let j = 0; j < POINTS; j++) {
        const share = lagrange(j, place);
        for (let k = 0; k < TERMS; k++) {
          matrix[(c * POINTS + j) * TERMS + k] += (share * (k === 0 ? 1 : 2) * Math.cos(k * angle)) / TERMS;
        }
      }
    }
  }
  return matrix;
}

/** The polynomial that is 1 at point j of the bin and 0 at the others. */
function lagrange(j: number, place: number): number {
  let product = 1;
  for (let l = 0; l < POINTS; l++) if (l !== j) product *= (place - OFFSETS[l]) / (OFFSETS[j] - OFFSETS[l]);
  return product;
}

/** Adds weight · T_k(t) to the moments of the cell that contains an item at `offset` of a bin. The bin's moments start at `at`. */
export function addCellMoments(moments: Float64Array, at: number, offset: number, weight: number): void {
  const place = offset * CELLS;
  const cell = place | 0;
  const t = 2 * (place - cell) - 1;
  const twice = 2 * t;
  const t2 = twice * t - 1;
  const t3 = twice * t2 - t;
  const t4 = twice * t3 - t2;
  const t5 = twice * t4 - t3;
  const first = at + cell * TERMS;
  moments[first] += weight;
  moments[first + 1] += weight * t;
  moments[first + 2] += weight * t2;
  moments[first + 3] += weight * t3;
  moments[first + 4] += weight * t4;
  moments[first + 5] += weight * t5;
  moments[first + 6] += weight * (twice * t5 - t4);
}

/** Converts the moments of a bin's cells to masses at the points of the bin. */
export function cellsToMasses(moments: Float64Array, at: number, mass: Float64Array, atMass: number): void {
  cellMatrix ??= fillMatrix();
  for (let j = 0; j < POINTS; j++) {
    let sum = 0;
    for (let c = 0; c < CELLS; c++) {
      const row = (c * POINTS + j) * TERMS;
      for (let k = 0; k < TERMS; k++) sum += cellMatrix[row + k] * moments[at + c * TERMS + k];
    }
    mass[atMass + j] = sum;
  }
}

/** Converts values at the points of a bin to coefficients in its cells. */
export function toCellCoefficients(values: Float64Array, at: number, coefficients: Float64Array, to: number): void {
  cellMatrix ??= fillMatrix();
  for (let c = 0; c < CELLS; c++) {
    for (let k = 0; k < TERMS; k++) {
      let sum = 0;
      for (let j = 0; j < POINTS; j++) sum += cellMatrix[(c * POINTS + j) * TERMS + k] * values[at + j];
      coefficients[to + c * TERMS + k] = sum;
    }
  }
}

/** The value at `offset` in the bin whose coefficients start at `at`, by Clenshaw's recurrence. */
export function interpolateCell(coefficients: Float64Array, at: number, offset: number): number {
  const place = offset * CELLS;
  const cell = place | 0;
  const t = 2 * (place - cell) - 1;
  const twice = 2 * t;
  const first = at + cell * TERMS;
  const b6 = coefficients[first + 6];
  const b5 = coefficients[first + 5] + twice * b6;
  const b4 = coefficients[first + 4] + twice * b5 - b6;
  const b3 = coefficients[first + 3] + twice * b4 - b5;
  const b2 = coefficients[first + 2] + twice * b3 - b4;
  const b1 = coefficients[first + 1] + twice * b2 - b3;
  return coefficients[first] + t * b1 - b2;
}
