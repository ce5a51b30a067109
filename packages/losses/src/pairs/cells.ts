import { OFFSETS, POINTS } from "./chebyshev.ts";

// Where a bin has hundreds of items, each is worth less work: the bin is cut into 8 cells, in which 7 Chebyshev points do what
// 14 do in the bin (half-width 1/16 against a strip of π: the error falls like 100^{−p}). A cell's moments become masses at the
// points of the bin, and the transpose of that matrix makes values at the points of the bin coefficients in the cell.

const CELLS = 8;
const TERMS = 7;
/** Entries a bin. */
export const CELL_ENTRIES = CELLS * TERMS;

/** MATRIX[(c·p + j)·7 + k]: what moment k of cell c adds to the mass at point j of the bin. */
const MATRIX = fillMatrix();

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

/** Adds weight · T_k(t) to the moments of the cell in which an item at `offset` of a bin lies. The bin's begin at `at`. */
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

/** Writes the masses at the points of a bin that the moments of its cells amount to. */
export function cellsToMasses(moments: Float64Array, at: number, mass: Float64Array, atMass: number): void {
  for (let j = 0; j < POINTS; j++) {
    let sum = 0;
    for (let c = 0; c < CELLS; c++) {
      const row = (c * POINTS + j) * TERMS;
      for (let k = 0; k < TERMS; k++) sum += MATRIX[row + k] * moments[at + c * TERMS + k];
    }
    mass[atMass + j] = sum;
  }
}

/** Writes the coefficients in its cells of what has these values at the points of a bin. */
export function toCellCoefficients(values: Float64Array, at: number, coefficients: Float64Array, to: number): void {
  for (let c = 0; c < CELLS; c++) {
    for (let k = 0; k < TERMS; k++) {
      let sum = 0;
      for (let j = 0; j < POINTS; j++) sum += MATRIX[(c * POINTS + j) * TERMS + k] * values[at + j];
      coefficients[to + c * TERMS + k] = sum;
    }
  }
}

/** The value at `offset` in the bin whose coefficients begin at `at`, by Clenshaw's recurrence. */
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
