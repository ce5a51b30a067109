import { exponential } from "../exponential.ts";

// Taylor coefficients of f(y) = log(1 − e^{−e^y}) at the points j·h of a lattice. They depend on nothing but h, so h is
// taken from a fixed set and a lattice, once filled, serves every tier.

/** Coefficients kept a point: f⁽ⁱ⁾/i! for i = 0 … TAYLOR_TERMS − 1. */
export const TAYLOR_TERMS = 16;
/** log 42: beyond it f and its derivatives are below double precision. */
export const SATURATED = Math.log(42);
const STEPS_PER_OCTAVE = 4;

/** The coefficients of one step h. */
export interface TaylorLattice {
  readonly step: number;
  /** The last point that is not saturated. */
  readonly last: number;
  /** Row of the point j at (last − j)·TAYLOR_TERMS. */
  coefficients: Float64Array;
  filled: Uint8Array;
}

const lattices = new Map<number, TaylorLattice>();

/** The lattice with the largest step of the fixed set, 2^{−q/4}, that is at most `step`. */
export function latticeFor(step: number): TaylorLattice {
  const q = Math.ceil(-STEPS_PER_OCTAVE * Math.log2(step));
  let lattice = lattices.get(q);
  if (lattice === undefined) {
    const h = 2 ** (-q / STEPS_PER_OCTAVE);
    const last = Math.floor(SATURATED / h);
    lattice = { step: h, last, coefficients: new Float64Array(0), filled: new Uint8Array(0) };
    grow(lattice, last + 64);
    lattices.set(q, lattice);
  }
  return lattice;
}

/** Where the coefficients of the point j ≤ last begin; computed where they are asked for the first time. */
export function taylorRow(lattice: TaylorLattice, j: number): number {
  const index = lattice.last - j;
  if (index >= lattice.filled.length) grow(lattice, 2 * index);
  if (lattice.filled[index] === 0) {
    fill(lattice.coefficients, index * TAYLOR_TERMS, j * lattice.step);
    lattice.filled[index] = 1;
  }
  return index * TAYLOR_TERMS;
}

function grow(lattice: TaylorLattice, points: number): void {
  const coefficients = new Float64Array(points * TAYLOR_TERMS);
  const filled = new Uint8Array(points);
  coefficients.set(lattice.coefficients);
  filled.set(lattice.filled);
  lattice.coefficients = coefficients;
  lattice.filled = filled;
}

const z = new Float64Array(TAYLOR_TERMS);
const p = new Float64Array(TAYLOR_TERMS);

/**
 * φ = f′ obeys dφ/dy = φ(1 − z − φ) with z = e^y, hence for φ = Σ p_i tⁱ and z = Σ z_i tⁱ around y:
 * (i + 1)·p_{i+1} = p_i − Σ_l (z_l + p_l)·p_{i−l}.
 */
function fill(out: Float64Array, row: number, y: number): void {
  const z0 = exponential(y);
  const e = Math.expm1(-z0);
  out[row] = Math.log(-e);
  z[0] = z0;
  p[0] = (-z0 * (1 + e)) / e;
  out[row + 1] = p[0];
  for (let i = 0; i < TAYLOR_TERMS - 2; i++) {
    let sum = p[i];
    for (let l = 0; l <= i; l++) sum -= (z[l] + p[l]) * p[i - l];
    p[i + 1] = sum / (i + 1);
    z[i + 1] = z[i] / (i + 1);
    out[row + i + 2] = p[i + 1] / (i + 2);
  }
}
