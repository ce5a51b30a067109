import { exponential } from "../../passes/exponentials.ts";

// Taylor coefficients of f(y) = log(1 − e^{−e^y}) at the points j·h of a lattice. The coefficients depend only on h, which is taken from a
// fixed set so that all tiers can use the same lattices.

/** The number of coefficients per point: f⁽ⁱ⁾/i! for i = 0 … TAYLOR_TERMS − 1. */
export const TAYLOR_TERMS = 20;
/** For y above log 42, f and its derivatives are negligible in double precision. */
export const SATURATED = Math.log(42);
const STEPS_PER_OCTAVE = 4;

/** The coefficients for one step h. */
export interface TaylorLattice {
  readonly step: number;
  /** The last point that is not saturated. */
  readonly last: number;
  /** The first filled point; all points from there to `last` are filled. */
  first: number;
  /** The row of point j starts at (last − j)·TAYLOR_TERMS. */
  coefficients: Float64Array;
}

const lattices = new Map<number, TaylorLattice>();

/** Returns the lattice whose step is the largest 2^{−q/4} that is at most `step`. */
export function latticeFor(step: number): TaylorLattice {
  const q = Math.ceil(-STEPS_PER_OCTAVE * Math.log2(step));
  let lattice = lattices.get(q);
  if (lattice === undefined) {
    const h = 2 ** (-q / STEPS_PER_OCTAVE);
    const last = Math.floor(SATURATED / h);
    lattice = { step: h, last, first: last + 1, coefficients: new Float64Array((last + 64) * TAYLOR_TERMS) };
    lattices.set(q, lattice);
  }
  return lattice;
}

/** Fills the lattice from point j on. */
export function fillFrom(lattice: TaylorLattice, j: number): void {
  const { last, step } = lattice;
  const length = (last - j + 1) * TAYLOR_TERMS;
  if (lattice.coefficients.length < length) {
    const larger = new Float64Array(2 * length);
    larger.set(lattice.coefficients);
    lattice.coefficients = larger;
  }
  while (lattice.first > j) {
    lattice.first--;
    fill(lattice.coefficients, (last - lattice.first) * TAYLOR_TERMS, lattice.first * step);
  }
}

const z = new Float64Array(TAYLOR_TERMS);
const p = new Float64Array(TAYLOR_TERMS);

/**
 * φ = f′ satisfies dφ/dy = φ(1 − z − φ) with z = e^y, so for φ = Σ p_i tⁱ and z = Σ z_i tⁱ around y:
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
