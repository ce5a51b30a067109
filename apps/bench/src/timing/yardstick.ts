const exponents = new Float64Array(1000).map((_, i) => -i / 100);

/** A fixed piece of work, a thousand calls of Math.exp, which is timed in the same rounds as other work and serves as the unit of cost. */
export function yardstick(): number {
  return exponents.reduce((sum, x) => sum + Math.exp(x), 0);
}
