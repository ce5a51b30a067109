const EXACT = 171; // The largest factorial that fits in a double is 170!.

const table = new Float64Array(EXACT);
for (let n = 1, factorial = 1; n < EXACT; n++) {
  factorial *= n;
  table[n] = Math.log(factorial);
}

/** Returns log n!: the logarithm of the product for n ≤ 170, otherwise Stirling's series; the first omitted term is below 1e-20. */
export function logFactorial(n: number): number {
  if (n < EXACT) return table[n];
  const x = 1 / n;
  const series = x * (1 / 12 - x * x * (1 / 360 - x * x * (1 / 1260 - (x * x) / 1680)));
  return (n + 0.5) * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI) + series;
}
