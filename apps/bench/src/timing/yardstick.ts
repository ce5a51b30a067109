const exponents = new Float64Array(1000).map((_, i) => -i / 100);

/** A fixed piece of work, a thousand calls of Math.exp: costs of different sizes are given in its time, measured in the same rounds. */
export function yardstick(): number {
  return exponents.reduce((sum, x) => sum + Math.exp(x), 0);
}
